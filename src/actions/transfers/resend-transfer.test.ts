import { describe, expect, test } from 'vitest';
import { ApiError } from '../../client/http/errors.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { bindActions } from '../desk-actions.ts';
import { type FakeOptions, fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { type OperationKind, orderKinds, rejection, unknownEndings } from '../pipeline/operation-kinds.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { resendLeftMs } from './resend-transfer.ts';

const kind = (name: string) => orderKinds.find((one) => one.name === name) as OperationKind;
const transfer = kind('transfer');
const [, lost] = unknownEndings[0]!;

/** A transfer whose first answer was lost; the others are these, then it is lost again. */
async function lostTransfer(answers: readonly unknown[] = [], options: FakeOptions = {}, sent = transfer) {
  const left: unknown[] = [lost, ...answers];
  const fake = fakeContext((id) => {
    const next = id === sent.mutation ? (left.shift() ?? lost) : id === 'tasks.get' ? success : sent.before;
    if (next instanceof Error) throw next;
    return next;
  }, options);
  const actions = bindActions(fake.context);
  await sent.send(actions);
  const record = () => fake.context.records.getState().records[0]!;
  const bodies = () => fake.requests().flatMap(({ id, input }) => (id === sent.mutation ? [input] : []));
  const events = () => fake.journal().map(({ event }) => event);
  return { ...fake, actions, record, bodies, events };
}

const success = { taskId: 'task-1', taskType: 'transfer', status: 'success', txHash: 'sig-1' };

describe('a transfer without an answer', () => {
  test('is sent again only when it is asked for, journalled first, exactly as before', async () => {
    const desk = await lostTransfer([transfer.accepted]);
    await desk.clock.advance(100_000);
    expect(desk.bodies()).toHaveLength(1);
    expect(await desk.actions.resendTransfer(desk.record().id)).toBeNull();
    expect(desk.bodies()).toHaveLength(2);
    expect(desk.bodies()[1]).toEqual(desk.bodies()[0]);
    expect(desk.bodies()[0]).toMatchObject({ body: { correlationId: 'c'.repeat(32), awaitResult: false } });
    const resentAt = desk.happened.findIndex(({ entry }) => entry?.['event'] === 'resent');
    const requestAt = desk.happened.findLastIndex(({ id }) => id === transfer.mutation);
    expect(resentAt).toBeGreaterThan(0);
    expect(resentAt).toBeLessThan(requestAt);
    expect(desk.record()).toMatchObject({ state: 'accepted', taskId: 'task-1' });
    await desk.clock.advance(1_000);
    expect(desk.record().task).toMatchObject({ isOver: true, txHash: 'sig-1' });
    expect(desk.notices().at(-1)).toBe('ok: send 40 JUP from main to base one: done, tx sig-1');
  });

  test('that FAILED when it was sent again is rejected', async () => {
    const error = { code: 'INSUFFICIENT_BALANCE_FOR_GAS', message: 'no gas' };
    const desk = await lostTransfer([{ taskId: 'task-1', status: 'FAILED', error }]);
    await desk.actions.resendTransfer(desk.record().id);
    expect(desk.record()).toMatchObject({ state: 'rejected', code: error.code });
  });

  test.each([
    ['a lost answer', lost],
    ['a refusal', rejection],
    ['a closed port', new ApiError({ ...rejection, kind: 'network', outcome: 'not-sent', message: 'closed' })],
  ])('stays unknown after %s, and can be sent again', async (_, answer) => {
    const desk = await lostTransfer([answer, transfer.accepted]);
    await desk.actions.resendTransfer(desk.record().id);
    expect(isUnresolved(desk.record())).toBe(true);
    expect(desk.events()).toEqual(['sent', 'unknown', 'resent', 'unknown']);
    expect(await desk.actions.resendTransfer(desk.record().id)).toBeNull();
    expect(desk.record()).toMatchObject({ state: 'accepted' });
  });

  test('is sent once by two keys at a time', async () => {
    const desk = await lostTransfer([transfer.accepted]);
    const { id } = desk.record();
    const [first, second] = await Promise.all([desk.actions.resendTransfer(id), desk.actions.resendTransfer(id)]);
    expect([first, second]).toEqual([null, expect.stringContaining('Only an unresolved transfer')]);
    expect(desk.bodies()).toHaveLength(2);
  });

  test('is not sent again after four and a half minutes, nor by a clock that was set back', async () => {
    const desk = await lostTransfer();
    const nowMs = desk.clock.now();
    expect(resendLeftMs(desk.record(), nowMs + 269_999)).toBe(1);
    expect(resendLeftMs(desk.record(), nowMs + 270_000)).toBeNull();
    expect(resendLeftMs(desk.record(), nowMs - 1)).toBeNull();
    await desk.clock.advance(270_000);
    expect(await desk.actions.resendTransfer(desk.record().id)).toContain('in the first minutes');
    expect(desk.bodies()).toHaveLength(1);
  });

  test('is not sent again while trading is halted, or once it is resolved', async () => {
    const desk = await lostTransfer();
    const { id } = desk.record();
    desk.actions.setMode('halted', 'a test');
    expect(await desk.actions.resendTransfer(id)).toContain('halted');
    desk.actions.setMode('active', 'a test');
    desk.actions.decide(id, 'done');
    expect(await desk.actions.resendTransfer(id)).toContain('Only an unresolved');
    expect(desk.bodies()).toHaveLength(1);
  });

  test('is not sent again if the journal cannot say so', async () => {
    const desk = await lostTransfer([], { journal: memoryJournal((line) => line === 3) });
    expect(await desk.actions.resendTransfer(desk.record().id)).toContain('journal cannot be written');
    expect(desk.bodies()).toHaveLength(1);
  });

  test('that was being sent again when the desk ended is unknown at the next start', async () => {
    const desk = await lostTransfer();
    desk.context.log.write({ event: 'resent', id: desk.record().id });
    const next = desk.restart();
    startPipeline(next.context);
    const [record] = next.context.records.getState().records;
    expect(record).toMatchObject({ state: 'unknown', code: 'INTERRUPTED' });
    expect(resendLeftMs(record!, next.clock.now())).toBeGreaterThan(0);
  });
});

test('a swap without an answer is never sent again', async () => {
  const desk = await lostTransfer([], {}, kind('swap'));
  expect(await desk.actions.resendTransfer(desk.record().id)).toContain('Only an unresolved transfer');
  expect(desk.bodies()).toHaveLength(1);
});

test('a swap and a transfer of one token exclude each other while either is unknown', async () => {
  const desk = await lostTransfer();
  expect(await kind('swap').send(desk.actions)).toMatchObject({ kind: 'not-sent', code: 'IN_DOUBT' });
});
