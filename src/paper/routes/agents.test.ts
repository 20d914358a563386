import { expect, it } from 'vitest';
import { createSuggestion, getAgentSession, invokeAgent, listSuggestions } from '../../protocol/endpoints/agents.ts';
import { openAccountLab } from './account-lab.fixture.ts';

it('lists suggestions newest first, by state, and takes new ones with their own fields', async () => {
  const { call, clock } = openAccountLab();
  const states = async () => (await call(listSuggestions, {})).suggestions.map(({ state }) => state);
  expect(await states()).toEqual(['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED']);
  const made = await call(createSuggestion, {
    body: { chain: 'base', side: 'buy', reason: 'cheap', state: 'ACTED', own: 1 },
  });
  expect(made).toMatchObject({ state: 'OPEN', chain: 'base', own: 1, suggestionId: expect.stringMatching(/^sug_/) });
  expect((await call(listSuggestions, { query: { state: 'OPEN' } })).suggestions).toHaveLength(2);
  await clock.advance(24 * 3_600_000);
  expect(await states()).toEqual(['EXPIRED', 'EXPIRED', 'ACTED', 'DISMISSED', 'EXPIRED']);
});

it('runs a session on the clock', async () => {
  const { call, clock, messages } = openAccountLab();
  const started = await call(invokeAgent, { params: { agentId: 'any' }, body: { prompt: 'What do I hold?' } });
  expect(started).toMatchObject({ status: 'pending', finalResponse: null });
  const session = () => call(getAgentSession, { params: { sessionId: started.sessionId } });
  await clock.advance(400);
  expect(await session()).toMatchObject({ status: 'running', finalResponse: null });
  expect(messages).toEqual([]);
  await clock.advance(1200);
  expect(await session()).toMatchObject({
    status: 'completed',
    triggerFireId: started.triggerFireId,
    finalResponse: expect.stringContaining('6 active wallets and 1 archived, 1 wallet groups, 1 open suggestions'),
  });
  expect(messages).toMatchObject([{ stream: 'automation.updates', data: { taskId: started.triggerFireId } }]);
  await expect(call(getAgentSession, { params: { sessionId: 'ses_none' } })).rejects.toMatchObject({ status: 404 });
});

it('answers an awaited invocation when it is completed', async () => {
  const { call, clock } = openAccountLab();
  const answer = call(invokeAgent, { params: { agentId: 'any' }, body: { prompt: 'Go', awaitResult: true } });
  let isAnswered = false;
  void answer.then(() => {
    isAnswered = true;
  });
  await clock.advance(1400);
  expect(isAnswered).toBe(false);
  await clock.advance(200);
  expect(await answer).toMatchObject({ status: 'completed', finalResponse: expect.any(String) });
});
