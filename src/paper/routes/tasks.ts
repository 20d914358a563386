import { getTask } from '../../protocol/endpoints/tasks.ts';
import type { SpotMarket } from '../exchange/spot/trading/spot-market.ts';
import { splitStage } from '../exchange/spot/transfers/split-rates.ts';
import { PaperError, type Route, route } from '../service/handler.ts';

/** Progress of the spot market's tasks. */
export const taskRoutes = (spot: SpotMarket): Route[] => [
  route(getTask, ({ params: { taskId } }) => {
    const task = spot.tasks.find(taskId);
    if (!task) throw new PaperError(404, 'NOT_FOUND', `there is no task ${taskId}`);
    const { job, status, txHash, errorCode, errorMessage } = task;
    const shown = job.kind === 'split' ? splitStage(task, spot.nowMs) : status;
    return { taskId, taskType: job.kind, status: shown, txHash, errorCode, errorMessage };
  }),
];
