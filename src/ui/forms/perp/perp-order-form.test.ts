import { expect, test } from 'vitest';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { fakeDesk, readRows } from '../../desk/fake-desk.fixture.ts';
import { plainText } from '../../text/span.ts';
import type { Values } from '../form-spec.ts';
import { perpOrderForm, perpOrderStart } from './perp-order-form.ts';

function open(typed: Values = {}) {
  const fake = fakeDesk();
  fake.fill();
  let made = 0;
  const newCloid = () => `0x${String(++made).padStart(32, '0')}`;
  const desk = { ...fake.desk, actions: { ...fake.desk.actions, newCloid } };
  const values = { ...perpOrderStart(desk, 'BTC'), price: '95000', size: '0.01', ...typed };
  const form = perpOrderForm(desk, { values });
  return { ...fake, desk, form, values, evaluation: form.evaluate(values) };
}

test.each<[string, Values, Partial<PlacePerpOrder>]>([
  ['a limit', {}, { isBuy: true, orderType: 'limit', limitPx: '95000', sz: '0.01', grouping: 'na', slippageBps: null }],
  ['a size in USD', { size: '1000', sizeIn: 'usd' }, { sz: '0.0105', limitPx: '95000' }],
  ['a price off the grid', { price: '95000.37' }, { limitPx: '95000' }],
  ['a size off the grid', { size: '0.01239' }, { sz: '0.0123' }],
  ['a name in lower case', { coin: 'btc' }, { coin: 'BTC' }],
  ['a market buy', { type: 'market' }, { orderType: 'market', limitPx: '98002', slippageBps: 100 }],
  [
    'a market sell',
    { type: 'market', side: 'sell', slippage: '0.5' },
    { isBuy: false, limitPx: '96546', slippageBps: 50 },
  ],
  ['exits', { tp: '99000', sl: '90000.04' }, { tp: '99000', sl: '90000', grouping: 'normalTpsl' }],
  [
    'reduce-only leaves exits out',
    { reduceOnly: 'yes', side: 'sell', tp: '1', sl: 'x' },
    { reduceOnly: true, tp: null, sl: null },
  ],
  ['reduce-only of any size', { reduceOnly: 'yes', side: 'sell', size: '0.0001', price: '95000' }, { sz: '0.0001' }],
])('%s', (_name, typed, wanted) => {
  const { evaluation } = open(typed);
  expect(evaluation.problems).toEqual({});
  expect(evaluation.draft).toMatchObject({ walletId: 'w-main', coin: 'BTC', ...wanted });
});

test.each<[string, Values, string, RegExp]>([
  [
    'below 10 USD',
    { size: '0.0001' },
    'size',
    /^Worth 9.50 USD, below the venue's minimum of 10 USD: enter at least 0.0002 BTC \(19.00 USD\)\.$/,
  ],
  [
    'a market sell that its bound takes below 10 USD',
    { coin: 'ETH', type: 'market', side: 'sell', size: '0.0029', slippage: '2' },
    'size',
    /below the venue's minimum of 10 USD/,
  ],
  ['below the smallest step', { size: '0.00001' }, 'size', /^Below the minimum size of BTC, 0.0001: enter more\.$/],
  ['no size', { size: '' }, 'size', /^Enter a number/],
  ['a size of 0', { size: '0' }, 'size', /above zero/],
  ['no price', { price: '' }, 'price', /^Enter a number, such as 97031.5\.$/],
  ['a price with an exponent', { price: '1e5' }, 'price', /without an exponent/],
  ['a market that is not there', { coin: 'XYZ' }, 'coin', /^No market matches XYZ: enter another, such as BTC\.$/],
  ['a part of a name', { coin: 'b' }, 'coin', /^No market b: press ↓ for BTC, or keep typing\.$/],
  ['reduce-only with nothing to reduce', { reduceOnly: 'yes' }, 'reduceOnly', /^No BTC position for a buy to reduce/],
  ['no market', { coin: '' }, 'coin', /^Enter a market, such as BTC\.$/],
  ['a take profit below a buy', { tp: '94000' }, 'tp', /^The take profit of a buy must be above 95,000\.$/],
  ['a stop above a buy', { sl: '95000' }, 'sl', /^The stop loss of a buy must be below 95,000\.$/],
  ['a stop below a sell', { side: 'sell', sl: '94000' }, 'sl', /^The stop loss of a sell must be above 95,000\.$/],
  ['a take profit that is no number', { tp: 'high' }, 'tp', /digits/],
  ['slippage that is no number', { type: 'market', slippage: 'x' }, 'slippage', /^Slippage must be/],
  [
    'a sell that may go to nothing',
    { type: 'market', side: 'sell', slippage: '100' },
    'slippage',
    /worst price would be zero/,
  ],
])('%s is refused under its field', (_name, typed, field, words) => {
  const { evaluation } = open(typed);
  expect(evaluation.draft).toBeNull();
  expect(evaluation.problems[field]).toMatch(words);
});

