import { type Chain, chains } from '../../../domain/chain.ts';
import { seededRandom } from '../../../platform/random.ts';
import type { ResponseInput } from '../../../protocol/endpoint.ts';
import type { buildSwapTransaction } from '../../../protocol/endpoints/swap.ts';
import { blockAt, chainTraits } from './chain-traits.ts';
import { decodeBase58, svmAddress } from './paper-addresses.ts';
import type { SwapPlan } from './swap-router.ts';

type EvmTransaction = Exclude<ResponseInput<typeof buildSwapTransaction>['transaction'], string>;

/** The program and the router that paper swaps are addressed to; they exist on no real chain. */
export const paperProgram = 'PaperSwap'.padEnd(43, '1');
export const paperRouter = '0x00000000000000000000000000000070a9e25a4b';

const swapSelector = '0x5a4b70a9';
const approveSelector = '0x095ea7b3';

/**
 * A Solana v0 transaction, unsigned, as base64: one empty signature, the payer and the program as accounts, a recent
 * blockhash and one instruction whose data is the two amounts as little-endian u64.
 */
export function svmTransaction(plan: SwapPlan, payer: string, minAmountOut: bigint, blockhash: string): string {
  const data = Buffer.alloc(16);
  data.writeBigUInt64LE(BigInt.asUintN(64, plan.amountIn), 0);
  data.writeBigUInt64LE(BigInt.asUintN(64, minAmountOut), 8);
  const accounts = [payer, plan.input.address, plan.output.address, paperProgram];
  const keys = [...new Set(accounts)].map(key32);
  const message = [
    [0x80],
    // One signer that pays; all other accounts are read-only and don't sign.
    [1, 0, keys.length - 1],
    [keys.length, ...keys.flatMap((key) => [...key])],
    key32(blockhash),
    // One instruction: program index, its account indexes, its data; every length here fits one compact byte.
    [1, keys.length - 1, keys.length - 1, ...keys.slice(0, -1).map((_, index) => index), data.length, ...data],
    [0],
  ];
  return Buffer.from([1, ...new Uint8Array(64), ...message.flatMap((part) => [...part])]).toString('base64');
}

/** The paper chain's blockhash of a moment: one a slot. */
export const blockhashAt = (nowMs: number): string => svmAddress(seededRandom(blockAt('solana', nowMs)));

/** An EIP-1559 swap call to the paper router; all amounts are wei as text. */
export function evmTransaction(plan: SwapPlan, minAmountOut: bigint): EvmTransaction {
  const words = [plan.input.address, plan.output.address].map(addressWord).join('');
  const data = `${swapSelector}${words}${amountWord(plan.amountIn)}${amountWord(minAmountOut)}`;
  const value = plan.input.kind === 'native' ? plan.amountIn : 0n;
  return {
    to: paperRouter,
    data,
    value: String(value),
    ...gas(plan.chain, plan.legs.length === 1 ? 180_000 : 290_000),
  };
}

/** The ERC-20 approval that lets the router move exactly the amount sold. */
export function approvalTransaction(plan: SwapPlan): EvmTransaction {
  const data = `${approveSelector}${addressWord(paperRouter)}${amountWord(plan.amountIn)}`;
  return { to: plan.input.address, data, value: '0', ...gas(plan.chain, 60_000) };
}

/** The EVM chain with this id, or null. */
export const chainOfId = (chainId: number): Chain | null =>
  (Object.keys(chains) as Chain[]).find((chain) => chains[chain].chainId === chainId) ?? null;

function gas(chain: Chain, gasLimit: number) {
  const { maxFeePerGas, maxPriorityFeePerGas } = chainTraits[chain];
  return {
    gasLimit: String(gasLimit),
    maxFeePerGas: String(maxFeePerGas),
    maxPriorityFeePerGas: String(maxPriorityFeePerGas),
  };
}

const addressWord = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
const amountWord = (amount: bigint) => amount.toString(16).padStart(64, '0');

function key32(address: string): Uint8Array {
  const bytes = decodeBase58(address);
  if (bytes?.length !== 32) throw new RangeError(`${address} is not 32 bytes of base58`);
  return bytes;
}
