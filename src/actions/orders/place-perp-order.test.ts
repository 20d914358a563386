import Big from 'big.js';
import { expect, test } from 'vitest';
import { bindActions } from '../desk-actions.ts';
import { intentOf, type Operation, sendOperation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import type { Evidence } from '../reconcile/evidence.ts';
import { reconcileOperation } from '../reconcile/reconcile-operation.ts';
import type { PlacePerpOrder } from './place-perp-order.ts';

const cloid = `0x${'1'.repeat(32)}`;

const limit: PlacePerpOrder = {
  walletId: 'w-main',
  coin: 'BTC',
  isBuy: true,
  sz: '0.01',
  orderType: 'limit',
  limitPx: '95000',
  reduceOnly: false,
  tp: null,
  sl: null,
  grouping: 'na',
  cloid,
  slippageBps: null,
  usd: new Big(950),
};
const place = (over: Partial<PlacePerpOrder> = {}): Operation => ({
  kind: 'placePerpOrder',
  draft: { ...limit, ...over },
});
const modify: Operation = {
  kind: 'modifyPerpOrder',
  draft: { walletId: 'w-main', coin: 'BTC', oid: 71, isBuy: true, limitPx: '94000', sz: '0.02', newCloid: cloid },
};
const cancel: Operation = {
  kind: 'cancelPerpOrder',
  draft: { walletId: 'w-main', coin: 'BTC', oid: 71, words: 'buy 0.01 BTC at 95000, limit' },
};
const leverage = (wanted: number, before: { leverage: number; isCross: boolean } | null): Operation => ({
  kind: 'setLeverage',
  draft: { walletId: 'w-main', coin: 'BTC', leverage: wanted, isCross: false, before, hasPosition: before !== null },
});

const ok = { results: [{ status: 'success', oid: 9 }] };
const fake = () => fakeContext((id) => (id === 'perp.setLeverage' ? { success: true } : ok));

test.each<[string, Operation, object]>([
  [
    'a limit order',
    place(),
    {
      walletId: 'w-main',
      coin: 'BTC',
      isBuy: true,
      sz: '0.01',
      orderType: 'limit',
      limitPx: '95000',
      reduceOnly: false,
      grouping: 'na',
      cloid,
    },
  ],
  [
    'a market order with its exits',
    place({ orderType: 'market', isBuy: false, limitPx: '96000', tp: '90000', sl: '99000', grouping: 'normalTpsl' }),
    {
      walletId: 'w-main',
      coin: 'BTC',
      isBuy: false,
      sz: '0.01',
      orderType: 'market',
      limitPx: '96000',
      reduceOnly: false,
      grouping: 'normalTpsl',
      cloid,
      tp: { triggerPx: '90000', isMarket: true },
      sl: { triggerPx: '99000', isMarket: true },
    },
  ],
  [
    'a change',
    modify,
    {
      walletId: 'w-main',
      coin: 'BTC',
      oid: 71,
      isBuy: true,
      limitPx: '94000',
      sz: '0.02',
      orderType: 'limit',
      newCloid: cloid,
    },
  ],
  ['a cancel', cancel, { walletId: 'w-main', coin: 'BTC', oid: 71 }],
  ['a leverage', leverage(7, null), { walletId: 'w-main', coin: 'BTC', leverage: 7, isCross: false }],
])('%s is sent with exactly its own fields', async (_name, order, body) => {
  const { context, requests } = fake();
  expect(await sendOperation(context, order)).toMatchObject({ kind: 'accepted' });
  expect(requests().map(({ input }) => input)).toEqual([{ body }]);
});

test.each<[string, Operation, string, string, string]>([
  ['a buy', place(), 'adds', 'w-main perp:BTC buy', 'buy 0.01 BTC at 95000'],
  [
    'a reduce-only sell',
    place({ isBuy: false, reduceOnly: true }),
    'reduces',
    'w-main perp:BTC sell',
    'sell 0.01 BTC at 95000, reduce-only',
  ],
  [
    'exits for the whole position',
    place({ tp: '99000', sl: '90000', grouping: 'positionTpsl' }),
    'adds',
    'w-main perp:BTC buy',
    'buy 0.01 BTC at 95000, take profit 99000 (whole position), stop 90000 (whole position)',
  ],
  ['a change', modify, 'adds', 'w-main perp-order:BTC:71 change', 'change order 71 to buy 0.02 BTC at 94000'],
  ['a cancel', cancel, 'reduces', 'w-main perp-order:BTC:71 cancel', 'cancel order 71: buy 0.01 BTC at 95000, limit'],
  ['a step up', leverage(7, { leverage: 5, isCross: false }), 'adds', 'w-main perp-leverage:BTC set', ''],
  ['a step down', leverage(3, { leverage: 5, isCross: false }), 'reduces', 'w-main perp-leverage:BTC set', ''],
  ['a first setting', leverage(3, null), 'adds', 'w-main perp-leverage:BTC set', ''],
])('%s: risk, block key and summary', (_name, order, risk, blocks, summary) => {
  const intent = intentOf(fake().context, order);
  expect(intent.risk).toBe(risk);
  expect(`${intent.walletId} ${intent.instrument} ${intent.side}`).toBe(blocks);
  if (summary) expect(intent.summary).toBe(summary);
});

test.each([
  ['above the own limit an order', { maxOrderUsd: '949.99' }, place(), /your limit is 949.99 USD/],
  ['at the own limit', { maxOrderUsd: '950' }, place(), null],
  ['reducing above the limit', { maxOrderUsd: '1' }, place({ reduceOnly: true }), null],
  ['with more slippage than allowed', { maxSlippageBps: 99 }, place({ slippageBps: 100 }), /At most 0.99 %/],
  ['changed to above the limit', { maxOrderUsd: '1879.99' }, modify, /your limit/],
])('an order %s', async (_name, caps, order, refusal) => {
  const { context, requests } = fake();
  const outcome = await sendOperation({ ...context, caps: { ...context.caps, ...caps } }, order);
  expect(outcome.kind).toBe(refusal ? 'not-sent' : 'accepted');
  if (refusal) expect(outcome.message).toMatch(refusal);
  expect(requests()).toHaveLength(refusal ? 0 : 1);
});

test('stale markets refuse orders that add risk, not orders that reduce it', async () => {
  const { context, clock, requests } = fake();
  await clock.advance(6_000);
  expect(await sendOperation(context, place())).toMatchObject({ kind: 'not-sent', code: 'NOT_FRESH' });
  expect(await sendOperation(context, modify)).toMatchObject({ kind: 'not-sent', code: 'NOT_FRESH' });
  expect(await sendOperation(context, place({ isBuy: false, reduceOnly: true }))).toMatchObject({ kind: 'accepted' });
  expect(await sendOperation(context, cancel)).toMatchObject({ kind: 'accepted' });
  expect(requests()).toHaveLength(2);
});

test.each([
  ['refused', { results: [{ status: 'error', error: 'too small' }] }, 'rejected'],
  [
    'its stop refused',
    {
      results: [
        { status: 'success', oid: 1 },
        { status: 'error', error: 'no' },
      ],
    },
    'unknown',
  ],
  ['without a result', { results: [] }, 'unknown'],
])('an order that is %s', async (_name, answer, kind) => {
  const { context } = fakeContext(() => answer);
  expect(await sendOperation(context, place())).toMatchObject({ kind });
});

test('a new cloid is valid and always different', () => {
  const { newCloid } = bindActions(fake().context);
  const names = Array.from({ length: 100 }, newCloid);
  for (const name of names) expect(name).toMatch(/^0x[0-9a-f]{32}$/);
  expect(new Set(names).size).toBe(100);
});

const find = (evidence: Evidence, answers: Readonly<Record<string, unknown>>) =>
  reconcileOperation(fakeContext((id) => answers[id] ?? []).context.client, evidence, 1_000_000);
const row = { coin: 'BTC', side: 'buy', limitPx: '95000', sz: '0.01', oid: 71, cloid };
const fill = { coin: 'BTC', side: 'buy', px: '95000', sz: '0.01', oid: 71, time: 1, cloid };

test.each<[string, Operation, Readonly<Record<string, unknown>>, string]>([
  ['an order that rests', place(), { 'perp.orders': [row] }, 'done'],
  ['an order that was filled', place(), { 'perp.fills': [fill] }, 'done'],
  ['an order of another name', place(), { 'perp.orders': [{ ...row, cloid: `0x${'2'.repeat(32)}` }] }, 'unclear'],
  ['a change that rests', modify, { 'perp.orders': [row] }, 'done'],
  ['a change that is not seen', modify, { 'perp.orders': [{ ...row, cloid: null }] }, 'unclear'],
  ['a cancelled order', cancel, { 'perp.orders': [{ ...row, coin: 'ETH', oid: 72 }] }, 'done'],
  ['a cancelled order, where nothing else is there either', cancel, { 'perp.orders': [] }, 'unclear'],
  ['an order that still stands', cancel, { 'perp.orders': [row] }, 'unclear'],
])('reconciling %s', async (_name, order, answers, verdict) => {
  expect(await find(intentOf(fake().context, order).evidence, answers)).toMatchObject({ verdict });
});

const atLeverage = (leverageValue: string) => ({
  'perp.positions': {
    accountValue: '1',
    totalMarginUsed: '1',
    totalNtlPos: '1',
    withdrawable: '1',
    positions: [{ coin: 'BTC', szi: '1', leverageValue }],
  },
});

test('a leverage is proved by the open position; without one there is no proof', async () => {
  const { evidence } = intentOf(fake().context, leverage(7, { leverage: 5, isCross: false }));
  expect(await find(evidence, atLeverage('7'))).toMatchObject({ verdict: 'done' });
  expect(await find(evidence, atLeverage('5'))).toMatchObject({ verdict: 'unclear' });
  expect(
    await find(evidence, { 'perp.positions': { ...atLeverage('7')['perp.positions'], positions: [] } }),
  ).toMatchObject({
    verdict: 'unclear',
  });
  expect(intentOf(fake().context, leverage(7, null)).evidence).toEqual({ kind: 'none' });
});
