import { type Chain, chains } from '../../../domain/chain.ts';
import { seededRandom } from '../../../platform/random.ts';
import type { ResponseInput } from '../../../protocol/endpoint.ts';
import type { buildSwapTransaction } from '../../../protocol/endpoints/swap.ts';
import { blockAt } from './chain-traits.ts';
import { svmAddress } from './paper-addresses.ts';
import type { BuiltSwap, SignedTransaction } from './signing/built-swap.ts';

type Unsigned = Pick<
  ResponseInput<typeof buildSwapTransaction>,
  'transaction' | 'chainId' | 'approvalRequired' | 'approvalTransaction'
>;

// A chain's library takes longer to load than the whole service takes to start: each waits for its first transaction.
const svm = () => import('./signing/svm-transaction.ts');
const evm = () => import('./signing/evm-transaction.ts');

/** What the caller signs for a swap; `allowance` is how much of an EVM token the router may move already. */
export async function unsignedTransaction(built: BuiltSwap, allowance: bigint): Promise<Unsigned> {
  const { chainId } = chains[built.chain];
  if (chainId === null) return { transaction: (await svm()).svmSwapTransaction(built) };
  const { evmSwapTransaction, evmApprovalTransaction } = await evm();
  const approvalRequired = !built.isNativeInput && allowance < BigInt(built.amountIn);
  return {
    chainId,
    transaction: evmSwapTransaction(built),
    approvalRequired,
    approvalTransaction: approvalRequired ? evmApprovalTransaction(built) : null,
  };
}

/** Reads and verifies what the caller signed: base64 on Solana, 0x-hex on EVM chains. null for what can't be read. */
export const readSignedTransaction = async (chain: Chain, text: string): Promise<SignedTransaction | null> =>
  chains[chain].family === 'svm' ? (await svm()).readSvmTransaction(text) : (await evm()).readEvmTransaction(text);

/** The paper chain's blockhash of a moment: one a slot. */
export const blockhashAt = (nowMs: number): string => svmAddress(seededRandom(blockAt('solana', nowMs)));

/** The EVM chain with this id, or null. */
export const chainOfId = (chainId: number): Chain | null =>
  (Object.keys(chains) as Chain[]).find((chain) => chains[chain].chainId === chainId) ?? null;
