import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import {
  ApiError,
  type ApiErrorKind,
  type ApiOutcome,
  apiErrorKinds,
  apiOutcomes,
  UnreadableResponseError,
  ValidationError,
} from '../../client/http/errors.ts';
import { cancelTriggerOrder as endpoint } from '../../protocol/endpoints/trigger.ts';
import { fakeAccountId, fakeContext, memoryJournal } from './fake-context.fixture.ts';
import type { Verdict } from './intent.ts';
import { sendOnce } from './send-once.ts';

const done: Verdict = { accepted: true, message: 'Done', taskId: 'task-1' };

const send = (fake: ReturnType<typeof fakeContext>, judge: () => Verdict = () => done, isExecution = false) =>
  sendOnce(fake.context, {
    endpoint,
    input: { params: { orderId: 'ord-1' } },
    summary: 'cancel it',
    walletId: 'w-main',
    instrument: 'trigger:ord-1',
    side: 'cancel',
    risk: 'reduces',
    usd: new Big(0),
    needs: ['orders'],
    touches: ['orders', 'usage'],
    ...(isExecution ? { limits: { walletId: 'w-main', isExecution } } : {}),
    evidence: { kind: 'cancelled-trigger', orderId: 'ord-1' },
    readResult: judge,
  });

const ok = () => ({ orderId: 'ord-1', status: 'cancelled' });

test('an answer that comes after the stop is neither written down nor said: the next start finds the request open', async () => {
  let answer = (_body: unknown): void => {};
  const fake = fakeContext(() => new Promise((resolve) => (answer = resolve)));
  const sending = send(fake);
  fake.context.timers.stop();
  answer(ok());
  expect((await sending).kind).toBe('accepted');
  expect(fake.order()).toEqual(['journal', 'request']);
  expect(fake.notices()).toEqual([]);
});

describe('the journal', () => {
  test('has the intent before the request is sent, and the outcome after it', async () => {
    const fake = fakeContext(ok);
    await send(fake);
    expect(fake.order()).toEqual(['journal', 'request', 'journal', 'refresh']);
    const [sent, ended] = fake.journal();
    expect(sent).toEqual({
      event: 'sent',
      at: '2026-01-01T00:00:00.000Z',
      id: sent?.['id'],
      mode: 'paper',
      profile: 'try',
      accountId: fakeAccountId,
      operation: 'trigger.cancel',
      summary: 'cancel it',
      walletId: 'w-main',
      blocks: 'w-main trigger:ord-1 cancel',
      evidence: { kind: 'cancelled-trigger', orderId: 'ord-1' },
      input: { params: { orderId: 'ord-1' } },
    });
    expect(sent?.['id']).toMatch(/^[0-9a-f]{16}$/);
    expect(ended).toMatchObject({ event: 'accepted', id: sent?.['id'], requestId: 'req-1', tookMs: 0 });
  });

  test('gives each request its own id', async () => {
    const fake = fakeContext(ok);
    await send(fake);
    await send(fake);
    const ids = fake.journal().map(({ id }) => id);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
  });

  test('that cannot be written prevents the request', async () => {
    const fake = fakeContext(ok, { journal: memoryJournal((line) => line === 1) });
    expect(await send(fake)).toEqual({
      kind: 'not-sent',
      code: 'JOURNAL_FAILED',
      message: 'nothing was sent: the journal cannot be written (disk full)',
      requestId: null,
    });
    expect(fake.happened).toEqual([]);
    expect(fake.context.session.getState().executionsSinceUsage).toBe(0);
  });

  test('that fails after the response does not hide the outcome', async () => {
    const fake = fakeContext(ok, { journal: memoryJournal((line) => line === 2) });
    expect(await send(fake)).toMatchObject({ kind: 'accepted' });
    expect(fake.notices()).toEqual(['error: journal: disk full', 'ok: Done']);
  });

  test('has the time until the response', async () => {
    const fake = fakeContext(async () => {
      await fake.clock.advance(1_234);
      return ok();
    });
    await send(fake);
    expect(fake.journal()[1]).toMatchObject({ tookMs: 1_234, at: '2026-01-01T00:00:01.234Z' });
  });
});

