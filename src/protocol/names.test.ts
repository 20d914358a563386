import { expect, test } from 'vitest';
import { checkNames, isOffByDefault, openNames } from './check-names.ts';
import { allEndpoints } from './endpoint-list.ts';
import { invokeAgent } from './endpoints/agents.ts';
import { perpPositions } from './endpoints/perp-positions.ts';
import { portfolioBalances } from './endpoints/portfolio.ts';
import { quoteSwap } from './endpoints/swap.ts';
import { batchTokens, searchTokens, tokenPrice } from './endpoints/tokens.ts';
import { cancelTriggerOrder, createTriggerOrder } from './endpoints/trigger.ts';
import { deleteWalletGroup } from './endpoints/wallet-groups.ts';
import { wsAuth } from './endpoints/ws.ts';
import { wireInput } from './names.ts';
import { PathParameterError } from './path-template.ts';

test('without overrides a call leaves under the default names', () => {
  const wire = wireInput(perpPositions, { query: { wallet_id: 'wal_1' } });
  expect(wire.path).toBe('/api/v2/perp/positions');
  expect(wire.query.toString()).toBe('wallet_id=wal_1');
  expect(wire.body).toBeUndefined();
});

test('a renamed query parameter is renamed where its row says, and nowhere else', () => {
  const names = { walletQuery: 'walletId', chainQuery: 'network', hardDeleteQuery: 'hard' };
  expect(wireInput(perpPositions, { query: { wallet_id: 'w' } }, names).query.toString()).toBe('walletId=w');
  expect(wireInput(portfolioBalances, { query: { chain: 'base' } }, names).query.toString()).toBe('network=base');
  expect(wireInput(quoteSwap, { query: { chain: 'base' } }, names).query.toString()).toBe('chain=base');
  const deletion = wireInput(deleteWalletGroup, { params: { groupId: 'g' }, query: { hard_delete: true } }, names);
  expect(deletion.query.toString()).toBe('hard=true');
});

test('channel authorisation is a form, and its fields can be renamed', () => {
  const body = { socket_id: '1.2', channel_name: 'presence-a' };
  expect(String(wireInput(wsAuth, { body }).body)).toBe('socket_id=1.2&channel_name=presence-a');
  expect(String(wireInput(wsAuth, { body }, { channelNameField: 'channel' }).body)).toBe(
    'socket_id=1.2&channel=presence-a',
  );
});

test('a body that is not a form stays an object', () => {
  expect(wireInput(batchTokens, { body: { tokens: ['solana:a'] } }).body).toEqual({ tokens: ['solana:a'] });
});

test('Monad goes by its other name in chains and token ids, but not in what a person searches for', () => {
  const names = { monadChain: 'mon' };
  const order = wireInput(createTriggerOrder, { body: { chain: 'monad', amount: '1' } }, names);
  expect(order.body).toEqual({ chain: 'mon', amount: '1' });
  expect(wireInput(tokenPrice, { params: { tokenId: 'monad:0xa' } }, names).path).toBe(
    '/api/v2/tokens/mon%3A0xa/price',
  );
  expect(wireInput(batchTokens, { body: { tokens: ['monad:0xa', 'base:0xb'] } }, names).body).toEqual({
    tokens: ['mon:0xa', 'base:0xb'],
  });
  expect(wireInput(searchTokens, { query: { q: 'monad', chain: 'monad' } }, names).query.toString()).toBe(
    'q=monad&chain=mon',
  );
});

test('undefined query fields stay at home, and values are escaped', () => {
  const { query } = wireInput(searchTokens, { query: { q: 'a&b=c', chain: undefined, page: 2 } });
  expect(query.toString()).toBe('q=a%26b%3Dc&page=2');
});

test('path parameters are escaped', () => {
  const { path } = wireInput(cancelTriggerOrder, { params: { orderId: 'a/b?c#d' } });
  expect(path).toBe('/api/v2/trigger/order/a%2Fb%3Fc%23d');
});

test.each([undefined, '', '.', '..'])('a path parameter of %j is refused: it would reach another path', (orderId) => {
  expect(() => wireInput(cancelTriggerOrder, { params: { orderId } })).toThrow(PathParameterError);
});

test('only the status of agent sessions is off until its path is named', () => {
  expect(allEndpoints.filter(({ id }) => isOffByDefault(id)).map(({ id }) => id)).toEqual(['agents.session']);
  const names = { agentsInvokePath: '/api/v2/bots/{agentId}/run', agentsSessionPath: '/api/v2/runs/{sessionId}' };
  expect(checkNames(names)).toEqual([]);
  expect(isOffByDefault('agents.session', names)).toBe(false);
  expect(wireInput(invokeAgent, { params: { agentId: 'a1' } }, names).path).toBe('/api/v2/bots/a1/run');
});

test('paths that the contract shows cannot be renamed', () => {
  const [problem] = checkNames({ perpPositionsPath: '/api/v2/positions' });
  expect(problem).toMatchObject({ name: 'perpPositionsPath' });
});

test('an unknown name is refused with the names that can be set', () => {
  const [problem] = checkNames({ wallet: 'x' });
  expect(problem?.name).toBe('wallet');
  for (const { key } of openNames) expect(problem?.message).toContain(key);
});

test.each([
  [{ walletQuery: 'wallet id' }, 'letters'],
  [{ walletQuery: '' }, 'letters'],
  [{ tasksGetPath: '/api/v1/tasks/{taskId}' }, '/api/v2/'],
  [{ tasksGetPath: '/api/v2/tasks/../{taskId}' }, '/api/v2/'],
  [{ tasksGetPath: 'https://elsewhere.example/{taskId}' }, '/api/v2/'],
  [{ tasksGetPath: '/api/v2/tasks' }, '{taskId}'],
  [{ tasksGetPath: '/api/v2/tasks/{taskId}/{taskId}' }, 'once each'],
  [{ walletQuery: 'coin' }, 'already means something else in perp.orders'],
  [{ startTimeQuery: 'from', endTimeQuery: 'from' }, 'already means something else in perp.fills'],
  [{ socketIdField: 'channel_name' }, 'already means something else in ws.auth'],
  [{ tasksGetPath: '/api/v2/trigger/order/{taskId}' }, 'already means something else in tasks.get'],
  [{ perpAccountPath: '/api/v2/perp/positions' }, 'already means something else in perp.account'],
] as const)('%j: %s', (names, message) => {
  const problems = checkNames(names);
  expect(problems.map(({ name }) => name)).toEqual(expect.arrayContaining([Object.keys(names)[0]]));
  expect(problems[0]?.message).toContain(message);
});

test('every row is unique, names operations that exist, and its default passes its own check', () => {
  expect(new Set(openNames.map(({ key }) => key)).size).toBe(openNames.length);
  const ids = allEndpoints.map(({ id }) => id);
  for (const row of openNames) {
    expect(row.where.endpoints.length).toBeGreaterThan(0);
    expect(ids).toEqual(expect.arrayContaining([...row.where.endpoints]));
    expect(checkNames({ [row.key]: row.default })).toEqual([]);
  }
});
