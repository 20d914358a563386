import { expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { createChainRpc } from './create-chain-rpc.ts';

const [owner, other, spender, token] = ['70', '5c', 'aa', 'bb'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
];
const topic = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const log = (by: string, more: readonly string[] = [], data = topic('0x01')) => ({
  address: token.toUpperCase().replace('0X', '0x'),
  topics: [approval, topic(by), topic(spender), ...more],
  data,
});

type Answer = { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } };

/** Searches at an endpoint whose newest block is 30 000; resolves to the ranges that it was asked for too. */
async function search(blocks: number, answer: (from: number, to: number) => Answer) {
  const asked: [number, number][] = [];
  const fetch = (async (_: unknown, init: RequestInit) => {
    const { id, method, params } = JSON.parse(String(init.body)) as { id: number; method: string; params: never[] };
    const [filter] = params as { fromBlock: string; toBlock: string }[];
    if (filter) asked.push([Number(filter.fromBlock), Number(filter.toBlock)]);
    const said = filter ? answer(...asked.at(-1)!) : { result: method === 'eth_chainId' ? '0x2105' : '0x7530' };
    return Response.json({ jsonrpc: '2.0', id, ...said });
  }) as typeof globalThis.fetch;
  const rpc = createChainRpc('base', 'https://rpc.example.com', { clock: new FakeClock(), fetch });
  if (rpc.family !== 'evm') throw new Error('not an EVM chain');
  return { found: await rpc.approvals(owner, blocks), asked };
}

test('blocks are searched from the newest backwards, and each pair is named once', async () => {
  const { found, asked } = await search(25_000, () => ({ result: [log(owner), log(owner)] }));
  expect(asked).toEqual([
    [20_001, 30_000],
    [10_001, 20_000],
    [5_001, 10_000],
  ]);
  expect(found).toEqual({ pairs: [{ token, spender }], blocks: [5_001n, 30_000n], whyShort: null });
});

test.each([
  ['of another owner', log(other)],
  ['of an NFT', log(owner, [topic('0x07')])],
  ['without an amount', log(owner, [], '0x')],
  ['of another event', { ...log(owner), topics: [topic('0x00'), topic(owner), topic(spender)] }],
])('an event %s is left out', async (_, event) => {
  expect((await search(10, () => ({ result: [event] }))).found.pairs).toEqual([]);
});

test('an endpoint that takes fewer blocks is asked for fewer', async () => {
  const { found, asked } = await search(5_000, (from, to) =>
    to - from >= 2_500 ? { error: { code: -32_005, message: 'range too large' } } : { result: [] },
  );
  expect(asked).toEqual([
    [25_001, 30_000],
    [25_001, 30_000],
    [27_501, 30_000],
    [25_001, 27_500],
  ]);
  expect(found).toEqual({ pairs: [], blocks: [25_001n, 30_000n], whyShort: null });
});

test('what was searched is told if the endpoint stops', async () => {
  const { found } = await search(20_000, (from) =>
    from > 20_000 ? { result: [log(owner)] } : { error: { code: -32_601, message: 'no archive' } },
  );
  expect(found).toMatchObject({
    pairs: [{ token }],
    blocks: [20_001n, 30_000n],
    whyShort: expect.stringContaining('no archive'),
  });
  const none = await search(20_000, () => ({ error: { code: -32_601, message: 'no' } }));
  expect(none.found).toMatchObject({
    pairs: [],
    blocks: null,
    whyShort: expect.stringContaining('refused eth_getLogs'),
  });
});

test('an endpoint that takes a few blocks only is asked sixty times at most', async () => {
  const { found, asked } = await search(29_000, (from, to) =>
    to - from >= 100 ? { error: { code: -32_005, message: 'at most 100' } } : { result: [] },
  );
  expect(asked).toHaveLength(60);
  expect(found.whyShort).toContain('more than 60 requests');
  expect(found.blocks).toEqual([30_000n - 100n * 53n + 1n, 30_000n]);
});
