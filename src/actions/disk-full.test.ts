import { describe, expect, test } from 'vitest';
import { isInDoubt } from '../stores/order-records.ts';
import { bindActions } from './desk-actions.ts';
import { fakeContext, memoryJournal } from './fake-context.fixture.ts';
import { losses, type OrderKind, orderKinds } from './order-kinds.fixture.ts';
import { startOrders } from './start-orders.ts';

const askedFor = /still unknown after a minute; decide in the activity pane \(<focus.activity>\)/;

/** The order is lost, and its evidence is there from the second look on. The lines are: sent, unknown, looked once, then as often as it has to be found, resolved. */
function setUp(kind: OrderKind, fails: (line: number) => boolean) {
  let looks = 0;
  const journal = memoryJournal(fails);
  const fake = fakeContext(
    (id) => {
      if (id === kind.mutation) throw losses[0]?.[1];
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

test.each(orderKinds)('$name is not sent when its intent cannot be written', async (kind) => {
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

describe('a disk that is full for', () => {
  test.each(cases)('%s, %s: the doubt stands until its end is written', async (_name, _what, kind, fails) => {
    const desk = setUp(kind, fails);
    expect(await desk.send()).toMatchObject({ kind: 'unknown' });
    expect(isInDoubt(desk.context.records.getState().records[0]!)).toBe(true);
    expect(await desk.refusal()).toBe('IN_DOUBT');
    await desk.clock.advance(120_000);
    expect(desk.notices()).toContainEqual('error: journal: disk full');
    const isResolved = desk.lines().includes('resolved');
    expect(isInDoubt(desk.context.records.getState().records[0]!)).toBe(!isResolved);
    if (!isResolved) {
      expect(desk.notices().at(-1)).toMatch(askedFor);
      expect(await desk.refusal()).toBe('IN_DOUBT');
    }
    expect(desk.sent()).toBe(1);

    const next = desk.restart(() => kind.before);
    startOrders(next.context);
    const [record] = next.context.records.getState().records;
    expect(record && isInDoubt(record)).toBe(!isResolved);
    await next.clock.advance(61_000);
    if (!isResolved) expect(next.notices().at(-1)).toMatch(askedFor);
  });
});

test('a person’s word that cannot be written ends nothing, and can be given again', async () => {
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

test('an accepted order whose ending was never written is looked for at the next start', async () => {
  const [close] = orderKinds as [OrderKind];
  const fake = fakeContext(() => close.accepted, { journal: memoryJournal((line) => line === 2) });
  const actions = bindActions(fake.context);
  expect(await close.send(actions)).toMatchObject({ kind: 'accepted' });
  const next = fake.restart((id) => (id === close.read ? close.after : close.also[id]));
  startOrders(next.context);
  expect(next.context.records.getState().records.map(({ code }) => code)).toEqual(['INTERRUPTED']);
  await next.clock.advance(5_000);
  expect(next.journal().at(-1)).toMatchObject({ event: 'resolved', verdict: 'done' });
});

test('an ending that could not be written is written before the next order, so that no start doubts it', async () => {
  const [close] = orderKinds as [OrderKind];
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

test('a task is followed to its end though nothing about it can be written, and the disk is complained of once', async () => {
  const swap = orderKinds.find(({ name }) => name === 'swap')!;
  let asked = 0;
  const answer = (id: string) => {
    if (id === swap.mutation) return swap.accepted;
    return { taskId: 'task-1', taskType: 'swap', status: ++asked < 10 ? 'pending' : 'success', txHash: 'abc' };
  };
  const fake = fakeContext(answer, { journal: memoryJournal((line) => line >= 2) });
  expect(await swap.send(bindActions(fake.context))).toMatchObject({ kind: 'accepted' });
  await fake.clock.advance(60_000);
  expect(asked).toBe(10);
  expect(fake.notices().at(-1)).toBe('ok: swap 40 JUP → SOL: done, tx abc');
  expect(fake.notices().filter((text) => text.includes('disk full')).length).toBeLessThanOrEqual(3);
  expect(fake.clock.pending).toBe(0);
});