const apiError = (kind: ApiErrorKind, outcome: ApiOutcome): ApiError =>
  new ApiError({ endpointId: 'x', kind, outcome, code: `C_${kind}`, message: `m ${kind}`, requestId: 'req-9' });

describe('every request is one attempt with one outcome', () => {
  test.each(apiErrorKinds.flatMap((kind) => apiOutcomes.map((outcome) => [kind, outcome] as const)))(
    '%s that proves %s',
    async (kind, outcome) => {
      const fake = fakeContext(() => {
        throw apiError(kind, outcome);
      });
      expect(await send(fake)).toEqual({
        kind: outcome,
        code: `C_${kind}`,
        message: `m ${kind}`,
        requestId: outcome === 'not-sent' ? null : 'req-9',
      });
      expect(fake.requests()).toHaveLength(1);
      expect(fake.journal().map(({ event }) => event)).toEqual(['sent', outcome]);
      expect(fake.order().includes('refresh')).toBe(outcome !== 'not-sent');
      expect(fake.context.session.getState().executionsSinceUsage).toBe(0);
      const said = {
        'not-sent': 'error: cancel it: not sent',
        rejected: 'error: cancel it: rejected',
        unknown: 'warn: cancel it: outcome unknown',
      };
      expect(fake.notices()).toEqual([`${said[outcome]}, C_${kind} m ${kind}`]);
    },
  );

  test.each([
    [new ValidationError('x', 'bad'), 'not-sent'],
    [new UnreadableResponseError('x', 'torn', 200, 'req-2'), 'unknown'],
    [new TypeError('a bug'), 'unknown'],
    ['not even an error', 'unknown'],
  ])('%s is %s', async (error, kind) => {
    const fake = fakeContext(() => {
      throw error;
    });
    expect(await send(fake)).toMatchObject({ kind });
    expect(fake.requests()).toHaveLength(1);
  });

  test('a response that readResult cannot handle is unknown: the service may have executed it', async () => {
    const fake = fakeContext(ok);
    const outcome = await send(fake, () => {
      throw new RangeError('judge broke');
    });
    expect(outcome).toMatchObject({ kind: 'unknown', code: 'UNEXPECTED', message: 'judge broke' });
    expect(fake.requests()).toHaveLength(1);
  });

  test.each([
    [true, 'rejected'],
    [false, 'unknown'],
  ] as const)('a refusal in the body, proven %s, is %s and has its request id', async (isProven, kind) => {
    const fake = fakeContext(ok);
    expect(await send(fake, () => ({ accepted: false, code: 'X', message: 'no', isProven }))).toEqual({
      kind,
      code: 'X',
      message: 'no',
      requestId: 'req-1',
    });
  });

  test('accepted: the task is followed, no execution counted for a cancel, the affected reads repeated', async () => {
    const fake = fakeContext(ok);
    const recordId = expect.stringMatching(/^[0-9a-f]{16}$/);
    const done = { kind: 'accepted', message: 'Done', requestId: 'req-1', taskId: 'task-1', recordId };
    expect(await send(fake)).toEqual(done);
    expect(fake.context.session.getState().executionsSinceUsage).toBe(0);
    expect(fake.happened.at(-1)).toEqual({ what: 'refresh', names: ['orders', 'usage'] });
    expect(fake.notices()).toEqual(['ok: Done']);
  });

  test('an execution is counted once it is accepted, and a refused one is not', async () => {
    const fake = fakeContext(ok);
    const refused: Verdict = { accepted: false, code: 'ORDER_ERROR', message: 'margin', isProven: true };
    await send(fake, () => refused, true);
    expect(fake.context.session.getState().executionsSinceUsage).toBe(0);
    await send(fake, () => done, true);
    expect(fake.context.session.getState().executionsSinceUsage).toBe(1);
  });

  test('if the service never responds, only the intent is on disk and nothing is sent again', async () => {
    const fake = fakeContext(() => new Promise(() => {}));
    let isOver = false;
    void send(fake).then(() => {
      isOver = true;
    });
    await fake.clock.advance(3_600_000);
    expect(isOver).toBe(false);
    expect(fake.order()).toEqual(['journal', 'request']);
    expect(fake.clock.pending).toBe(0);
  });
});
