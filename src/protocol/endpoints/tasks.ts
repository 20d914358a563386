import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { request, text } from '../request.ts';
import { openEnum, opt, safeText, verbatim } from '../schema.ts';

export const getTask = endpoint({
  id: 'tasks.get',
  method: 'GET',
  path: '/api/v2/tasks/{taskId}',
  summary: 'How far a swap, a transfer, a split, a nonce account or an approval has come',
  source: 'facts',
  scope: 'unknown',
  desk: 'Activity pane, notices',
  params: request({ taskId: text('taskId') }),
  response: z.object({
    taskId: verbatim(),
    taskType: openEnum('swap', 'nonce', 'approval', 'cleanup', 'transfer', 'split'),
    status: openEnum('submitted', 'pending', 'success', 'failed'),
    txHash: opt(safeText()),
    errorCode: opt(safeText()),
    errorMessage: opt(safeText()),
  }),
});
