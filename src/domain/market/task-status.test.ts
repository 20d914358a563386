import { expect, test } from 'vitest';
import { taskEnd } from './task-status.ts';

test.each([
  ['success', 'done'],
  ['Completed', 'done'],
  ['FAILED', 'failed'],
  ['Refunded', 'refunded'],
])('%s has ended: %s', (status, end) => {
  expect(taskEnd(status)).toBe(end);
});

test.each(['submitted', 'pending', 'Created', 'QuoteFetched', 'DepositTxBroadcast', 'Refunding', 'constructor', ''])(
  '%s is still going',
  (status) => {
    expect(taskEnd(status)).toBeNull();
  },
);
