import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../protocol/endpoint.ts';
import { createSuggestion, getAgentSession, invokeAgent, listSuggestions } from '../../protocol/endpoints/agents.ts';
import { readable } from '../../protocol/schema.ts';
import { openAccountLab } from './account-lab.fixture.ts';

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

describe('suggestions', () => {
  const aero = '0x940181a94a35a4569e4529a3cdfb74e38fd98631';
  const terms = {
    side: 'BUY',
    networkId: 'BASE',
    asset: aero.toUpperCase().replace('0X', '0x'),
    rationale: 'cheap',
  } as const;
  const hourMs = 3_600_000;

  function open() {
    const lab = openAccountLab();
    const trades: { side: string; atMs: number }[] = [];
    lab.account.suggestions.follow({
      tradedAtMs: (wanted) =>
        trades.find(({ side, atMs }) => side === wanted.side && atMs >= wanted.fromMs && atMs < wanted.untilMs)?.atMs ??
        null,
      token: (chain, address) => {
        const isKnown = chain === 'base' ? address.toLowerCase() === aero : chain === 'solana';
        return isKnown ? { address: address.toLowerCase(), symbol: 'AERO', name: 'Aerodrome', priceUsd: 0.5 } : null;
      },
    });
    const list = async (query: CallInput<typeof listSuggestions>['query'] = { state: 'ALL' }) =>
      readable((await lab.call(listSuggestions, { query })).suggestions ?? []);
    const states = async () => (await list()).map(({ state }) => state);
    return { ...lab, trades, list, states };
  }

  it('are listed latest first, open ones unless another state is asked for', async () => {
    const { list, states } = open();
    expect(await states()).toEqual(['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED']);
    expect(await list({})).toMatchObject([{ state: 'OPEN', agentKey: { name: 'Scout' }, linkedTaskId: null }]);
    for (const state of ['OPEN', 'ACTED', 'DISMISSED', 'EXPIRED'] as const)
      expect((await list({ state })).map((one) => one.state)).toEqual([state]);
    expect(await list({ state: 'ACTED' })).toMatchObject([{ actedAt: expect.stringMatching(/Z$/) }]);
    expect(await list({ state: 'DISMISSED' })).toMatchObject([
      { dismissedAt: expect.stringMatching(/Z$/), dismissReason: 'Too small to matter.' },
    ]);
  });

  it('say what was proposed, by which key, and expire after six hours', async () => {
    const { call, clock, list } = open();
    const made = await call(createSuggestion, { body: { ...terms, amountInUsd: 12.5, confidence: 'LOW' } });
    expect(made).toEqual({
      id: expect.stringMatching(/^sug_/),
      state: 'OPEN',
      createdAt: '2026-11-20T14:12:00.000Z',
      expiresAt: '2026-11-20T20:12:00.000Z',
      side: 'BUY',
      networkId: 'BASE',
      rationale: 'cheap',
      amountInUsd: 12.5,
      confidence: 'LOW',
      asset: { address: aero, symbol: 'AERO', name: 'Aerodrome', priceUsd: 0.5 },
      agentKey: { id: 'key_1', name: null },
      linkedTaskId: null,
    });
    await clock.advance(6 * hourMs - 1);
    expect(await list({})).toMatchObject([{ id: made.id }]);
    await clock.advance(1);
    expect(await list({})).toEqual([]);
    const bare = await call(createSuggestion, { body: terms });
    expect(bare).toMatchObject({ amountInUsd: null, confidence: null });
  });

  it('are read page by page, in one state too, while newer ones come', async () => {
    const { call, list } = open();
    for (let count = 0; count < 3; count++) await call(createSuggestion, { body: terms });
    const page = async (cursor?: string | null) =>
      call(listSuggestions, { query: { state: 'ALL', limit: 3, ...(cursor ? { cursor } : {}) } });
    const first = await page();
    await call(createSuggestion, { body: terms });
    const second = await page(first.nextCursor);
    const third = await page(second.nextCursor);
    expect([second.nextCursor, third.nextCursor]).toEqual([expect.any(String), null]);
    const ids = [first, second, third].flatMap(({ suggestions }) => readable(suggestions ?? []).map(({ id }) => id));
    expect(ids).toEqual((await list()).slice(1).map(({ id }) => id));
    const open1 = await call(listSuggestions, { query: { limit: 4 } });
    const open2 = await call(listSuggestions, { query: { limit: 4, cursor: open1.nextCursor! } });
    expect(open2).toMatchObject({ suggestions: [{ state: 'OPEN' }], nextCursor: null });
    await expect(page('bm9uZQ')).rejects.toMatchObject({ status: 400, code: 'INVALID_PARAMS' });
  });

  it('are refused for a token or a network that paper does not have', async () => {
    const { call } = open();
    const nowhere = call(createSuggestion, { body: { ...terms, networkId: 'ETH' } });
    await expect(nowhere).rejects.toMatchObject({ status: 400, code: 'INVALID_PARAMS' });
    const unknown = call(createSuggestion, { body: { ...terms, asset: '0x1' } });
    await expect(unknown).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('are acted on by the trade that they proposed, and only by that one', async () => {
    const { call, clock, trades, list } = open();
    trades.push({ side: 'buy', atMs: clock.now() - 1 });
    const { id } = await call(createSuggestion, { body: terms });
    const found = async () => (await list()).find((each) => each.id === id);
    expect(await found()).toMatchObject({ state: 'OPEN' });
    trades.push({ side: 'sell', atMs: clock.now() });
    expect(await found()).toMatchObject({ state: 'OPEN' });
    trades.push({ side: 'buy', atMs: clock.now() });
    const actedAt = new Date(clock.now()).toISOString();
    expect(await found()).toMatchObject({ state: 'ACTED', actedAt });
    await clock.advance(25 * hourMs);
    expect(await found()).toMatchObject({ state: 'ACTED', actedAt });
  });

  it('are dismissed by a newer one that says the opposite about the same token, not by one that says the same', async () => {
    const { call, states } = open();
    await call(createSuggestion, { body: terms });
    await call(createSuggestion, { body: terms });
    expect((await states()).slice(0, 2)).toEqual(['OPEN', 'OPEN']);
    await call(createSuggestion, { body: { ...terms, networkId: 'SOL', side: 'SELL' } });
    expect((await states()).slice(0, 3)).toEqual(['OPEN', 'OPEN', 'OPEN']);
    await call(createSuggestion, { body: { ...terms, side: 'SELL' } });
    expect((await states()).slice(0, 4)).toEqual(['OPEN', 'OPEN', 'DISMISSED', 'DISMISSED']);
  });

  it('of an older file are kept where they name a token and a side', async () => {
    const { account, list } = open();
    const fields = { chain: 'solana', side: 'sell', tokenAddress: 'JUP', reason: 'high' };
    const createdMs = Date.UTC(2026, 10, 20, 14);
    account.suggestions.restore([
      { suggestionId: 'a', state: 'OPEN', createdMs, fields },
      { suggestionId: 'b', state: 'ACTED', createdMs, fields },
      { suggestionId: 'c', state: 'DISMISSED', createdMs, fields: { ...fields, reason: undefined } },
      { suggestionId: 'd', state: 'OPEN', createdMs, fields: { reason: 'no token' } },
      { suggestionId: 'e', state: 'OPEN', createdMs, fields: { ...fields, side: 'hold' } },
    ]);
    expect(await list()).toMatchObject([
      { id: 'a', state: 'OPEN', side: 'SELL', networkId: 'SOL', rationale: 'high' },
      { id: 'b', state: 'ACTED' },
      { id: 'c', state: 'DISMISSED', rationale: '' },
    ]);
    const saved = JSON.parse(JSON.stringify(account.suggestions.snapshot()));
    account.suggestions.restore(saved);
    expect(await list()).toHaveLength(3);
  });
});
