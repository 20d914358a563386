import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FoldedLines, isUnfinished } from './fold-lines.ts';
import { type JournalLine, journalLine, type OperationRecord, withLine } from './operation-records.ts';

const startMs = Date.UTC(2026, 0, 1);

const fields = fc.oneof(
  fc.record({
    event: fc.constant('sent'),
    mode: fc.constant('paper'),
    profile: fc.constant('p'),
    operation: fc.constant('o'),
    summary: fc.string(),
  }),
  fc.record({
    event: fc.constantFrom('accepted', 'rejected', 'unknown', 'not-sent'),
    taskId: fc.constantFrom('task_1', '', null),
    code: fc.constantFrom('TIMEOUT', null),
  }),
  fc.record({ event: fc.constant('looked'), verdict: fc.constantFrom('unclear', 'done'), why: fc.string() }),
  fc.record({
    event: fc.constant('resolved'),
    verdict: fc.constantFrom('done', 'not-done'),
    by: fc.constant('person'),
    why: fc.string(),
  }),
  fc.record({ event: fc.constant('task'), status: fc.string(), isOver: fc.boolean() }),
);

/** Lines of a few requests in any order, also in orders that no program writes; each its own time. */
const lines = fc
  .array(fc.tuple(fields, fc.constantFrom('a', 'b', 'c')), { maxLength: 25 })
  .map((parts) =>
    parts.map(
      ([line, id], index): JournalLine =>
        journalLine.parse({ ...line, id, at: new Date(startMs + index).toISOString() }),
    ),
  );

const fold = (all: readonly JournalLine[]): OperationRecord[] => {
  const folded = new FoldedLines();
  for (const line of all) folded.add(line);
  return folded.records();
};

test('gives the same records as withLine on the whole list', () => {
  fc.assert(
    fc.property(lines, (all) => {
      expect(fold(all)).toEqual(all.reduce<readonly OperationRecord[]>(withLine, []));
    }),
    { numRuns: 300 },
  );
});

test('a repeated line changes nothing', () => {
  fc.assert(
    fc.property(lines, fc.nat(), (all, at) => {
      const index = all.length === 0 ? 0 : at % all.length;
      const twice = all.flatMap((line, position) => (position === index ? [line, line] : [line]));
      expect(fold(twice)).toEqual(fold(all));
    }),
    { numRuns: 300 },
  );
});

test('a line without its sent line is reported', () => {
  const folded = new FoldedLines();
  const line = journalLine.parse({ event: 'accepted', id: 'a', at: new Date(startMs).toISOString() });
  expect([folded.add(line), folded.records()]).toEqual([false, []]);
});

const record = (over: Partial<OperationRecord>): OperationRecord => ({
  ...fold([
    journalLine.parse({
      event: 'sent',
      id: 'a',
      at: new Date(startMs).toISOString(),
      mode: 'paper',
      profile: 'p',
      operation: 'o',
      summary: 's',
    }),
  ])[0]!,
  ...over,
});
const resolution = { atMs: startMs, verdict: 'done', by: 'person', why: '' } as const;
const task = { atMs: startMs, status: 'pending', isOver: false, txHash: null, code: null, message: null };

test.each([
  [{}, true],
  [{ state: 'unknown' }, true],
  [{ state: 'unknown', resolution }, false],
  [{ state: 'accepted' }, false],
  [{ state: 'accepted', taskId: '' }, false],
  [{ state: 'accepted', taskId: 'task_1' }, true],
  [{ state: 'accepted', taskId: 'task_1', task }, true],
  [{ state: 'accepted', taskId: 'task_1', task: { ...task, isOver: true } }, false],
  [{ state: 'rejected' }, false],
  [{ state: 'not-sent' }, false],
] as const)('%j: unfinished is %s', (over, expected) => {
  expect(isUnfinished(record(over))).toBe(expected);
});
