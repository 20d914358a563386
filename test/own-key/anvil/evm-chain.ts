import { readFileSync } from 'node:fs';
import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseTransaction,
  type TransactionSerializable,
} from 'viem';
import type { privateKeyToAccount } from 'viem/accounts';
import { type Chain, chains } from '../../../src/domain/market/chain.ts';
import { paperRouter } from '../../../src/domain/market/paper-contracts.ts';
import { systemClock } from '../../../src/platform/time/clock.ts';
import type { EvmRpc } from '../../../src/signing/chain/chain-rpc.ts';
import { createEvmRpc } from '../../../src/signing/chain/evm-rpc.ts';
import { createJsonRpc } from '../../../src/signing/chain/json-rpc.ts';
import { type Anvil, startAnvil } from './anvil.ts';

export type EvmChainName = Exclude<Chain, 'solana'>;

export interface PlacedToken {
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

interface Compiled {
  readonly compiler: string;
  readonly contracts: Readonly<Record<string, { readonly sourceHash: string; readonly runtimeCode: Hex }>>;
}

export const compiled: Compiled = JSON.parse(
  readFileSync(new URL('contracts/contracts.json', import.meta.url), 'utf8'),
);

export const codeOf = (contract: 'Router' | 'Thief' | 'Token' | 'Witness'): Hex =>
  compiled.contracts[contract]!.runtimeCode;

export const contractAbi = parseAbi([
  'function initialize(string symbol, uint8 decimals)',
  'function mint(address to, uint256 amount)',
  'function approve(address spender, uint256 amount) returns (bool)',
  'function transferFrom(address from, address to, uint256 amount) returns (bool)',
  'function fund(address token, uint256 amount) payable',
  'function swap(string quoteId, address tokenIn, address tokenOut, uint256 amountIn, uint256 minAmountOut, address recipient, uint256 deadline) payable',
  'function pull(address token, address from, address to, uint256 amount)',
  'function sweep(address token, address to)',
  'function read(address owner, address[] tokens, address[] spenders) view returns (uint256[])',
]);

const witness = '0x0000000000000000000000000000000000001e55';
const hex = (value: bigint): Hex => `0x${value.toString(16)}`;

export interface Receipt {
  readonly isConfirmed: boolean;
  readonly gasUsed: bigint;
  /** Wei: what the sender paid for gas. */
  readonly fee: bigint;
}

/** All that an owner has to lose, base units. */
export interface Holdings {
  /** Whether the account was handed over to code (EIP-7702). */
  readonly hasCode: boolean;
  readonly native: bigint;
  readonly balances: readonly bigint[];
  /** Token by token what each spender may move. */
  readonly allowances: readonly (readonly bigint[])[];
}

/** A chain of one machine with a router at paper's address, and tokens where the real ones are. */
export interface EvmChain {
  readonly anvil: Anvil;
  /** As the desk reads it. */
  readonly rpc: EvmRpc;
  readonly tokens: readonly string[];
  /** Sets the native balance. */
  fund(address: string, wei: bigint): Promise<unknown>;
  mint(token: string, to: string, amount: bigint): Promise<Receipt>;
  /** Puts reserves into the router. */
  reserve(token: string, amount: bigint): Promise<unknown>;
  /** What anybody does: no key is needed for it. */
  act(from: string, to: string, functionName: string, args: readonly unknown[], value?: bigint): Promise<Receipt>;
  /** Puts all that waits into blocks, and more after them. */
  mine(blocks?: number): Promise<unknown>;
  /** Sends signed bytes and mines their block. Rejects where the node does not take them. */
  carryOut(signed: string): Promise<Receipt>;
  /** Of a transaction in a block; rejects for others. */
  receipt(txHash: string): Promise<Receipt>;
  holdings(owner: string, spenders?: readonly string[]): Promise<Holdings>;
  /** Asks for this much a gas from the next block on, wei. */
  setBaseFee(wei: bigint): Promise<unknown>;
  /** Runs something, and takes back whatever it changed. */
  undone<T>(work: () => Promise<T>): Promise<T>;
}

/** Signs whatever it is given: what a wallet without rules does. */
export const signBlindly = (account: ReturnType<typeof privateKeyToAccount>, encoded: string): Promise<Hex> =>
  account.signTransaction(parseTransaction(encoded as Hex) as TransactionSerializable);

interface ChainOptions {
  readonly chain: EvmChainName;
  /** The time of the first block after what is placed. */
  readonly nowMs: number;
  /** Wei. */
  readonly baseFee: bigint;
  readonly tokens: readonly PlacedToken[];
}

export async function openEvmChain(program: string, options: ChainOptions): Promise<EvmChain> {
  const { chain, nowMs, baseFee } = options;
  const seconds = Math.trunc(nowMs / 1_000);
  // The blocks of what is placed come before the tests' time.
  const before = { chainId: chains[chain].chainId ?? 0, timestamp: seconds - 3_600, baseFee };
  const anvil = await startAnvil(program, before);
  const opened = describeChain(anvil, options);
  await anvil.call('anvil_autoImpersonateAccount', true);
  await anvil.call('anvil_setCode', paperRouter, codeOf('Router'));
  await anvil.call('anvil_setCode', witness, codeOf('Witness'));
  for (const { address, symbol, decimals } of options.tokens) {
    await anvil.call('anvil_setCode', address, codeOf('Token'));
    await opened.act(maker, address, 'initialize', [symbol, decimals]);
    await opened.act(maker, address, 'approve', [paperRouter, 2n ** 256n - 1n]);
  }
  await anvil.call('evm_setNextBlockTimestamp', seconds);
  await opened.mine();
  return opened;
}

/** Whose the reserves are: it has whatever it spends. */
export const maker = '0x00000000000000000000000000000000000a4e12';

function describeChain(anvil: Anvil, { chain, baseFee, tokens: placed }: ChainOptions): EvmChain {
  const { nativeAddress } = chains[chain];
  const setBaseFee: EvmChain['setBaseFee'] = (wei) => anvil.call('anvil_setNextBlockBaseFeePerGas', hex(wei));
  const tokens = placed.map(({ address }) => address);
  const fund: EvmChain['fund'] = (address, wei) => anvil.call('anvil_setBalance', address, hex(wei));
  const act: EvmChain['act'] = async (from, to, functionName, args, value = 0n) => {
    if (from === maker) await fund(maker, 10n ** 30n);
    const data = encodeFunctionData({ abi: contractAbi as Abi, functionName, args });
    const hash = await anvil.call<string>('eth_sendTransaction', { from, to, data, value: hex(value), gas: '0x7a120' });
    await mine();
    return receiptOf(anvil, hash);
  };
  const mine = (blocks = 1) => anvil.call('anvil_mine', hex(BigInt(blocks)));
  return {
    anvil,
    mine,
    setBaseFee,
    rpc: createEvmRpc(chain, createJsonRpc(anvil.url, { clock: systemClock })),
    tokens,
    fund,
    act,
    mint: (token, to, amount) => act(maker, token, 'mint', [to, amount]),
    reserve: async (token, amount) => {
      if (token !== nativeAddress) await act(maker, token, 'mint', [maker, amount]);
      return act(maker, paperRouter, 'fund', [token, amount], token === nativeAddress ? amount : 0n);
    },
    async carryOut(signed) {
      const hash = await anvil.call<string>('eth_sendRawTransaction', signed);
      await mine();
      return receiptOf(anvil, hash);
    },
    receipt: (txHash) => receiptOf(anvil, txHash),
    holdings: (owner, spenders = []) => holdingsOf(anvil, owner, tokens, spenders),
    async undone(work) {
      const snapshot = await anvil.call<string>('evm_snapshot');
      try {
        return await work();
      } finally {
        await anvil.call('evm_revert', snapshot);
        // The price of gas is no part of a snapshot.
        await setBaseFee(baseFee);
      }
    },
  };
}

async function receiptOf(anvil: Anvil, hash: string): Promise<Receipt> {
  const found = await anvil.call<{ status: Hex; gasUsed: Hex; effectiveGasPrice: Hex } | null>(
    'eth_getTransactionReceipt',
    hash,
  );
  if (!found) throw new Error(`${hash} is in no block`);
  const gasUsed = BigInt(found.gasUsed);
  return { isConfirmed: found.status === '0x1', gasUsed, fee: gasUsed * BigInt(found.effectiveGasPrice) };
}

async function holdingsOf(
  anvil: Anvil,
  owner: string,
  tokens: readonly string[],
  spenders: readonly string[],
): Promise<Holdings> {
  const call = { abi: contractAbi, functionName: 'read' } as const;
  const args = [owner as Hex, tokens as readonly Hex[], spenders as readonly Hex[]] as const;
  const data = await anvil.call<Hex>(
    'eth_call',
    { to: witness, data: encodeFunctionData({ ...call, args }) },
    'latest',
  );
  const [codeSize, native, ...rest] = decodeFunctionResult({ ...call, data });
  const rows = tokens.map((_, index) => rest.slice(index * (1 + spenders.length), (index + 1) * (1 + spenders.length)));
  return {
    hasCode: codeSize !== 0n,
    native: native!,
    balances: rows.map(([balance]) => balance!),
    allowances: rows.map(([, ...each]) => each),
  };
}
