import { describe, expect, test } from 'vitest';
import { isUnresolved } from '../stores/orders/operation-records.ts';
import { bindActions } from './desk-actions.ts';
import { fakeContext, memoryJournal } from './pipeline/fake-context.fixture.ts';
import { type OperationKind, orderKinds, unknownEndings } from './pipeline/operation-kinds.fixture.ts';
import { startPipeline } from './pipeline/start-pipeline.ts';

const askedFor = /still unknown after a minute; resolve it in the activity pane \(<focus.activity>\)/;

/**
 * The response is lost, and evidence exists from the second read on. The lines are: sent, unknown, looked once, then as
 * often as it must be found, resolved.
 */
function setUp(kind: OperationKind, fails: (line: number) => boolean) {
  let looks = 0;
  const journal = memoryJournal(fails);
  const fake = fakeContext(
    (id) => {
      if (id === kind.mutation) throw unknownEndings[0]?.[1];
      if (id !== kind.read) return kind.also[id];
      return ++looks >= 2 ? kind.after : kind.before;
    },
    { journal },
  );
  const actions = bindActions(fake.context);
  const refusal = async () => {
    fake.readAll();
    const outcome = await kind.send(actions);
    return outcome.kind === 'not-sent' ? outcome.code : null;
  };
  const sent = () => fake.requests().filter(({ id }) => id === kind.mutation).length;
  const lines = () => journal.entries().map(({ event }) => event);
  return { ...fake, actions, refusal, sent, lines, send: () => kind.send(actions) };
}

test.each(orderKinds)('$name is not sent if its intent cannot be journalled', async (kind) => {
  const desk = setUp(kind, () => true);
  expect(await desk.send()).toMatchObject({ kind: 'not-sent', code: 'JOURNAL_FAILED' });
  expect(desk.requests()).toEqual([]);
  expect(desk.context.records.getState().records).toEqual([]);
  expect(desk.clock.pending).toBe(0);
});

const cases = orderKinds.flatMap((kind) =>
  [2, 3, 4, 5].flatMap((line) => [
    [kind.name, `line ${line} alone`, kind, (at: number) => at === line] as const,
    [kind.name, `line ${line} and all behind it`, kind, (at: number) => at >= line] as const,
  ]),
);

describe('a full disk', () => {
  test.each(cases)(
    '%s, %s: the operation stays unresolved until its resolution is written',
    async (_name, _what, kind, fails) => {
      const desk = setUp(kind, fails);
      expect(await desk.send()).toMatchObject({ kind: 'unknown' });
      expect(isUnresolved(desk.context.records.getState().records[0]!)).toBe(true);
      expect(await desk.refusal()).toBe('IN_DOUBT');
      await desk.clock.advance(120_000);
      expect(desk.notices()).toContainEqual('error: journal: disk full');
      const isResolved = desk.lines().includes('resolved');
      expect(isUnresolved(desk.context.records.getState().records[0]!)).toBe(!isResolved);
      if (!isResolved) {
        expect(desk.notices().at(-1)).toMatch(askedFor);
        expect(await desk.refusal()).toBe('IN_DOUBT');
      }
      expect(desk.sent()).toBe(1);

      const next = desk.restart(() => kind.before);
      startPipeline(next.context);
      const [record] = next.context.records.getState().records;
      expect(record && isUnresolved(record)).toBe(!isResolved);
      await next.clock.advance(61_000);
      if (!isResolved) expect(next.notices().at(-1)).toMatch(askedFor);
    },
  );
});

test('a resolution by the user that cannot be written has no effect, and can be repeated', async () => {
  let isFull = false;
  const desk = setUp(orderKinds[0]!, () => isFull);
  await desk.send();
  const { id } = desk.context.records.getState().records[0]!;
  isFull = true;
  desk.actions.decide(id, 'not-done');
  expect(desk.notices().at(-1)).toBe('error: journal: disk full');
  expect(await desk.refusal()).toBe('IN_DOUBT');
  isFull = false;
  desk.actions.decide(id, 'not-done');
  expect(desk.lines()).toEqual(['sent', 'unknown', 'resolved']);
  expect(await desk.refusal()).toBeNull();
});

test('an accepted order whose outcome was never written is reconciled at the next start', async () => {
  const [close] = orderKinds as [OperationKind];
  const fake = fakeContext(() => close.accepted, { journal: memoryJournal((line) => line === 2) });
  const actions = bindActions(fake.context);
  expect(await close.send(actions)).toMatchObject({ kind: 'accepted' });
  const next = fake.restart((id) => (id === close.read ? close.after : close.also[id]));
  startPipeline(next.context);
  expect(next.context.records.getState().records.map(({ code }) => code)).toEqual(['INTERRUPTED']);
  await next.clock.advance(5_000);
  expect(next.journal().at(-1)).toMatchObject({ event: 'resolved', verdict: 'done' });
});

test('an outcome that could not be written is written before the next order', async () => {
  const [close] = orderKinds as [OperationKind];
  const journal = memoryJournal((line) => line === 2 || line === 3);
  const fake = fakeContext(() => close.accepted, { journal });
  const actions = bindActions(fake.context);
  expect(await close.send(actions)).toMatchObject({ kind: 'accepted' });
  expect(await close.send(actions)).toMatchObject({ kind: 'not-sent', code: 'JOURNAL_FAILED' });
  expect(await close.send(actions)).toMatchObject({ kind: 'accepted' });
  const lines = journal.entries();
  expect(lines.map(({ event }) => event)).toEqual(['sent', 'accepted', 'sent', 'accepted']);
  expect(lines[1]?.['id']).toBe(lines[0]?.['id']);
});

test('a task is followed to its end although the disk is full, with one notice', async () => {
  const swap = orderKinds.find(({ name }) => name === 'swap')!;
  let asked = 0;
  const answer = (id: string) => {
    if (id === swap.mutation) return swap.accepted;
    if (id !== 'tasks.get') return { trades: [] };
    return { taskId: 'task-1', taskType: 'swap', status: ++asked < 10 ? 'pending' : 'success', txHash: 'abc' };
  };
  const fake = fakeContext(answer, { journal: memoryJournal((line) => line >= 2) });
  expect(await swap.send(bindActions(fake.context))).toMatchObject({ kind: 'accepted' });
  await fake.clock.advance(60_000);
  expect(asked).toBe(10);
  expect(fake.notices()).toContain('ok: swap 40 JUP → SOL: done, tx abc');
  expect(fake.notices().filter((text) => text.includes('disk full')).length).toBeLessThanOrEqual(4);
  expect(fake.clock.pending).toBe(0);
});
