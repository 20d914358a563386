import { expect, test } from 'vitest';
import { operationRecord } from '../../stores/orders/operation-records.fixture.ts';
import { orderFilter } from './order-filter.ts';

const noon = Date.UTC(2026, 0, 31, 12);

test('a period includes its start and excludes its end, so that reports do not overlap', () => {
  const atNoon = operationRecord({ sentAtMs: noon });
  const isIn = (choice: Parameters<typeof orderFilter>[0]) => orderFilter(choice, noon)(atNoon);
  expect(isIn({ since: '2026-01-31T12:00Z' })).toBe(true);
  expect(isIn({ until: '2026-01-31T12:00Z' })).toBe(false);
  expect(isIn({ until: '2026-01-31T12:00:00.001Z' })).toBe(true);
});
