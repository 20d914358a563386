import { expect, test } from 'vitest';
import { ApiError } from '../../client/http/errors.ts';
import { intentOf, type Operation, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';

const order: Operation & { kind: 'invokeAgent' } = {
  kind: 'invokeAgent',
  draft: { agentId: 'scout', prompt: 'What moved?', isAwaited: false },
};
const begun = { sessionId: 'ses_1', status: 'pending', triggerFireId: 'f' };

const flush = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

test('a task is sent once, and its session followed to its end', async () => {
  const states = ['running', 'completed'];
  const fake = fakeContext((id) =>
    id === 'agents.invoke' ? begun : { ...begun, status: states.shift() ?? 'late', finalResponse: 'JUP moved' },
  );
  const outcome = await sendOperation(fake.context, order);
  expect(outcome).toMatchObject({ kind: 'accepted', sessionId: 'ses_1' });
  expect(fake.requests()[0]).toEqual({
    what: 'request',
    id: 'agents.invoke',
    input: { params: { agentId: 'scout' }, body: { prompt: 'What moved?', awaitResult: false } },
  });
  await flush();
  expect(fake.context.data.agentSessions()).toMatchObject([
    { status: 'running', isOver: false, prompt: 'What moved?' },
  ]);
  await fake.clock.advance(700);
  await flush();
  expect(fake.context.data.agentSessions()).toMatchObject([
    { status: 'completed', isOver: true, finalResponse: 'JUP moved' },
  ]);
  await fake.clock.advance(60_000);
  await flush();
  expect(fake.requests().map(({ id }) => id)).toEqual(['agents.invoke', 'agents.session', 'agents.session']);
  expect(fake.notices()).toContain('ok: agent scout: completed');
});

test('a failed session read shows why, and is repeated', async () => {
  let isUp = false;
  const fake = fakeContext((id) => {
    if (id === 'agents.invoke') return begun;
    if (!isUp)
      throw new ApiError({
        endpointId: id,
        kind: 'server',
        code: 'DOWN',
        outcome: 'unknown',
        message: 'later',
        status: 503,
      });
    return { ...begun, status: 'failed', error: 'no luck' };
  });
  await sendOperation(fake.context, order);
  await flush();
  expect(fake.context.data.agentSessions()).toMatchObject([{ trouble: 'DOWN later', isOver: false }]);
  isUp = true;
  await fake.clock.advance(700);
  await flush();
  expect(fake.context.data.agentSessions()).toMatchObject([{ trouble: null, isOver: true, error: 'no luck' }]);
  expect(fake.notices()).toContain('error: agent scout: failed: no luck');
});

test('without a path of sessions it is sent, and its session shown as it was answered', async () => {
  const fake = fakeContext(() => begun);
  fake.context.session.setState({ whyNoAgentSession: 'No path.' });
  expect(await sendOperation(fake.context, order)).toMatchObject({ kind: 'accepted', sessionId: 'ses_1' });
  await fake.clock.advance(60_000);
  await flush();
  expect(fake.requests().map(({ id }) => id)).toEqual(['agents.invoke']);
  expect(fake.context.data.agentSessions()).toMatchObject([{ status: 'pending', isOver: false, trouble: 'No path.' }]);
});

test.each(['No path.', null])('an awaited task needs no path: its answer is in the response (%j)', async (why) => {
  const answer = { ...begun, status: 'completed', finalResponse: 'JUP moved', error: null };
  const fake = fakeContext(() => answer);
  fake.context.session.setState({ whyNoAgentSession: why });
  const outcome = await sendOperation(fake.context, { ...order, draft: { ...order.draft, isAwaited: true } });
  expect(outcome).toMatchObject({ kind: 'accepted', sessionId: 'ses_1' });
  expect(fake.requests()).toMatchObject([{ input: { body: { awaitResult: true } } }]);
  expect(fake.context.data.agentSessions()).toMatchObject([
    { status: 'completed', isOver: true, finalResponse: 'JUP moved', trouble: null },
  ]);
  expect(fake.notices()).toContain('ok: agent scout: completed');
});

test('the response of an awaited task may take two minutes', () => {
  const timeout = (isAwaited: boolean) =>
    intentOf(fakeContext(() => begun).context, { ...order, draft: { ...order.draft, isAwaited } }).timeoutMs;
  expect([timeout(true), timeout(false)]).toEqual([120_000, undefined]);
});
