import { expect, test } from 'vitest';
import { hostileTexts, isCellSafe } from '../../../stores/desk-data.fixture.ts';
import { operationRecord, taskState, unknownRecord } from '../../../stores/orders/operation-records.fixture.ts';
import type { OperationRecord } from '../../../stores/orders/operation-records.ts';
import { type FakeDesk, fakeDesk, texts } from '../../desk/fake-desk.fixture.ts';
import { detailsBody } from '../../overlays/overlays.ts';
import { type OrderEntry, orderEntries } from './activity-entry.ts';
import { orderDetails } from './order-details.ts';

const entryOf = ({ desk }: FakeDesk, record: OperationRecord): OrderEntry => {
  desk.records.setState({ records: [record] });
  return orderEntries(desk)[0]!;
};
const shown = (record: OperationRecord): string[] => texts(detailsBody(orderDetails(entryOf(fakeDesk(), record)), 80));

test('nothing that the journal knows is left out or cut', () => {
  const long = 'why '.repeat(50).trim();
  const record = unknownRecord({
    requestId: 'req_9',
    taskId: 'task_9',
    message: long,
    looks: [{ atMs: Date.UTC(2026, 0, 1, 14, 1), verdict: 'unclear', why: 'BTC is still 0.15' }],
    resolution: { atMs: Date.UTC(2026, 0, 1, 14, 2), verdict: 'not-done', by: 'person', why: 'decided on the desk' },
    task: taskState({ status: 'failed', isOver: true, txHash: 'hash_9', code: 'SLIPPAGE', message: 'moved' }),
  });
  const text = shown(record).join('\n');
  for (const part of [
    'close 50 % of BTC long',
    'unknown, not done (by a person)',
    'TIMEOUT',
    'req_9',
    'task_9',
    'hash_9',
    'SLIPPAGE',
    'moved',
    '14:01:00 BTC is still 0.15: no proof',
    'not done by a person, 2026-01-01 14:02:00 UTC: decided on the desk',
    '2026-01-01 14:00:00 UTC',
    '120 ms',
    'wal_perp perp:BTC sell',
    'perp.closePosition',
    'order-1',
  ])
    expect(text.replaceAll(/\n +/g, ' '), part).toContain(part);
  expect(text.match(/why/g)).toHaveLength(50);
});

test('the input is laid out as JSON, indented as it was written', () => {
  const lines = shown(operationRecord());
  const at = lines.findIndex((line) => line.startsWith('input'));
  expect(lines.slice(at, at + 6).map((line) => line.slice(lines[at]?.indexOf('{')))).toEqual([
    '{',
    '  "body": {',
    '    "coin": "BTC",',
    '    "percentage": 50',
    '  }',
    '}',
  ]);
});

test.each(hostileTexts)('%j stays text', (text) => {
  const record = operationRecord({
    summary: text,
    message: text,
    code: text,
    requestId: text,
    taskId: text,
    walletId: text,
    id: text,
    operation: text,
    blocks: text,
    mode: text,
    profile: text,
    input: { [text]: text },
    evidence: text,
    task: taskState({ status: text, txHash: text, code: text, message: text }),
  });
  for (const line of shown(record)) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
});
