import { describe, expect, test } from 'vitest';
import { chains } from '../../../domain/market/chain.ts';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { createChainRpc } from '../../../signing/chain/create-chain-rpc.ts';
import { allowanceText } from './approval-rows.ts';
import { type Approval, findApprovals, findDelegates, searchedText } from './find-approvals.ts';

const address = (byte: string) => `0x${byte.repeat(20)}`;
const [owner, router, stranger, token, odd] = ['70', 'aa', 'cc', 'bb', 'dd'].map(address) as [
  string,
  string,
  string,
  string,
  string,
];
const word = (text: string) => `0x${text.replace('0x', '').padStart(64, '0')}`;
const approval = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const event = (by: string, spender: string) => ({
  address: by,
  topics: [approval, word(owner), word(spender)],
  data: word('01'),
});

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly never[];
}

/** A chain on which this method answers like this; an error where it is undefined. */
function chain<const C extends 'base' | 'solana'>(of: C, answer: (call: Call) => unknown) {
  const fetch = (async (_: unknown, init: RequestInit) => {
    const call = JSON.parse(String(init.body)) as Call;
    const result = answer(call);
    const said = result === undefined ? { error: { code: -32_601, message: 'no' } } : { result };
    return Response.json({ jsonrpc: '2.0', id: call.id, ...said });
  }) as typeof globalThis.fetch;
  return createChainRpc(of, 'https://rpc.example.com', { clock: new FakeClock(), fetch });
}

/** Allowances by `token spender`; `odd` is no token. */
function evm(allowed: Readonly<Record<string, bigint>>, logs: readonly unknown[] | undefined) {
  const rpc = chain('base', ({ method, params }) => {
    if (method === 'eth_chainId') return '0x2105';
    if (method === 'eth_blockNumber') return '0x64';
    if (method === 'eth_getLogs') return logs;
    const [{ to, data }] = params as unknown as [{ to: string; data: string }];
    if (to === odd) return '0x';
    if (data.startsWith('0xdd62ed3e')) return word((allowed[`${to} 0x${data.slice(-40)}`] ?? 0n).toString(16));
    return data.startsWith('0x313ce567') ? word('06') : '0x';
  });
  if (rpc.family !== 'evm') throw new Error('not an EVM chain');
  return rpc;
}

describe('on an EVM chain', () => {
  test('pairs of events are asked for beside the known ones, and only allowances above 0 are listed', async () => {
    const rpc = evm({ [`${token} ${router}`]: 5n, [`${token} ${stranger}`]: 7n }, [event(token, stranger)]);
    const found = await findApprovals(rpc, { owner, tokens: [], spenders: [router.toUpperCase()], blocks: 50 });
    expect(found.approvals.map(({ spender, allowance }) => [spender, allowance])).toEqual([
      [router, 5n],
      [stranger, 7n],
    ]);
    expect(searchedText(chains.base, found)).toBe(
      'Base: Approval events of blocks 51 to 100 were searched. There may be other allowances.',
    );
  });

  test('what is no token is named if an event was its own, and is passed over otherwise', async () => {
    const asked = { owner, tokens: [odd], spenders: [router], blocks: 50 };
    expect((await findApprovals(evm({}, []), asked)).unreadable).toEqual([]);
    const found = await findApprovals(evm({}, [event(odd, stranger)]), asked);
    expect(searchedText(chains.base, found)).toContain(`These contracts do not say what they allow: ${odd}.`);
  });

  test('a node without events is said to have searched nothing', async () => {
    const found = await findApprovals(evm({}, undefined), { owner, tokens: [], spenders: [], blocks: 50 });
    expect(searchedText(chains.base, found)).toMatch(/could not be searched \(not more: .*refused eth_getLogs/);
  });
});

test('on Solana the delegates of all token accounts are listed', async () => {
  const holder = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';
  const amount = (units: string) => ({ amount: units, decimals: 6, uiAmount: 0, uiAmountString: '0' });
  const held = (more: object) => ({
    pubkey: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    account: { data: { parsed: { info: { mint: holder, owner: holder, tokenAmount: amount('9'), ...more } } } },
  });
  const rpc = chain('solana', ({ method, params }) => {
    if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
    if (method !== 'getTokenAccountsByOwner') return { context: { slot: 1 }, value: null };
    const isFirst = JSON.stringify(params).includes('Tokenkeg');
    const value = isFirst ? [held({}), held({ delegate: stranger, delegatedAmount: amount('4') })] : [];
    return { context: { slot: 1 }, value };
  });
  if (rpc.family !== 'svm') throw new Error('not Solana');
  expect(await findDelegates(rpc, holder)).toEqual([
    {
      chain: 'solana',
      token: holder,
      symbol: null,
      decimals: 6,
      spender: stranger,
      allowance: 4n,
      account: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
  ]);
});

test.each([
  [(1n << 255n) - 1n, 0, String((1n << 255n) - 1n)],
  [1n << 255n, 0, 'unlimited'],
  [(1n << 160n) - 1n, null, `${(1n << 160n) - 1n} base units`],
  [1_500_001n, 6, '1.500001'],
])('%d with %j decimals is %s', (allowance, decimals, text) => {
  expect(allowanceText({ allowance, decimals } as Approval)).toBe(text);
});