test('the preview says what follows: rounding, position, margin, liquidation, fee', () => {
  const { evaluation } = open({ price: '95000.37', size: '0.01239', tp: '99000' });
  expect(readRows(evaluation.preview)).toEqual([
    'order: BUY 0.0123 BTC   ≈ 1,168.50 USD',
    'price: limit 95,000   2.09 % below mark, good till cancelled',
    'rounding: price 95,000.37 → 95,000, size down to 4 decimals',
    'TP/SL: TP 99,000 (+4.2 %), market orders',
    'position: +0.1623 BTC   entry 96,305',
    'margin: 233.70 USDC of 18.20K free   5× isolated',
    expect.stringMatching(/^liquidation: ≈ 7\d,\d{3} {3}1\d\.\d % from the price$/),
    'fee: ≈ 0.18 maker (1.5 bps)',
    'key limit: 57 of 60 executions left this hour, 493 today',
  ]);
});

test('a limit that crosses pays as a taker; a market order says how far it may go', () => {
  expect(readRows(open({ price: '98000' }).evaluation.preview)).toContain(
    'fee: ≈ 0.44 taker (4.5 bps)   crosses the book: fills immediately',
  );
  const rows = readRows(open({ type: 'market' }).evaluation.preview);
  expect(rows).toContain('price: market, at most 98,002   1 % slippage; remainder is cancelled');
  expect(rows).toContain('fee: ≈ 0.44 taker (4.5 bps)');
});

test('a leverage that nobody tells is not made up', () => {
  const { answer, desk, form, values } = open();
  answer(
    'positions',
    { accountValue: '1', totalMarginUsed: '0', totalNtlPos: '0', withdrawable: '100', positions: [] },
    desk.now(),
  );
  const rows = readRows(form.evaluate(values).preview);
  expect(rows).toContain('margin: 23.75 at 40× to 950.00 at 1× (leverage unknown, set it with L); of 100.00 free');
  expect(rows).toContain('liquidation: unknown: depends on the leverage');
});

test('margin beyond what is free is said', () => {
  const { evaluation } = open({ size: '10' });
  expect(readRows(evaluation.preview).find((row) => row.startsWith('margin'))).toContain('insufficient margin');
});

test('the confirmation names the order, the wallet, the mode and the cloid', () => {
  const { evaluation, form } = open({ type: 'market' });
  const rows = evaluation.draft ? readRows(form.confirmation(evaluation.draft)) : [];
  expect(rows).toContain(`cloid: 0x${'1'.padStart(32, '0')}`);
  expect(rows.find((row) => row.startsWith('mode'))).toContain('PAPER http://127.0.0.1:7000');
  expect(rows.find((row) => row.startsWith('wallet'))).toMatch(/main 7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU/);
});

test('each try has a name of its own, and what was sent can be filled in again', async () => {
  const { evaluation, form, values, done, desk } = open({ price: '95000.37' });
  expect(evaluation.draft?.cloid).toBe(form.evaluate(values).draft?.cloid);
  if (evaluation.draft) await form.submit(evaluation.draft);
  expect(done.at(-1)).toMatchObject(['placePerpOrder', { cloid: evaluation.draft?.cloid, limitPx: '95000' }]);
  expect(done.at(-1)?.[1]).not.toHaveProperty('inputs');
  expect(form.evaluate(values).draft?.cloid).not.toBe(evaluation.draft?.cloid);
  expect(desk.ui.getState().lastOrder).toEqual({ kind: 'perp', values: { ...values, price: '95000' } });
});

test('only fields that the order can have are shown; markets are searched by their names', () => {
  const { form, values } = open();
  const ids = (over: Values) => form.fields({ ...values, ...over }).map(({ id }) => id);
  expect(ids({})).toEqual(['coin', 'side', 'type', 'price', 'size', 'sizeIn', 'reduceOnly', 'tp', 'sl']);
  expect(ids({ type: 'market', reduceOnly: 'yes' })).toEqual([
    'coin',
    'side',
    'type',
    'slippage',
    'size',
    'sizeIn',
    'reduceOnly',
  ]);
  const found = (coin: string) => form.fields({ ...values, coin })[0]?.choices?.map(({ value }) => value);
  expect(found('t')).toEqual(['BTC', 'ETH']);
  expect(found('e')).toEqual(['ETH']);
  expect(found('ETH')).toEqual(['BTC', 'ETH']);
});

test('the subject shows the market and what is open in it', () => {
  const { form, values } = open();
  expect(plainText(form.subject(values))).toBe('BTC  mark 97,032 (0.0 s)   open +0.1500 @ 96,412');
  expect(plainText(form.subject({ ...values, coin: '?' }))).toBe('choose a market');
});
