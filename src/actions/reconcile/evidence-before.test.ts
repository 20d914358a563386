import { expect, test } from 'vitest';
import { fakeReads, jup, mainAddress, sol, usdc, wire } from '../../stores/desk-data.fixture.ts';
import { evidence } from './evidence.ts';
import { cancelEvidence, marginEvidence, positionEvidence, swapEvidence, triggerEvidence } from './evidence-before.ts';

const now = Date.UTC(2026, 0, 1);
function reads(over: Readonly<Partial<Record<keyof typeof wire, unknown>>> = {}) {
  const fake = fakeReads();
  for (const name of ['positions', 'markets', 'perpOrders', 'orders', 'holdings', 'wallets'] as const)
    fake.answer(name, over[name] ?? wire[name], now);
  return fake.data;
}
const unread = fakeReads().data;
const none = { kind: 'none' };
const terms = {
  chain: 'solana',
  inputToken: sol,
  outputToken: jup,
  amount: '500000000',
  metric: 'price_usd',
  direction: 'below',
  value: '1.6',
  trailingPercentage: null,
};
const evm = '0x00000000000000000000000000000000000000b1';
const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const sale = { walletId: 'w-main', chain: 'solana', inputMint: jup, baseUnits: 40_000_000n } as const;
const sold = {
  kind: 'swap',
  chain: 'solana',
  walletAddress: mainAddress,
  inputToken: jup,
  inputBefore: '100000000',
  amount: '40000000',
  others: [] as string[],
};
const held = (network: string | null, latestBalanceRaw: string) => ({
  walletAddress: evm.toUpperCase().replace('0X', '0x'),
  tokenAddress: native.toLowerCase(),
  network,
  latestBalanceRaw,
});
const twoChains = { holdings: { positions: [held('bsc', '7'), held('base', '9')] } };
const evmSale = { ...sale, walletId: 'w-base', chain: 'base', inputMint: native } as const;
const evmSold = { ...sold, chain: 'base', walletAddress: evm, inputToken: native };

test.each<readonly [string, unknown, unknown]>([
  [
    'a position',
    positionEvidence(reads(), 'w', 'BTC', 50),
    {
      kind: 'position',
      walletId: 'w',
      coin: 'BTC',
      sziBefore: '0.15',
      percentage: 50,
      szDecimals: 4,
      liquidationPx: '81200',
      restingOids: [71],
    },
  ],
  ['a position that is not there', positionEvidence(reads(), 'w', 'SOL', 50), none],
  ['positions that were never read', positionEvidence(unread, 'w', 'BTC', 50), none],
  [
    'margin',
    marginEvidence(reads(), 'w', 'BTC', '-5'),
    {
      kind: 'margin',
      walletId: 'w',
      coin: 'BTC',
      maxLeverage: 40,
      amount: '-5',
      before: { szi: '0.15', marginUsed: '2892.36', unrealizedPnl: '92.93', liquidationPx: '81200' },
    },
  ],
  [
    'margin without figures',
    marginEvidence(
      reads({ positions: { ...wire.positions, positions: [{ coin: 'BTC', szi: '1' }] } }),
      'w',
      'BTC',
      '5',
    ),
    none,
  ],
  ['margin of a cross position', marginEvidence(reads(), 'w', 'ETH', '5'), none],
  ['margin that was never read', marginEvidence(unread, 'w', 'BTC', '5'), none],
  [
    'trigger orders of the same terms',
    triggerEvidence(reads(), terms),
    { kind: 'new-trigger', terms, knownOrderIds: ['ord-1'] },
  ],
  [
    'trigger orders of other terms',
    triggerEvidence(reads(), { ...terms, outputToken: usdc }),
    { kind: 'new-trigger', terms: { ...terms, outputToken: usdc }, knownOrderIds: [] },
  ],
  ['trigger orders that were never read', triggerEvidence(unread, terms), none],
  ['a holding', swapEvidence(reads(), sale), sold],
  [
    'a holding that is not there',
    swapEvidence(reads(), { ...sale, inputMint: usdc }),
    { ...sold, inputToken: usdc, inputBefore: null, others: [`${mainAddress} ${jup}`] },
  ],
  [
    'another wallet’s holding',
    swapEvidence(reads(), { ...sale, walletId: 'w-base' }),
    { ...sold, walletAddress: evm, inputBefore: null, others: [`${mainAddress} ${jup}`] },
  ],
  [
    'a wallet that is not there',
    swapEvidence(reads(), { ...sale, walletId: 'x' }),
    { ...sold, walletAddress: null, inputBefore: null, others: [`${mainAddress} ${jup}`] },
  ],
  ['holdings that were never read', swapEvidence(unread, sale), { ...sold, walletAddress: null, inputBefore: null }],
  [
    'a holding of the same address on two chains',
    swapEvidence(reads(twoChains), evmSale),
    { ...evmSold, inputBefore: '9' },
  ],
  [
    'a holding on the other chain alone',
    swapEvidence(reads({ holdings: { positions: [held('bsc', '7')] } }), evmSale),
    { ...evmSold, inputBefore: null },
  ],
  [
    'a holding that names no chain',
    swapEvidence(reads({ holdings: { positions: [held(null, '9')] } }), evmSale),
    { ...evmSold, inputBefore: '9' },
  ],
  [
    'orders to be cancelled, and the others',
    cancelEvidence(reads(), 'w', 'BTC', [71]),
    { kind: 'cancelled-perp', walletId: 'w', coin: 'BTC', oids: [71], others: [72] },
  ],
])('what is kept of %s, as the journal gives it back', (_what, kept, expected) => {
  expect(evidence.parse(JSON.parse(JSON.stringify(kept)))).toEqual(expected);
});
