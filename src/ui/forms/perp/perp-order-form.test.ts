import { expect, test } from 'vitest';
import type { PlacePerpOrder } from '../../../actions/orders/place-perp-order.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
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
  ['a size in USD', { size: '1000 usd' }, { sz: '0.0105', limitPx: '95000' }],
  ['a price off the grid', { price: '95000.37' }, { limitPx: '95000' }],
  ['a size off the grid', { size: '0.01239' }, { sz: '0.0123' }],
  ['a name in lower case', { coin: 'btc' }, { coin: 'BTC' }],
  ['a market buy', { type: 'market' }, { orderType: 'market', limitPx: '98002', slippageBps: 100 }],
  [
    'a market sell',
    { type: 'market', side: 'sell', slippage: '0.5' },
    { isBuy: false, limitPx: '96546', slippageBps: 50 },
  ],
  ['exits', { tp: '99000', sl: '90000.04' }, { tp: '99000', sl: '90001', grouping: 'normalTpsl' }],
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
    'take profit: market at 99,000  +4.21 %   +48.48 USD',
    'price: limit 95,000   2.09 % below mark, good till cancelled',
    'margin: 233.70 USDC of 18.20K free   5× isolated',
    'position: +0.1623 BTC @ 96,305, liq ≈ 78,599 (17.3 % away)',
    'fee: ≈ 0.18 maker (1.5 bps)',
    'rounding: price 95,000.37 → 95,000, size down to 4 decimals',
    'protection: no stop, take profit 99,000 covers 0.0123 of 0.1623',
    'key limit: 57 of 60 executions left this hour, 493 today',
  ]);
});

test('a limit that crosses pays as a taker; a market order says how far it may go', () => {
  const crossing = readRows(open({ price: '98000' }).evaluation.preview);
  expect(crossing).toContain('fee: ≈ 0.44 taker (4.5 bps)');
  expect(crossing[1]).toMatch(/good till cancelled; crosses the book: fills at once, the API has no post-only$/);
  const rows = readRows(open({ type: 'market' }).evaluation.preview);
  expect(rows).toContain('price: market ≤ 98,002 (1 %), remainder is cancelled (IOC)');
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
  expect(rows).toContain('margin: unknown: depends on leverage; 23.75 at 40×, 950.00 at 1×; of 100.00 free');
  expect(rows).toContain('position: +0.0100 BTC @ 95,000, liquidation unknown: depends on leverage');
});

test.each<[string, Values, RegExp | undefined]>([
  ['the most at the leverage fits', { size: '0.9574' }, undefined],
  ['one step more does not', { size: '0.9575' }, /^At most 0\.9574 BTC at 5×: 18\.20K USDC free\.$/],
  ['nor do 100 BTC', { size: '100' }, /^At most 0\.9574 BTC at 5×/],
  ['what closes the position on the other side needs none', { side: 'sell', size: '0.15' }, undefined],
  ['nor does what its margin then covers', { side: 'sell', size: '1.2' }, undefined],
  [
    'beyond that it does',
    { side: 'sell', size: '2' },
    /^At most 1\.2575 BTC at 5×: 21\.10K USDC free, with the position it closes\.$/,
  ],
  ['a higher leverage that is typed counts', { size: '1.5', leverage: '10' }, undefined],
  [
    'a lower one too, with what it adds to the position',
    { size: '0.5', leverage: '2' },
    /^At most 0\.2908 BTC at 2×: 13\.82K USDC free\.$/,
  ],
  ['a reduce-only order needs none', { side: 'sell', size: '0.15', reduceOnly: 'yes' }, undefined],
])('margin: %s', (_name, typed, words) => {
  const { evaluation } = open(typed);
  if (!words) return expect(evaluation.problems).toEqual({});
  expect(evaluation.problems.size).toMatch(words);
  expect(evaluation.draft).toBeNull();
});

