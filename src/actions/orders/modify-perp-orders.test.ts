import { expect, test } from 'vitest';
import { intentOf, type Operation, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { excludes } from '../pipeline/intent.ts';
import type { Evidence } from '../reconcile/evidence.ts';
import { reconcileOperation } from '../reconcile/reconcile-operation.ts';
import type { ModifyPerpOrders } from './modify-perp-orders.ts';

const cloidOf = (digit: string): string => `0x${digit.repeat(32)}`;
const changes: ModifyPerpOrders['changes'] = [
  { coin: 'BTC', oid: 71, isBuy: true, limitPx: '94000', sz: '0.01', newCloid: cloidOf('1') },
  { coin: 'ETH', oid: 74, isBuy: false, limitPx: '3700', sz: '1.5', newCloid: cloidOf('2') },
];
const move: Operation = { kind: 'modifyPerpOrders', draft: { walletId: 'w-main', changes } };
const single: Operation = {
  kind: 'modifyPerpOrder',
  draft: {
    walletId: 'w-main',
    coin: 'BTC',
    oid: 71,
    isBuy: true,
    limitPx: '94000',
    sz: '0.01',
    newCloid: cloidOf('3'),
  },
};
const ok = { status: 'success', oid: 71 };
const refused = { status: 'error', error: 'price too far' };

test('one request has all changes, each with a new cloid, and a summary of the total', async () => {
  const fake = fakeContext(() => ({ results: [ok, ok] }));
  const outcome = await sendOperation(fake.context, move);
  expect(outcome).toMatchObject({ kind: 'accepted', message: '2 of 2 orders changed' });
  expect(fake.requests()).toMatchObject([
    {
      id: 'perp.modifyOrders',
      input: { body: { walletId: 'w-main', modifications: changes.map((one) => ({ ...one, orderType: 'limit' })) } },
    },
  ]);
  const intent = intentOf(fake.context, move);
  expect(intent.usd?.toFixed()).toBe('6490');
  expect(intent.summary).toBe('change 2 perp orders: 71 to buy 0.01 BTC at 94000; 74 to sell 1.5 ETH at 3700');
});

test.each([
  [
    'some are refused',
    [ok, refused],
    'accepted',
    /^1 of 2 orders changed\. NOT changed: sell 1\.5 ETH at 3700: price too far$/,
  ],
  ['all are refused', [refused, refused], 'rejected', /^buy 0\.01 BTC at 94000: price too far; sell/],
  [
    'one is not done yet',
    [ok, { status: 'queued' }],
    'accepted',
    /^2 of 2 orders changed\. not yet done, with the status queued: 1$/,
  ],
  ['a result is missing', [ok], 'unknown', /1 results for 2 changes/],
  ['there is none', [], 'unknown', /0 results for 2 changes/],
  ['one cannot be read', [ok, 5], 'unknown', /./],
])('where %s', async (_name, results, kind, words) => {
  const fake = fakeContext((id) => (id === 'perp.modifyOrders' ? { results } : []));
  const outcome = await sendOperation(fake.context, move);
  expect(outcome.kind).toBe(kind);
  expect(outcome.message).toMatch(words);
  fake.context.timers.stop();
});

test('a cap applies to the largest order, not to the total', async () => {
  const fake = fakeContext(() => ({ results: [ok, ok] }));
  const capped = { ...fake.context, caps: { ...fake.context.caps, maxOrderUsd: '6000' } };
  expect(await sendOperation(capped, move)).toMatchObject({ kind: 'accepted' });
  const low = { ...fake.context, caps: { ...fake.context.caps, maxOrderUsd: '5000' } };
  expect(await sendOperation(low, move)).toMatchObject({ kind: 'not-sent', code: 'OVER_LIMIT' });
});

test('an unknown outcome of one blocks the other, only in the same wallet', async () => {
  for (const [first, second] of [
    [move, single],
    [single, move],
  ] as const) {
    const fake = fakeContext(() => {
      throw new Error('lost');
    });
    expect((await sendOperation(fake.context, first)).kind).toBe('unknown');
    expect(await sendOperation(fake.context, second)).toMatchObject({ kind: 'not-sent', code: 'IN_DOUBT' });
    fake.context.timers.stop();
  }
  expect(excludes('w perp-order:* change', 'w perp-order:BTC:1 change')).toBe(true);
  expect(excludes('w perp-order:BTC:1 change', 'w perp-order:BTC:2 change')).toBe(false);
  expect(excludes('v perp-order:* change', 'w perp-order:BTC:1 change')).toBe(false);
  expect(excludes('w perp-order:* change', 'w perp-order:BTC:1 cancel')).toBe(false);
  expect(excludes('w perp:BTC buy', 'w perp:BTC buy')).toBe(true);
});

test('it is proved once every order is found by its cloid, with one read per coin', async () => {
  const evidence: Evidence = {
    kind: 'cloids',
    walletId: 'w',
    orders: [
      { coin: 'BTC', cloid: cloidOf('1') },
      { coin: 'BTC', cloid: cloidOf('2') },
    ],
  };
  const open = (digit: string) => ({ coin: 'BTC', side: 'buy', limitPx: '1', sz: '1', oid: 1, cloid: cloidOf(digit) });
  const fill = { coin: 'BTC', side: 'buy', px: '1', sz: '1', time: 1, oid: 2, cloid: cloidOf('2') };
  const look = async (fills: readonly unknown[]) => {
    const fake = fakeContext((id) => (id === 'perp.orders' ? [open('1')] : fills));
    const finding = await reconcileOperation(fake.context.client, evidence, 1_000_000);
    return { finding, asked: fake.requests().length };
  };
  expect(await look([fill])).toEqual({
    finding: { verdict: 'done', why: '2 of 2 changed orders were found by their cloid' },
    asked: 2,
  });
  expect((await look([])).finding).toEqual({
    verdict: 'unclear',
    why: '1 of 2 changed orders were found by their cloid',
  });
});
