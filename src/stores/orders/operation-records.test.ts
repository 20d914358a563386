import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isUnresolved, type JournalLine, journalLine, type OperationRecord, withLine } from './operation-records.ts';

const at = '2026-01-01T00:00:01.000Z';
const atMs = Date.parse(at);
const sent = {
  event: 'sent',
  id: 'a',
  at: '2026-01-01T00:00:00.000Z',
  mode: 'live',
  profile: 'main',
  operation: 'swap.execute',
  summary: 'swap it',
  walletId: 'w',
  blocks: 'w swap sell',
  evidence: { kind: 'none' },
  input: { body: {} },
};
const unknown = { event: 'unknown', id: 'a', at, code: 'TIMEOUT', message: 'lost', requestId: null, tookMs: 15_000 };
const accepted = { event: 'accepted', id: 'a', at, message: 'Done', requestId: 'r', taskId: 't', tookMs: 5 };
const rejected = { event: 'rejected', id: 'a', at, code: 'NO', message: 'no', requestId: 'r', tookMs: 5 };
const notSent = { event: 'not-sent', id: 'a', at, code: 'BAD', message: 'bad', requestId: null, tookMs: 0 };
const looked = { event: 'looked', id: 'a', at, verdict: 'unclear', why: 'no change' };
const resolved = { event: 'resolved', id: 'a', at, verdict: 'done', by: 'evidence', why: 'gone' };
const task = { event: 'task', id: 'a', at, status: 'pending', isOver: false, txHash: null, code: null, message: null };

const fold = (lines: readonly unknown[], from: readonly OperationRecord[] = []) =>
  lines.reduce<readonly OperationRecord[]>((records, line) => withLine(records, journalLine.parse(line)), from);
const only = (...lines: readonly unknown[]) => {
  const records = fold(lines);
  expect(records).toHaveLength(1);
  return records[0]!;
};

describe('the history of an operation', () => {
  test('begins as sent, with all fields of its line', () => {
    const { event, at: _at, ...rest } = sent;
    expect(only(sent)).toEqual({
      ...rest,
      accountId: '',
      sentAtMs: Date.UTC(2026, 0, 1),
      state: event,
      endedAtMs: null,
      tookMs: null,
      code: null,
      message: null,
      requestId: null,
      taskId: null,
      fillQuery: null,
      task: null,
      oid: null,
      orderId: null,
      plan: null,
      fills: null,
      looks: [],
      resolution: null,
    });
  });

  test.each([
    [accepted, { state: 'accepted', taskId: 't', requestId: 'r', code: null, message: 'Done', tookMs: 5 }],
    [rejected, { state: 'rejected', taskId: null, requestId: 'r', code: 'NO', message: 'no' }],
    [unknown, { state: 'unknown', taskId: null, requestId: null, code: 'TIMEOUT', tookMs: 15_000 }],
    [notSent, { state: 'not-sent', requestId: null, code: 'BAD', tookMs: 0 }],
  ])('ends with %j', (line, expected) => {
    expect(only(sent, line)).toMatchObject({ ...expected, endedAtMs: atMs });
  });

  test('adds checks, resolution and task', () => {
    const later = { ...looked, at: '2026-01-01T00:00:05.000Z', verdict: 'done', why: 'gone' };
    expect(only(sent, unknown, looked, later, resolved, task)).toMatchObject({
      looks: [
        { atMs, verdict: 'unclear', why: 'no change' },
        { atMs: atMs + 4_000, verdict: 'done', why: 'gone' },
      ],
      resolution: { atMs, verdict: 'done', by: 'evidence', why: 'gone' },
      task: { atMs, status: 'pending', isOver: false, txHash: null, code: null, message: null },
    });
  });

  test('a late outcome of an interrupted operation counts', () => {
    expect(only(sent, unknown, { ...unknown, event: 'accepted' })).toMatchObject({ state: 'accepted' });
  });
});

test.each([
  [[sent], false],
  [[sent, unknown], true],
  [[sent, unknown, looked], true],
  [[sent, unknown, looked, resolved], false],
  [[sent, unknown, resolved, unknown], false],
  [[sent, accepted], false],
  [[sent, rejected], false],
  [[sent, notSent], false],
])('after %j, unresolved: %s', (lines, expected) => {
  expect(isUnresolved(only(...lines))).toBe(expected);
});

test('two operations do not affect each other', () => {
  const records = fold([sent, { ...sent, id: 'b' }, { ...unknown, id: 'b' }, accepted]);
  expect(records.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'accepted'],
    ['b', 'unknown'],
  ]);
});

describe('a line is read', () => {
  const { evidence: _e, input: _i, walletId: _w, blocks: _b, ...bare } = sent;
  test('without the optional fields', () => {
    expect(journalLine.parse(bare)).toMatchObject({ walletId: '', blocks: '', evidence: null, input: null });
    expect(journalLine.parse({ event: 'unknown', id: 'a', at })).toMatchObject({ event: 'unknown' });
  });

  test.each([
    { ...sent, event: 'begun' },
    { ...sent, at: 'yesterday' },
    { ...sent, id: 5 },
    { ...sent, mode: undefined },
    { ...resolved, by: 'guess' },
    { ...resolved, verdict: 'unclear' },
    { ...task, isOver: 'yes' },
    null,
    [],
    'sent',
  ])('not as %j', (line) => {
    expect(journalLine.safeParse(line).success).toBe(false);
  });
});

const anyLine: fc.Arbitrary<JournalLine> = fc
  .record({
    line: fc.constantFrom<object>(sent, unknown, accepted, rejected, notSent, looked, resolved, task),
    id: fc.constantFrom('a', 'b', 'c', '__proto__'),
    second: fc.nat(3),
  })
  .map(({ line, id, second }) => journalLine.parse({ ...line, id, at: `2026-01-01T00:00:0${second}.000Z` }));
const run = (lines: readonly JournalLine[]) => lines.reduce<readonly OperationRecord[]>(withLine, []);

describe('for any lines in any order', () => {
  test('there is one record per sent operation, in the order of sending', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const begun = lines.filter(({ event }) => event === 'sent').map(({ id }) => id);
        expect(run(lines).map(({ id }) => id)).toEqual([...new Set(begun)]);
      }),
    );
  });

  test('a line that comes twice changes nothing', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        const doubled = lines.flatMap((line) => [line, structuredClone(line)]);
        expect(run(doubled)).toEqual(run(lines));
      }),
    );
  });

  test('records are never changed in place', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), anyLine, (lines, next) => {
        const before = run(lines);
        const copy = structuredClone(before);
        withLine(before, next);
        expect(before).toEqual(copy);
      }),
    );
  });

  test('only a resolution or an outcome ends an unknown outcome', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        let records: readonly OperationRecord[] = [];
        for (const line of lines) {
          const before = records.find(({ id }) => id === line.id);
          records = withLine(records, line);
          const after = records.find(({ id }) => id === line.id);
          if (before && after && isUnresolved(before) && !isUnresolved(after))
            expect(['resolved', 'accepted', 'rejected', 'not-sent']).toContain(line.event);
        }
      }),
    );
  });
});
