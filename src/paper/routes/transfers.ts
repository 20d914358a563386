import type { Chain } from '../../domain/market/chain.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import type { Task } from '../exchange/spot/trading/task-store.ts';
import { transferChain } from '../exchange/spot/transfers/transfer-chain.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

function knownChain(body: { chain: string; chainId?: number | undefined }): Chain {
  const chain = transferChain(body);
  if (!chain) throw new PaperError(400, 'INVALID_PARAMS', `chainId ${body.chainId} is not one of the service's`);
  return chain;
}

const statuses = { submitted: 'PENDING', pending: 'PENDING', success: 'SUCCESS', failed: 'FAILED' } as const;

/** `transaction` with SUCCESS only, `error` with FAILED only. Paper's chains have no explorer. */
function answer({ taskId, status, txHash, errorCode, errorMessage, job }: Task) {
  const isRetiring = job.kind === 'transfer' && job.isRetiring;
  return {
    taskId,
    status: statuses[status],
    willArchiveOnSuccess: isRetiring,
    ...(status === 'success' ? { transaction: { hash: txHash ?? '', explorerUrl: null } } : {}),
    ...(status === 'failed' ? { error: { code: errorCode, message: errorMessage } } : {}),
  };
}

/** Transfers between wallets of the account. A failed one is an answer with HTTP 200. */
export const transferRoutes = (spot: SpotMarket): Route[] => [
  route(sendTransfer, async ({ body }) => {
    const { taskId } = spot.account.transfer({ ...body, chain: knownChain(body), amount: BigInt(body.amount) });
    return answer(await spot.tasks.read(taskId, body.awaitResult ?? true));
  }),
  route(retireWallet, async ({ body }) => {
    const { taskId } = spot.account.transfer({ ...body, chain: knownChain(body), amount: null });
    return answer(await spot.tasks.read(taskId, body.awaitResult ?? true));
  }),
];