test('without a known leverage only what no leverage allows is refused', () => {
  const { answer, desk, form, values } = open();
  const account = { accountValue: '1', totalMarginUsed: '0', totalNtlPos: '0', withdrawable: '100', positions: [] };
  answer('positions', account, desk.now());
  const problem = (size: string) => form.evaluate({ ...values, size }).problems.size;
  expect(problem('0.0413')).toBeUndefined();
  expect(problem('0.05')).toBe('At most 0.0418 BTC even at 40×, the maximum: 100.00 USDC free.');
  expect(problem('25 %')).toMatch(/^A share of the free margin needs the leverage/);
});

test.each<[string, Values, string]>([
  // 251.3026 USD ÷ (95,000 − 93,006.9 + 95,000 × 0.00015 + 93,006.9 × 0.00045) = 0.1226 BTC
  ['1 % of the equity', { size: 'risk 1 %', sl: '93100' }, '0.1226'],
  ['50 USD', { size: 'risk 50 usd', sl: '93100' }, '0.0243'],
  ['a stop in percent', { size: 'risk 50 usd', sl: '2 %' }, '0.0243'],
  ['a short', { size: 'risk 50 usd', side: 'sell', price: '99000', sl: '101000' }, '0.0231'],
])('a size by risk: %s', (_name, typed, sz) => {
  const { evaluation } = open(typed);
  expect(evaluation.problems).toEqual({});
  expect(evaluation.draft).toMatchObject({ sz });
});

test.each<[string, Values, RegExp]>([
  ['without a stop', { size: 'risk 1 %' }, /^A size by risk needs a stop loss/],
  ['with a wrong stop', { size: 'risk 1 %', sl: '96000' }, /^A size by risk needs a stop loss/],
  ['too little', { size: 'risk 0.1 usd', sl: '93100' }, /^Below the minimum size of BTC/],
])('a size by risk is refused %s', (_name, typed, words) => {
  expect(open(typed).evaluation.problems.size).toMatch(words);
});

test('what limits a size by risk is said: the risk, the free margin, the own cap', () => {
  const risk = (typed: Values) =>
    readRows(open({ sl: '94900', ...typed }).evaluation.preview).find((row) => row.startsWith('risk'));
  expect(risk({ size: 'risk 20 usd', sl: '93100' })).toBe('risk: 19.88 of 20.00 USD, bound by risk');
  expect(risk({ size: 'risk 1 %' })).toMatch(/^risk: 241\.\d\d of 251\.30 USD \(1 % of equity\), bound by margin$/);
});

test('the exits say their profit and loss after fees, in USD and R, and the reward to risk', () => {
  const rows = readRows(open({ size: '0.1', sl: '2 %', tp: '3R' }).evaluation.preview);
  expect(rows.slice(1, 4)).toEqual([
    'stop loss: market at 93,100  −2.00 %   −204.92 USD   −1 R',
    'take profit: market at 100,700  +6.00 %   +564.04 USD   +3 R',
    'reward:risk: 2.75 : 1   after fees, 0.1 % slippage at the stop',
  ]);
});

test('a share of the free margin is sized at the leverage, and fits', () => {
  expect(open({ size: '100 %' }).evaluation.draft).toMatchObject({ sz: '0.9574' });
  expect(open({ size: '25 %', leverage: '10' }).evaluation.draft).toMatchObject({ sz: '0.4783' });
});

test('a market order says what the book would fill it at, and when the book is too thin', () => {
  const { cache, desk, form, values } = open({ type: 'market' });
  const level = (price: string, size: string) => ({ price, size, numOrders: 1 });
  const fill = (size: string) =>
    readRows(form.evaluate({ ...values, size }).preview).find((row) => row.startsWith('fill'));
  expect(fill('0.1')).toBe('fill: unknown: the book has not been read');
  const asks = [level('97040', '0.1'), level('97060', '0.1'), level('99000', '9')];
  const market = { ctx: { markPx: '97031.5' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 }, asks, bids: [] };
  cache.setQueryData(queryKeys.market('BTC'), market, { updatedAt: desk.now() });
  expect(fill('0.1')).toBe('fill: ≈ 97,040 on average, the best price');
  expect(fill('0.2')).toBe('fill: ≈ 97,050 on average, last level 97,060');
  expect(fill('0.3')).toBe(
    'fill: ≈ 97,050 on average, last level 97,060; only 0.2000 BTC within the worst price, rest cancelled',
  );
});

