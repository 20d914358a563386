import { expect, test } from 'vitest';
import { fakeReads, hostileTexts, isCellSafe, jup, mainAddress, sol, wire } from '../desk-data.fixture.ts';
import { balanceRows } from './balance-rows.ts';

const [held] = wire.holdings.positions;

function readsOf(over: { balances?: unknown; holdings?: readonly unknown[] }) {
  const reads = fakeReads();
  reads.answer('wallets', wire.wallets, 1);
  reads.answer('balances', over.balances ?? wire.balances, 1);
  reads.answer('holdings', { positions: over.holdings ?? [] }, 1);
  return reads;
}

test('native balances come first, as sent, then tokens by value', () => {
  const reads = readsOf({
    holdings: [held, { ...held, tokenAddress: 'X', balanceUsd: 400 }, { ...held, tokenAddress: 'Y', balanceUsd: null }],
  });
  reads.token({ tokenId: `solana:${jup}`, symbol: 'JUP', name: '', decimals: 6 });
  expect(balanceRows(reads.data).map(({ label, chain, amount, symbol }) => [label, chain, amount, symbol])).toEqual([
    ['main', 'solana', '84.221', 'SOL'],
    ['base one', 'base', '1.204', 'ETH'],
    ['main', 'solana', '100', 'X'],
    ['main', 'solana', '100', 'JUP'],
    ['main', 'solana', '100', 'Y'],
  ]);
});

test('without known decimals, amounts are marked as base units and never rescaled', () => {
  const reads = readsOf({ holdings: [{ ...held, tokenDecimal: null }] });
  expect(balanceRows(reads.data).at(-1)).toMatchObject({
    amount: '100000000',
    isBaseUnits: true,
    usd: expect.anything(),
  });
});

test('the native token is not listed twice, and an unknown chain is left out', () => {
  const reads = readsOf({
    holdings: [
      { ...held, tokenAddress: sol },
      { ...held, network: 'tron' },
    ],
  });
  expect(balanceRows(reads.data)).toHaveLength(2);
});

test('an unreadable balance keeps its place', () => {
  const reads = readsOf({ balances: { wallets: [{ chain: {} }, wire.balances.wallets[0]], warnings: null } });
  const rows = balanceRows(reads.data);
  expect(rows.map(({ key }) => key)).toEqual(['unreadable-0', `solana:${mainAddress}`]);
  expect(rows[0]?.problem).toMatch(/chain/);
});

test('a wallet that is not in the list has no name', () => {
  const [first] = wire.balances.wallets;
  const reads = readsOf({ balances: { wallets: [{ ...first, walletAddress: jup }] } });
  expect(balanceRows(reads.data)[0]?.label).toBe('–');
});

test.each(hostileTexts)('%j in any field of a balance is shown clean', (text) => {
  const [first] = wire.balances.wallets;
  const reads = readsOf({
    balances: { wallets: [{ ...first, chain: text, nativeSymbol: text, walletAddress: text, nativeBalance: text }] },
    holdings: [{ ...held, tokenAddress: text, walletAddress: text, latestBalanceRaw: text }],
  });
  reads.answer('wallets', [{ ...wire.wallets[0], address: text, label: text }], 2);
  for (const row of balanceRows(reads.data))
    for (const shown of [row.label, row.chain, row.address, row.symbol, row.tokenAddress ?? ''])
      expect(isCellSafe(shown), JSON.stringify(shown)).toBe(true);
});
