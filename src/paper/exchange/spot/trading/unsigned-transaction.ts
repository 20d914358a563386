import { allChains, type Chain, chains } from '../../../../domain/market/chain.ts';
import { seededRandom } from '../../../../platform/time/random.ts';
import type { ResponseInput } from '../../../../protocol/endpoint.ts';
import type { buildSwapTransaction } from '../../../../protocol/endpoints/swap.ts';
import type { BuiltSwap, SignedTransaction } from '../signing/built-swap.ts';
import { blockAt } from '../tokens/chain-traits.ts';
import { svmAddress } from '../tokens/paper-addresses.ts';

type Unsigned = Pick<
  ResponseInput<typeof buildSwapTransaction>,
  'transaction' | 'chainId' | 'approvalRequired' | 'approvalTransaction'
>;

// A chain's library takes longer to load than the whole service takes to start, so each loads with its first
// transaction.
const svm = () => import('../signing/svm-transaction.ts');
const evm = () => import('../signing/evm-transaction.ts');

/** What the caller must sign for a swap; `allowance` is the router's current EVM allowance. */
export async function unsignedTransaction(built: BuiltSwap, allowance: bigint): Promise<Unsigned> {
  const { chainId } = chains[built.chain];
  if (chainId === null) return { transaction: await (await svm()).svmSwapTransaction(built) };
  const { evmSwapTransaction, evmApprovalTransaction } = await evm();
  const approvalRequired = !built.isNativeInput && allowance < BigInt(built.amountIn);
  return {
    chainId,
    transaction: evmSwapTransaction(built),
    approvalRequired,
    approvalTransaction: approvalRequired ? evmApprovalTransaction(built) : null,
  };
}

/** Reads and verifies a signed transaction: base64 on Solana, 0x-hex on EVM chains. Null if it is unreadable. */
export const readSignedTransaction = async (chain: Chain, text: string): Promise<SignedTransaction | null> =>
  chains[chain].family === 'svm' ? (await svm()).readSvmTransaction(text) : (await evm()).readEvmTransaction(text);

/** The paper chain's blockhash at a time: one per slot. */
export const blockhashAt = (nowMs: number): string => svmAddress(seededRandom(blockAt('solana', nowMs)));

/** The EVM chain with this id, or null. */
export const chainOfId = (chainId: number): Chain | null =>
  allChains.find((chain) => chains[chain].chainId === chainId) ?? null;
