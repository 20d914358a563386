import Big from 'big.js';
import { expect, test } from 'vitest';
import type { Child } from '../../plans/plan.ts';
import { triggerExecution } from './spot-executions.ts';

const child = { order: { do: 'trigger', baseUnits: '500' } } as Child;
const read = (status: string, atMs: number, firedAtMs: number | null) =>
  triggerExecution(child, { order: { orderId: 'ord-1', status } as never, atMs, firedAtMs });

test.each([
  ['ACTIVE', 1_000, null, '0', true],
  ['TRIGGERED', 1_000, 1_000, '500', true],
  ['SUCCESS', 3_000, null, '500', false],
  ['FAILED', 3_000, null, '0', false],
  // Its swap may still fail, however long ago that was said: it counts when the service says it again.
  ['TRIGGERED', 120_999, 1_000, '500', true],
  ['TRIGGERED', 121_000, 1_000, '500', false],
])(
  'an order that was %s when it was read at %i ms, fired at %s, has sold %s',
  (status, atMs, firedAtMs, sold, isOpen) => {
    const execution = read(status, atMs, firedAtMs);
    expect([execution?.filled, execution?.isOpen]).toEqual([new Big(sold), isOpen]);
  },
);
