import { describe, expect, test } from 'vitest';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { type OperationKind, orderKinds } from './operation-kinds.fixture.ts';
import { startPipeline } from './start-pipeline.ts';

const swap = orderKinds.find(({ name }) => name === 'swap') as OperationKind;
const pending = { status: 'pending' };

/** A swap was accepted; its task gives these responses, the last one repeatedly. */
async function setUp(...answers: readonly unknown[]) {
  const left = [...answers];
  const fake = fakeContext(async (id) => {
    if (id === swap.mutation) return swap.accepted;
    if (id !== 'tasks.get') return { trades: [] };
    const next = await (left.length > 1 ? left.shift() : left[0]);
    if (next instanceof Error) throw next;
    return { taskId: 'task-1', taskType: 'swap', ...(next as object) };
  });
  await swap.send(bindActions(fake.context));
  const asked = () => fake.requests().filter(({ id }) => id === 'tasks.get').length;
  const record = () => fake.context.records.getState().records[0]!;
  const tasks = () => fake.journal().filter(({ event }) => event === 'task');
  return { ...fake, asked, record, tasks };
}

test('a status that is read after the stop is neither written down nor said', async () => {
  let answer = (_task: unknown): void => {};
  const desk = await setUp(new Promise((resolve) => (answer = resolve)));
  await desk.clock.advance(1_000);
  expect(desk.asked()).toBe(1);
  const [lines, notices] = [desk.journal().length, desk.notices().length];
  desk.context.timers.stop();
  answer({ status: 'success' });
  await desk.clock.advance(60_000);
  expect([desk.journal().length, desk.notices().length]).toEqual([lines, notices]);
});

describe('the journal', () => {
  test('has each new status of a task once, and its end', async () => {
    const desk = await setUp(pending, pending, { status: 'confirming' }, { status: 'success', txHash: 'abc' });
    await desk.clock.advance(60_000);
    expect(desk.tasks()).toMatchObject([
      { status: 'pending', isOver: false },
      { status: 'confirming', isOver: false },
      { status: 'success', isOver: true, txHash: 'abc' },
    ]);
    expect(desk.record()).toMatchObject({ state: 'accepted', task: { status: 'success', isOver: true } });
    expect(desk.asked()).toBe(4);
  });

  test('records a failed task read as not ended, and a failed task with code and message', async () => {
    const failed = { status: 'Failed', errorCode: 'SLIPPAGE', errorMessage: 'moved' };
    const desk = await setUp(new Error('no net'), failed);
    await desk.clock.advance(60_000);
    expect(desk.tasks()).toMatchObject([
      { status: 'unreadable: UNEXPECTED', isOver: false },
      { status: 'Failed', isOver: true, code: 'SLIPPAGE', message: 'moved' },
    ]);
    expect(desk.notices().at(-1)).toBe('error: swap 40 JUP → SOL: failed, SLIPPAGE moved');
  });
});

test.each([
  ['Completed', 'ok: swap 40 JUP → SOL: done'],
  ['REFUNDED', 'error: swap 40 JUP → SOL: refunded, SPLIT_REFUNDED no route'],
])('%s ends a task', async (status, notice) => {
  const trouble = status === 'Completed' ? {} : { errorCode: 'SPLIT_REFUNDED', errorMessage: 'no route' };
  const desk = await setUp({ status: 'DepositTxBroadcast' }, { status: 'Refunding' }, { status, ...trouble });
  await desk.clock.advance(60_000);
  expect(desk.tasks().map(({ status: is, isOver }) => [is, isOver])).toEqual([
    ['DepositTxBroadcast', false],
    ['Refunding', false],
    [status, true],
  ]);
  expect(desk.notices()).toContain(notice);
});

test('an unknown status has not ended', async () => {
  const desk = await setUp({ status: 'finalised?' });
  await desk.clock.advance(10_000);
  expect(desk.record().task).toMatchObject({ status: 'finalised?', isOver: false });
  expect(desk.asked()).toBeGreaterThan(10);
});

test('a stopped desk does not poll again, even if a response arrives later', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  for (const first of [pending, promise]) {
    const desk = await setUp(first);
    await desk.clock.advance(700);
    expect(desk.asked()).toBe(1);
    desk.context.timers.stop();
    resolve(pending);
    await desk.clock.advance(3_600_000);
    expect(desk.asked()).toBe(1);
    expect(desk.clock.pending).toBe(0);
  }
});

test('the next desk follows exactly the tasks that had not ended', async () => {
  const desk = await setUp(pending);
  await desk.clock.advance(5_000);
  const next = desk.restart(() => ({ taskId: 'task-1', taskType: 'swap', status: 'success', txHash: 'abc' }));
  startPipeline(next.context);
  await next.clock.advance(700);
  expect(next.notices()).toEqual(['ok: swap 40 JUP → SOL: done, tx abc']);
  expect(next.happened.at(-1)).toEqual({ what: 'refresh', names: ['balances', 'holdings'] });
  await next.clock.advance(20_000);
  const third = next.restart();
  startPipeline(third.context);
  expect(third.clock.pending).toBe(0);
});

test('an accepted swap does not block another while its task runs', async () => {
  const desk = await setUp(pending);
  expect(await swap.send(bindActions(desk.context))).toMatchObject({ kind: 'accepted' });
});
