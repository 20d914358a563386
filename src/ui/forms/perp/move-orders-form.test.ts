import Big from 'big.js';
import { expect, test } from 'vitest';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { fakeDesk, readRows } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import type { Values } from '../form-spec.ts';
import { maxMovedOrders, movable, moveOrdersForm } from './move-orders-form.ts';

const order = (coin: string, side: string, limitPx: string, sz: string, oid: number, orderType = 'limit') => ({
  coin,
  side,
  limitPx,
  sz,
  oid,
  orderType,
});
const open = [
  order('BTC', 'buy', '95000', '0.01', 71),
  order('ETH', 'sell', '3700', '1.5', 72),
  order('ETH', 'buy', '3000', '4.2', 73, 'stopMarket'),
];

function filled(orders: readonly unknown[] = open) {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('perpOrders', orders, fake.desk.now());
  const form = moveOrdersForm(fake.desk, movable(perpOrderRows(fake.desk.data)));
  const evaluate = (typed: Values) => form.evaluate({ ...form.initial, ...typed });
  return { ...fake, form, evaluate };
}

test('every limit order is listed old to new, on its market’s grid; a stop is left out', () => {
  const { evaluate } = filled();
  const { draft, preview, submitLabel } = evaluate({ shift: '-1', factor: '2' });
  expect(submitLabel).toBe('Move 2 orders');
  expect(readRows(preview).slice(0, 3)).toEqual([
    expect.stringMatching(/^BTC buy: 95,000 → 94,050 × 0\.01 → 0\.02 {2}−\d+\.\d\d % from mark$/),
    expect.stringMatching(/^ETH sell: {2}3,700 → {2}3,663 × 1\.5 → 3 {2}\+\d+\.\d\d % from mark$/),
    'total: 2 orders ≈ 12.87K USD   one request, a result each',
  ]);
  expect(draft).toMatchObject({
    walletId: 'w-main',
    changes: [
      { coin: 'BTC', oid: 71, isBuy: true, limitPx: '94050', sz: '0.02' },
      { coin: 'ETH', oid: 72, isBuy: false, limitPx: '3663', sz: '3' },
    ],
  });
});

test('a price beyond the mark is said to fill at once', () => {
  const { evaluate } = filled();
  const rows = readRows(evaluate({ shift: '+5' }).preview);
  expect(rows[0]).toMatch(/crosses the mark$/);
  expect(rows).toContain('warning: 1 may fill immediately: the price crosses the mark');
});

test.each<[string, Values, Record<string, RegExp>]>([
  ['nothing', {}, { shift: /^Nothing has changed yet/ }],
  ['a word', { shift: 'up' }, { shift: /^Enter a percentage from -50 to 100/ }],
  ['too far down', { shift: '-51' }, { shift: /^Enter a percentage/ }],
  ['too fine', { shift: '0.0001' }, { shift: /^Enter a percentage/ }],
  ['no factor', { shift: '1', factor: '' }, { factor: /^Enter a number from 0\.01 to 10/ }],
  ['a factor of nothing', { factor: '0' }, { factor: /^Enter a number/ }],
  ['a negative factor', { factor: '-2' }, { factor: /^Enter a number/ }],
  [
    'below 10 USD',
    { factor: '0.01' },
    { form: /^BTC order 71: Worth 9\.\d\d USD, below the venue's minimum of 10 USD/ },
  ],
])('%s is refused in place', (_name, typed, problems) => {
  const evaluation = filled().evaluate(typed);
  expect(evaluation.draft).toBeNull();
  expect(Object.keys(evaluation.problems)).toEqual(Object.keys(problems));
  for (const [field, words] of Object.entries(problems)) expect(evaluation.problems[field]).toMatch(words);
});

test('the confirmation has every order with its id and the wallet; what is gone meanwhile is not sent', async () => {
  const { form, evaluate, answer, desk, done } = filled();
  answer('perpOrders', [open[1]], desk.now());
  const { draft } = evaluate({ shift: '1' });
  if (!draft) throw new Error('no draft');
  const rows = readRows(form.confirmation(draft));
  expect(rows[0]).toMatch(/^ETH sell: .*order 72$/);
  expect(rows.some((row) => row.startsWith('wallet: '))).toBe(true);
  await form.submit(draft);
  expect(done.at(-1)).toMatchObject(['modifyPerpOrders', { walletId: 'w-main', changes: [{ oid: 72 }] }]);
  answer('perpOrders', [], desk.now());
  expect(evaluate({ shift: '1' }).problems.form).toBe('None of these orders is open anymore.');
});

const press = (fake: ReturnType<typeof fakeDesk>, ...keys: string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, { columns: 120, rows: 40 });
};

