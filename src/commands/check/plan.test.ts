import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../../protocol/endpoint.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { request, text } from '../../protocol/request.ts';
import { KnownValues } from './known-values.ts';
import { plannedReads, planRead } from './plan.ts';
import { planStreams } from './plan-streams.ts';

const around = { mode: 'live', names: {}, nowMs: 1_000_000_000_000 } as const;
const read = (id: string) => allEndpoints.find((one) => one.id === id)!;
const svm = '8qNrbwLfxGYjHNQwWkZM4JwGQfHYc2dRZpsJNVNmJVeA';
const evm = '0xecd3a0a3a67cd6f5b8e0d8c5e8f5ad6b6f6a612f';

const known = new KnownValues();
known.learn('account.wallets', [{ walletId: 'w', address: svm }, { address: evm }]);
known.learn('perp.markets', [{ meta: { name: 'BTC' } }]);
known.learn('trigger.list', { orders: [{ orderId: 'o' }] });

test('only what changes nothing is planned', () => {
  expect(plannedReads.filter(({ mutates }) => mutates)).toEqual([]);
  const posts = plannedReads.filter((one) => one.method !== 'GET' && 'input' in planRead(one, known, around));
  expect(posts.map(({ id }) => id).sort()).toEqual(['tokens.batch', 'ws.session']);
});

test('inputs come from earlier answers, and without them the operation is skipped', () => {
  expect(planRead(read('trigger.get'), known, around)).toEqual({ input: { params: { orderId: 'o' } } });
  expect(planRead(read('perp.market'), known, around)).toEqual({ input: { params: { coin: 'BTC' } } });
  expect(planRead(read('swap.approveAllowance'), known, around)).toMatchObject({
    input: { query: { walletAddress: evm, chainId: '8453' } },
  });
  expect(planRead(read('perp.fills'), known, around)).toEqual({ input: { query: { start_time: '997408000000' } } });
  expect(planRead(read('trigger.get'), new KnownValues(), around)).toEqual({
    skipped: 'the account has no trigger order',
  });
  expect(planRead(read('agents.session'), known, around)).toEqual({
    skipped: 'its path is unknown; agentsSessionPath under [names] sets it',
  });
});

test('an operation that is new here is planned by the names of its fields', () => {
  const base = { summary: '', source: 'facts', scope: null, response: z.object({}) } as const;
  const made = (fields: Record<string, z.ZodType>, method: 'GET' | 'POST' = 'GET') =>
    planRead(
      endpoint({ ...base, id: 'made.up', method, mutates: false, path: '/made', query: request(fields) }),
      known,
      around,
    );
  expect(made({ tokenId: text('tokenId'), limit: text('limit').optional() })).toEqual({
    input: { query: { tokenId: 'solana:So11111111111111111111111111111111111111112' } },
  });
  expect(made({ colour: text('colour') })).toEqual({ skipped: 'no answer gives its colour' });
  expect(made({}, 'POST')).toEqual({ skipped: 'it is a POST that is not known to be harmless' });
});

test('streams are planned by the catalog and the account', () => {
  const row = (id: string, ...filters: string[]) => ({
    id,
    filters: filters.map((name) => ({ name, required: true })),
  });
  const catalog = {
    streams: [
      row('svm.token.swaps', 'tokenAddress'),
      row('svm.wallet.nativeBalance', 'walletAddress', 'region'),
      row('alpha.signalFeedNamed', 'feedId'),
      row('moon.phase'),
    ],
  };
  const { planned, others } = planStreams(catalog, known, []);
  expect(
    planned.map(({ stream, filter, findings }) => [stream.id, filter, findings.map(({ detail }) => detail)]),
  ).toEqual([
    ['svm.token.swaps', { tokenAddress: 'So11111111111111111111111111111111111111112' }, []],
    [
      'svm.wallet.nativeBalance',
      { walletAddress: svm },
      ['expected walletAddress, the catalog asks for walletAddress, region'],
    ],
  ]);
  const other = (id: string) => others.find((one) => one.id === id);
  expect(other('alpha.signalFeedNamed')).toMatchObject({ level: 'skip' });
  expect(other('moon.phase')).toMatchObject({ level: 'warn' });
  expect(other('evm.token.swaps')).toMatchObject({ level: 'warn', problem: expect.stringContaining('catalog') });
  expect(planStreams(undefined, new KnownValues(), []).planned.map(({ stream }) => stream.id)).not.toContain(
    'svm.wallet.nativeBalance',
  );
});
