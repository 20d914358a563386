import { privateKeyToAccount } from 'viem/accounts';
import { chains } from '../../../src/domain/market/chain.ts';
import { paperRouter } from '../../../src/domain/market/paper-contracts.ts';
import {
  encodeEvm,
  evmOrder,
  evmOwner,
  evmStranger,
  evmToken,
  honestEvm,
  now,
} from '../../../src/signing/rules/honest.fixture.ts';
import {
  codeOf,
  type EvmChain,
  type EvmChainName,
  type Holdings,
  maker,
  openEvmChain,
  type Receipt,
  signBlindly,
} from './evm-chain.ts';

/** Where the thief takes what it gets. */
export const thief = '0x00000000000000000000000000000000000071ef';

const native = chains.base.nativeAddress;
const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
if (owner.address !== evmOwner) throw new Error('this is not the key of the wallet that is attacked');

/** The wallet of the attacks on a chain where its order is worth carrying out: 100 ETH and 1,000 USDC at 3,922 USDC each. */
export interface AttackScene {
  readonly chain: EvmChain;
  /** Signs without looking, sends and mines. */
  carryOut(encoded: string): Promise<Receipt>;
  /** As the honest service would have built it. */
  readonly honest: string;
  /** What the router may move of the USDC. */
  allow(units: bigint): Promise<void>;
  /** What the wallet has of the native coin and of USDC, and what the router may move. */
  wallet(spender?: string): Promise<{ native: bigint; usdc: bigint; allowed: bigint }>;
  nativeOf(address: string): Promise<bigint>;
  usdcOf(address: string): Promise<bigint>;
  /** Puts the thief's code at an address: of the stranger, or of a router that was replaced or broken into. */
  takeOver(address: string): Promise<unknown>;
  /** The thief’s own call. */
  steal(to: string, functionName: string, args: readonly unknown[]): Promise<Receipt>;
  /** Somebody swaps USDC for ETH until it costs four times as much. */
  raisePrice(): Promise<unknown>;
}

export async function openAttackScene(program: string, name: EvmChainName): Promise<AttackScene> {
  const usdc = { address: evmToken, symbol: 'USDC', decimals: 6 };
  const chain = await openEvmChain(program, { chain: name, nowMs: now, baseFee: 500_000_000n, tokens: [usdc] });
  await chain.reserve(native, 255n * 10n ** 18n);
  await chain.reserve(evmToken, 10n ** 12n);
  await chain.fund(evmOwner, 10n ** 20n);
  for (const address of [evmStranger, thief]) await chain.fund(address, 10n ** 18n);
  await chain.mint(evmToken, evmOwner, 1_000_000_000n);
  const scene = describeScene(chain);
  await scene.allow(evmOrder.amountIn);
  return scene;
}

function describeScene(chain: EvmChain): AttackScene {
  const { anvil, act } = chain;
  const holdings = (address: string, spenders: readonly string[] = []): Promise<Holdings> =>
    chain.holdings(address, spenders);
  return {
    chain,
    honest: encodeEvm(honestEvm(evmOrder)),
    carryOut: async (encoded) => chain.carryOut(await signBlindly(owner, encoded)),
    async allow(units) {
      await act(evmOwner, evmToken, 'approve', [paperRouter, units]);
      await anvil.call('anvil_setNonce', evmOwner, '0x7');
    },
    async wallet(spender = paperRouter) {
      const { native: coins, balances, allowances } = await holdings(evmOwner, [spender]);
      return { native: coins, usdc: balances[0]!, allowed: allowances[0]![0]! };
    },
    nativeOf: async (address) => (await holdings(address)).native,
    usdcOf: async (address) => (await holdings(address)).balances[0]!,
    takeOver: (address) => anvil.call('anvil_setCode', address, codeOf('Thief')),
    steal: (to, functionName, args) => act(thief, to, functionName, args),
    async raisePrice() {
      await chain.mint(evmToken, maker, 10n ** 12n);
      return act(maker, paperRouter, 'swap', ['', evmToken, native, 10n ** 12n, 0n, maker, 2n ** 64n]);
    },
  };
}
