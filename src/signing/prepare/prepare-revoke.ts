import type { Chain } from '../../domain/market/chain.ts';
import type { ChainRpc, EvmRpc } from '../chain/chain-rpc.ts';
import { verdictOf, worstFirst } from '../rules/review.ts';
import { reviewApproval } from '../rules/review-transaction.ts';
import type { SwapOrder } from '../swap-order.ts';
import { PrepareError } from './built-swap.ts';
import type { PreparedTransaction, PrepareOptions } from './prepare-swap.ts';
import { simulateAll, simulationFindings } from './simulate.ts';

export interface Revoke extends Pick<PrepareOptions, 'policy' | 'nowMs' | 'wasSigned'> {
  readonly chain: Exclude<Chain, 'solana'>;
  readonly owner: string;
  readonly token: string;
  readonly spender: string;
  /** The user's endpoints for the chain; the first knows the nonce and the prices. */
  readonly rpcs: readonly ChainRpc[];
}

/** Gas is paid as used: a fifth more than estimated costs nothing, and the state may change meanwhile. */
const withReserve = (gas: bigint): bigint => (gas * 6n + 4n) / 5n;

/**
 * Builds the approval of 0 that takes an allowance back, explains it and simulates it. Rejects with PrepareError, ChainError
 * and DecodeError.
 */
export async function prepareRevoke(revoke: Revoke): Promise<PreparedTransaction> {
  const { chain, owner, token, spender, rpcs, policy, nowMs, wasSigned } = revoke;
  const rpc = rpcs.find((one): one is EvmRpc => one.family === 'evm');
  if (!rpc) throw new PrepareError('NO_RPC', `Set an RPC endpoint (rpc.${chain}): it has to know the next nonce.`);
  const [{ approvalData }, { unsignedEvm }] = await Promise.all([
    import('./approval-data.ts'),
    import('./evm-envelope.ts'),
  ]);
  const data = approvalData(spender, 0n);
  const [nonce, prices, gas] = await Promise.all([
    rpc.nonce(owner),
    rpc.gasPrices(),
    rpc.estimateGas(owner, { to: token, data }),
  ]);
  const envelope = {
    to: token,
    data,
    value: '0',
    gasLimit: `${withReserve(gas)}`,
    maxFeePerGas: `${prices.maxFeePerGas}`,
    maxPriorityFeePerGas: `${prices.maxPriorityFeePerGas}`,
  };
  const unsigned = unsignedEvm(chain, envelope, nonce);
  const order: SwapOrder = { chain, owner, inputToken: token, outputToken: token, amountIn: 0n, minAmountOut: 0n };
  const around = {
    nowMs,
    builtAtMs: nowMs,
    tables: new Map(),
    tokens: new Map(),
    isBlockhashValid: null,
    ownAccounts: new Set<string>(),
    nonce,
    wasSigned,
  };
  const [reviewed, simulations] = await Promise.all([
    reviewApproval(order, spender, unsigned, policy, around),
    simulateAll(rpcs, order, unsigned),
  ]);
  const more = simulationFindings(order, reviewed, simulations, false);
  const review = { ...reviewed, findings: worstFirst([...reviewed.findings, ...more]) };
  const verdict = verdictOf(review, chain, policy);
  return { kind: 'approval', order, unsigned, review, verdict, simulations, nonce, blockhash: null };
}