test('a book that comes after the confirmation opened is shown in it', () => {
  const { cache, desk, form, evaluation } = open({ type: 'market', size: '0.1' });
  const fill = () =>
    evaluation.draft && readRows(form.confirmation(evaluation.draft)).find((row) => row.startsWith('fill'));
  expect(fill()).toBe('fill: unknown: the book has not been read');
  const asks = [{ price: '97040', size: '1', numOrders: 1 }];
  const market = { ctx: { markPx: '97031.5' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 }, asks, bids: [] };
  cache.setQueryData(queryKeys.market('BTC'), market, { updatedAt: desk.now() });
  expect(fill()).toBe('fill: ≈ 97,040 on average, the best price');
});

test('a leverage that is typed is set first, and the order follows only if it is accepted', async () => {
  const { evaluation, form, done } = open({ leverage: '10' });
  if (!evaluation.draft) throw new Error('no draft');
  const change = {
    walletId: 'w-main',
    coin: 'BTC',
    leverage: 10,
    isCross: false,
    before: { leverage: 5, isCross: false },
    hasPosition: true,
  };
  expect(form.firstOperation?.(evaluation.draft)).toEqual({ kind: 'setLeverage', draft: change });
  expect(evaluation.submitLabel).toBe('Set 10×, place buy');
  expect(readRows(form.confirmation(evaluation.draft)).slice(0, 2)).toEqual([
    '1 leverage: set 10× isolated, open position too; if accepted, then:',
    '2 order: BUY 0.01 BTC   ≈ 950.00 USD',
  ]);
  await form.submit(evaluation.draft);
  expect(done.map(([kind]) => kind)).toEqual(['setLeverage', 'placePerpOrder']);
  expect(done[1]?.[1]).not.toHaveProperty('leverage');
});

test.each<[string, Values, string, RegExp]>([
  ['beyond the market', { leverage: '41' }, 'leverage', /^41× is out of range/],
  ['a mode without a leverage', { coin: 'SOL', margin: 'cross' }, 'leverage', /^The current leverage is unknown/],
  ['a leverage without a mode', { coin: 'SOL', leverage: '3' }, 'margin', /^The current margin mode is unknown/],
])('leverage %s is refused', (_name, typed, field, words) => {
  const { answer, desk, form, values } = open();
  const market = (name: string) => ({ ctx: { markPx: '100' }, meta: { name, szDecimals: 2, maxLeverage: 40 } });
  answer('markets', [market('BTC'), market('SOL')], desk.now());
  expect(form.evaluate({ ...values, ...typed }).problems[field]).toMatch(words);
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

test('the order of the fields never changes; what does not apply says why', () => {
  const { form, values } = open();
  const ids = ['coin', 'side', 'type', 'price', 'slippage', 'size', 'sl', 'tp', 'leverage', 'margin', 'reduceOnly'];
  const off = (over: Values) => {
    const fields = form.fields({ ...values, ...over });
    expect(fields.map(({ id }) => id)).toEqual(ids);
    return Object.fromEntries(fields.flatMap(({ id, off: why }) => (why ? [[id, why]] : [])));
  };
  const margin = 'isolated, fixed while a position is open';
  expect(off({})).toEqual({ slippage: 'not used: limit order', margin });
  expect(off({ type: 'market' })).toEqual({ price: 'not used: market order', margin });
  const reduceOnly = 'not used: reduce-only order';
  expect(off({ reduceOnly: 'yes' })).toMatchObject({
    sl: reduceOnly,
    tp: reduceOnly,
    leverage: reduceOnly,
    margin: reduceOnly,
  });
});

test('markets are searched by their names', () => {
  const { form, values } = open();
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
