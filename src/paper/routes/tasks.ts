import { getTask } from '../../protocol/endpoints/tasks.ts';
import type { SpotMarket } from '../exchange/spot/spot-market.ts';
import { PaperError, type Route, route } from '../handler.ts';

/** How far the spot market's tasks have come. */
export const taskRoutes = (spot: SpotMarket): Route[] => [
  route(getTask, ({ params: { taskId } }) => {
    const task = spot.tasks.find(taskId);
    if (!task) throw new PaperError(404, 'NOT_FOUND', `there is no task ${taskId}`);
    const { job, status, txHash, errorCode, errorMessage } = task;
    return { taskId, taskType: job.kind, status, txHash, errorCode, errorMessage };
  }),
];