test('M opens it for the orders that the filter shows', () => {
  const fake = filled();
  press(fake, '8', '/', 'e', 't', 'h', 'Enter', 'M');
  const { overlay } = fake.desk.ui.getState();
  expect(overlay?.kind === 'form' && overlay.form.evaluate().submitLabel).toBe('Move 1 order');
});

test.each([
  [[open[2]], /^warn: no limit orders are shown: n places one$/],
  [
    Array.from({ length: maxMovedOrders + 1 }, (_, at) => order('BTC', 'buy', '90000', '0.01', at + 100)),
    /^warn: 21 limit orders are shown, but at most 20 can be moved at once: narrow them with \/$/,
  ],
])('M says why there is nothing to move', (orders, words) => {
  const fake = filled(orders);
  press(fake, '8', 'M');
  expect(fake.desk.ui.getState().overlay).toBeNull();
  expect(fake.notices().at(-1)).toMatch(words);
});

/** Both orders moved by 1 %, their confirmation on screen for a second. */
function confirming(...over: Parameters<typeof fakeDesk>) {
  const fake = fakeDesk(...over);
  fake.fill();
  fake.answer('perpOrders', open, fake.desk.now());
  press(fake, '8', 'M');
  const { overlay } = fake.desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error('no form');
  overlay.form.paste('1');
  press(fake, 'Enter');
  expect(overlay.form.state.phase).toBe('confirm');
  fake.clock.nowMs += 1_000;
  return { fake, form: overlay.form, sent: () => fake.done.filter(([what]) => what === 'modifyPerpOrders').length };
}

test('y sends them once, all in one request', () => {
  const { fake, sent } = confirming();
  press(fake, 'y', 'y', 'Enter');
  expect(sent()).toBe(1);
});

test.each([
  [-2, 'confirm'],
  [2, 'confirm'],
  [-2.01, 'edit'],
  [2.01, 'edit'],
])('a mark of any of their markets that has moved by %f %% leaves it at %s', (percent, phase) => {
  const { fake, form, sent } = confirming();
  const markets = wire.markets.map(({ meta, ctx }) => ({
    meta,
    ctx:
      meta.name === 'ETH'
        ? {
            ...ctx,
            markPx: new Big(ctx.markPx)
              .times(100 + percent)
              .div(100)
              .toFixed(),
          }
        : ctx,
  }));
  fake.answer('markets', markets, fake.desk.now());
  expect(form.state.phase).toBe(phase);
  if (phase === 'edit') {
    expect(form.state.note).toMatch(/^The price of ETH moved by 2\.0 %: review and confirm again/);
    press(fake, 'y');
    expect(sent()).toBe(0);
  }
});

test.each([
  ['has filled in part', [{ ...open[0], sz: '0.005' }, open[1]]],
  ['was changed elsewhere', [{ ...open[0], limitPx: '94000' }, open[1]]],
  ['is gone', [open[1]]],
])('nothing is sent when one of them %s after it was read', (_name, orders) => {
  const { fake, form, sent } = confirming();
  fake.answer('perpOrders', orders, fake.desk.now());
  press(fake, 'y');
  expect([sent(), form.state.phase]).toEqual([0, 'edit']);
  expect(form.state.note).toMatch(/^These orders have changed/);
});

test('the wallet on it is the one that is sent; the loss of it takes it back', () => {
  const { fake, form, sent } = confirming();
  const wallets = [{ walletId: 'w-other', address: `0x${'ee'.repeat(20)}`, state: 'ACTIVE', label: 'other' }];
  const { confirmed: draft } = form;
  fake.answer('wallets', wallets, fake.desk.now());
  expect(form.state).toMatchObject({ phase: 'edit', note: expect.stringMatching(/^The perp wallet has changed/) });
  expect(readRows(form.spec.confirmation(draft)).find((row) => row.startsWith('wallet'))).toBe('wallet: w-main');
  press(fake, 'y');
  expect(sent()).toBe(0);
});
