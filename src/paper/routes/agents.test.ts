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

it.each([
  ['/fail  no model is left', 'failed', 1500, 'no model is left'],
  ['/fail', 'failed', 1500, 'the prompt asked for a failure'],
  ['/timeout', 'timeout', 30_000, 'no answer within 30 seconds'],
])('a prompt of %j ends as %s', async (prompt, status, afterMs, error) => {
  const { call, clock, messages } = openAccountLab();
  const { sessionId } = await call(invokeAgent, { params: { agentId: 'any' }, body: { prompt } });
  const session = () => call(getAgentSession, { params: { sessionId } });
  await clock.advance(afterMs - 1);
  expect(await session()).toMatchObject({ status: 'running', error: null });
  await clock.advance(1);
  expect(await session()).toMatchObject({ status, error, finalResponse: null });
  expect(messages).toHaveLength(1);
});

it('a suggestion is acted on by the trade that it proposed, and only by that one', async () => {
  const { account, call, clock } = openAccountLab();
  const tokenAddress = '0x940181a94a35a4569e4529a3cdfb74e38fd98631';
  const trades: { side: string; atMs: number }[] = [];
  account.suggestions.followTrades((wanted) =>
    trades.some(({ side, atMs }) => side === wanted.side && atMs >= wanted.fromMs && atMs < wanted.untilMs),
  );
  trades.push({ side: 'buy', atMs: clock.now() - 1 });
  const body = { chain: 'base', tokenAddress, side: 'buy' } as const;
  const { suggestionId } = await call(createSuggestion, { body });
  const state = async () => {
    const { suggestions } = await call(listSuggestions, {});
    return suggestions.find((each) => each['suggestionId'] === suggestionId)?.['state'];
  };
  expect(await state()).toBe('OPEN');
  trades.push({ side: 'sell', atMs: clock.now() });
  expect(await state()).toBe('OPEN');
  trades.push({ side: 'buy', atMs: clock.now() });
  expect(await state()).toBe('ACTED');
  await clock.advance(25 * 3_600_000);
  expect(await state()).toBe('ACTED');
});

it('a suggestion is dismissed by a newer one that says the opposite about the same token', async () => {
  const { call } = openAccountLab();
  const tokenAddress = '0x940181a94a35a4569e4529a3cdfb74e38fd98631';
  await call(createSuggestion, { body: { chain: 'base', tokenAddress, side: 'buy' } });
  await call(createSuggestion, { body: { chain: 'base', tokenAddress: `0x${'1'.repeat(40)}`, side: 'sell' } });
  await call(createSuggestion, { body: { chain: 'base', tokenAddress, side: 'sell' } });
  const { suggestions } = await call(listSuggestions, {});
  expect(suggestions.slice(0, 3).map((each) => each['state'])).toEqual(['OPEN', 'OPEN', 'DISMISSED']);
});

it('a suggestion that says the same again leaves the first one open', async () => {
  const { call } = openAccountLab();
  const body = { chain: 'base', tokenAddress: '0x940181a94a35a4569e4529a3cdfb74e38fd98631', side: 'buy' } as const;
  await call(createSuggestion, { body });
  await call(createSuggestion, { body });
  const { suggestions } = await call(listSuggestions, {});
  expect(suggestions.slice(0, 2).map((each) => each['state'])).toEqual(['OPEN', 'OPEN']);
});
