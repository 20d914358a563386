import { describe, expect, test } from 'vitest';
import { bindActions } from './desk-actions.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { type OrderKind, orderKinds } from './order-kinds.fixture.ts';
import { startOrders } from './start-orders.ts';

const swap = orderKinds.find(({ name }) => name === 'swap') as OrderKind;
const pending = { status: 'pending' };

/** A swap was accepted, and its task answers as told, the last answer again and again. */
async function setUp(...answers: readonly unknown[]) {
  const left = [...answers];
  const fake = fakeContext(async (id) => {
    if (id === swap.mutation) return swap.accepted;
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

  test('has a task that cannot be read as not ended, and its failure with code and message', async () => {
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

test('a status that nobody has listed has not ended', async () => {
  const desk = await setUp({ status: 'finalised?' });
  await desk.clock.advance(10_000);
  expect(desk.record().task).toMatchObject({ status: 'finalised?', isOver: false });
  expect(desk.asked()).toBeGreaterThan(10);
});

test('a desk that ends asks no more, also when an answer comes after its end', async () => {
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

test('the next desk follows what this one did not see the end of, and only that', async () => {
  const desk = await setUp(pending);
  await desk.clock.advance(5_000);
  const next = desk.restart(() => ({ taskId: 'task-1', taskType: 'swap', status: 'success', txHash: 'abc' }));
  startOrders(next.context);
  await next.clock.advance(700);
  expect(next.notices()).toEqual(['ok: swap 40 JUP → SOL: done, tx abc']);
  expect(next.happened.at(-1)).toEqual({ what: 'refresh', names: ['balances', 'holdings'] });
  const third = next.restart();
  startOrders(third.context);
  expect(third.clock.pending).toBe(0);
});

test('an accepted swap blocks no other one: its task alone is waited for', async () => {
  const desk = await setUp(pending);
  expect(await swap.send(bindActions(desk.context))).toMatchObject({ kind: 'accepted' });
});
