import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInDoubt, type JournalLine, journalLine, type OrderRecord, withLine } from './order-records.ts';

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

const fold = (lines: readonly unknown[], from: readonly OrderRecord[] = []) =>
  lines.reduce<readonly OrderRecord[]>((records, line) => withLine(records, journalLine.parse(line)), from);
const only = (...lines: readonly unknown[]) => {
  const records = fold(lines);
  expect(records).toHaveLength(1);
  return records[0]!;
};

describe('the life of a request', () => {
  test('begins as sent, with everything that its line says', () => {
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
      task: null,
      looks: [],
      resolution: null,
    });
  });

  test.each([
    [accepted, { state: 'accepted', taskId: 't', requestId: 'r', code: null, message: 'Done', tookMs: 5 }],
    [rejected, { state: 'rejected', taskId: null, requestId: 'r', code: 'NO', message: 'no' }],
    [unknown, { state: 'unknown', taskId: null, requestId: null, code: 'TIMEOUT', tookMs: 15_000 }],
    [notSent, { state: 'not-sent', requestId: null, code: 'BAD', tookMs: 0 }],
  ])('ends by %j', (line, expected) => {
    expect(only(sent, line)).toMatchObject({ ...expected, endedAtMs: atMs });
  });

  test('goes on with looks, resolution and task', () => {
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

  test('an outcome of an interrupted one that came after all counts', () => {
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
])('after %j in doubt: %s', (lines, expected) => {
  expect(isInDoubt(only(...lines))).toBe(expected);
});

test('two requests do not touch each other', () => {
  const records = fold([sent, { ...sent, id: 'b' }, { ...unknown, id: 'b' }, accepted]);
  expect(records.map(({ id, state }) => [id, state])).toEqual([
    ['a', 'accepted'],
    ['b', 'unknown'],
  ]);
});

describe('a line is read', () => {
  const { evidence: _e, input: _i, walletId: _w, blocks: _b, ...bare } = sent;
  test('without what other writers leave out', () => {
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
const run = (lines: readonly JournalLine[]) => lines.reduce<readonly OrderRecord[]>(withLine, []);

describe('whatever the lines, in whatever order', () => {
  test('there is one record for each request that was sent, in the order of sending, and none for others', () => {
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

  test('the fold changes no record in place: what a screen holds stays as it was', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), anyLine, (lines, next) => {
        const before = run(lines);
        const copy = structuredClone(before);
        withLine(before, next);
        expect(before).toEqual(copy);
      }),
    );
  });

  test('no doubt ends but by a resolution or an ending', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 30 }), (lines) => {
        let records: readonly OrderRecord[] = [];
        for (const line of lines) {
          const before = records.find(({ id }) => id === line.id);
          records = withLine(records, line);
          const after = records.find(({ id }) => id === line.id);
          if (before && after && isInDoubt(before) && !isInDoubt(after))
            expect(['resolved', 'accepted', 'rejected', 'not-sent']).toContain(line.event);
        }
      }),
    );
  });
});
