import { executeSplit, planSplit } from '../../protocol/endpoints/splits.ts';
import type { WalletGroups } from '../account/wallet-groups.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { planLifeMs } from '../exchange/spot/transfers/split-service.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

/** Splits; `isOn` false is a deployment that has none. */
export const splitRoutes = (spot: SpotMarket, groups: WalletGroups, isOn: boolean): Route[] => [
  route(planSplit, ({ body }) => {
    if (!isOn) throw disabled();
    const destinations = body.destinations ?? equalShares(groups.get(body.destinationGroupId ?? '').walletIds);
    const { plan, summary, rates, warnings } = spot.account.splits.plan({ ...body, destinations }, spot.nowMs);
    return {
      planId: plan.planId,
      destinationCount: plan.job.shares.length,
      summary,
      rates: rates.map(({ chain: _, ...rate }) => rate),
      warnings: [...warnings],
      expiresAt: new Date(plan.expiresAtMs).toISOString(),
      expiresInSeconds: planLifeMs / 1_000,
    };
  }),
  route(executeSplit, ({ body }) => {
    if (!isOn) throw disabled();
    const { task, orderId } = spot.account.executeSplit(body.planId);
    return { taskId: task.taskId, splitnowOrderId: orderId };
  }),
];

/** Hundredths of a percent that add up to 10,000; the first wallets get what cannot be divided. */
function equalShares(walletIds: readonly string[]): { walletId: string; pctBips: number }[] {
  const { length } = walletIds;
  if (length === 0) throw new PaperError(400, 'INVALID_PARAMS', 'the group has no wallets');
  const [least, rest] = [Math.floor(10_000 / length), 10_000 % length];
  return walletIds.map((walletId, index) => ({ walletId, pctBips: least + (index < rest ? 1 : 0) }));
}

const disabled = () => new PaperError(503, 'SPLIT_DISABLED', 'this deployment has no splits');
