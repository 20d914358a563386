import { expect, test } from 'vitest';
import { fakeReads, wire } from '../desk-data.fixture.ts';
import { remainingExecutions } from './key-limits.ts';

function usageOf(over: object) {
  const reads = fakeReads();
  reads.answer('usage', { ...wire.usage, ...over }, 1);
  const usage = reads.data.read('usage').data;
  if (!usage) throw new Error('no usage');
  return usage;
}

test('the service’s usage and the orders sent since are both deducted', () => {
  expect(remainingExecutions(usageOf({}), 2)).toEqual({
    hour: { left: 55, of: 60 },
    day: { left: 491, of: 500 },
    isCounted: true,
  });
});

test('the remainder is never negative', () => {
  expect(remainingExecutions(usageOf({ usage: { executionsLastHour: 60, executionsLastDay: 499 } }), 3)).toMatchObject({
    hour: { left: 0 },
    day: { left: 0 },
  });
});

test('without usage from the service, only the orders of this session are deducted', () => {
  expect(remainingExecutions(usageOf({ usage: null }), 4)).toMatchObject({ hour: { left: 56 }, isCounted: false });
});

test('a key without limits has none', () => {
  expect(remainingExecutions(usageOf({ constraints: null }), 0)).toBeNull();
});
