import { expect, test } from 'vitest';
import { perpOrderRows } from '../../../stores/orders/perp-order-rows.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { fakeDesk, readRows } from '../../desk/fake-desk.fixture.ts';
import type { FormSpec, Values } from '../form-spec.ts';
import { cancelPerpForm } from './cancel-perp-form.ts';
import { leverageForm } from './leverage-form.ts';
import { modifyPerpForm } from './modify-perp-form.ts';

function filled() {
  const fake = fakeDesk();
  fake.fill();
  const [limit, stop] = perpOrderRows(fake.desk.data);
  const [btc, eth] = positionRows(fake.desk.data);
  if (!limit || !stop || !btc || !eth) throw new Error('the fixture lacks its rows');
  return { ...fake, limit, stop, btc, eth };
}

const evaluate = <D>(form: FormSpec<D>, typed: Values = {}) => form.evaluate({ ...form.initial, ...typed });
const cloid = `0x${'a'.repeat(32)}`;

test.each<[string, Values, object | null, Record<string, RegExp>]>([
  ['as it was', {}, null, { price: /^Nothing has changed yet/ }],
  ['another price', { price: '94000' }, { limitPx: '94000', sz: '0.01', oid: 71, newCloid: cloid }, {}],
  ['a price off the grid', { price: '94000.6' }, { limitPx: '94001' }, {}],
  ['a smaller size', { size: '0.00512' }, { limitPx: '95000', sz: '0.0051' }, {}],
  [
    'below 10 USD',
    { size: '0.0001' },
    null,
    { size: /below the venue's minimum of 10 USD: enter at least 0.0002 BTC/ },
  ],
  ['the most that the free margin allows', { size: '0.9674' }, { sz: '0.9674' }, {}],
  ['more than the free margin', { size: '100' }, null, { size: /^At most 0\.9674 BTC at 5×: 18\.39K USDC free\.$/ }],
  ['no price', { price: '' }, null, { price: /^Enter a number/ }],
])('a change: %s', (_name, typed, draft, problems) => {
  const { desk, limit } = filled();
  const evaluation = evaluate(modifyPerpForm(desk, limit), typed);
  if (draft) expect(evaluation.draft).toMatchObject(draft);
  else expect(evaluation.draft).toBeNull();
  expect(Object.keys(evaluation.problems)).toEqual(Object.keys(problems));
  for (const [field, words] of Object.entries(problems)) expect(evaluation.problems[field]).toMatch(words);
});

test('a change sends only what the action knows, and each try has a name of its own', async () => {
  const { desk, limit, done } = filled();
  const form = modifyPerpForm(desk, limit);
  const { draft } = evaluate(form, { price: '94000' });
  if (draft) await form.submit(draft);
  const body = { walletId: 'w-main', coin: 'BTC', oid: 71, isBuy: true, limitPx: '94000', sz: '0.01', newCloid: cloid };
  expect(done.at(-1)).toEqual(['modifyPerpOrder', body]);
});

test('an order that is gone is neither changed nor cancelled', () => {
  const { desk, limit, answer } = filled();
  const [change, cancel] = [modifyPerpForm(desk, limit), cancelPerpForm(desk, limit)];
  expect(evaluate(cancel).draft).toEqual({
    walletId: 'w-main',
    coin: 'BTC',
    oid: 71,
    words: 'buy 0.01 BTC at 95000, limit',
  });
  answer('perpOrders', [], desk.now());
  expect(evaluate(change, { price: '94000' })).toMatchObject({
    draft: null,
    problems: { form: 'This order is no longer open.' },
  });
  expect(evaluate(cancel)).toMatchObject({ draft: null, problems: { form: 'This order is no longer open.' } });
});

test('cancelling the stop of a position says that it has none then', () => {
  const { desk, stop, limit, answer } = filled();
  const rows = (form: FormSpec<never>) =>
    readRows(evaluate(form).preview).filter((row) => row.startsWith('protection'));
  expect(rows(cancelPerpForm(desk, stop) as never)).toEqual(['protection: no stop']);
  expect(rows(cancelPerpForm(desk, limit) as never)).toEqual([]);
  const whole = { coin: 'ETH', side: 'buy', limitPx: '3700', sz: '0.0', oid: 74, orderType: 'stopMarket' };
  answer('perpOrders', [whole], desk.now());
  const [row] = perpOrderRows(desk.data);
  expect(row && evaluate(cancelPerpForm(desk, row)).draft?.words).toBe('buy whole ETH position at 3700, stop');
});

test.each<[string, string, Values, object | null, Record<string, RegExp>]>([
  [
    'a step down',
    'BTC',
    { leverage: '3' },
    { leverage: 3, isCross: false, hasPosition: true, before: { leverage: 5, isCross: false } },
    {},
  ],
  ['with the sign', 'BTC', { leverage: '3×' }, { leverage: 3 }, {}],
  ['as it is', 'BTC', {}, null, { leverage: /already at 5×/ }],
  [
    'a market without a position',
    'SOL',
    { leverage: '10', mode: 'isolated' },
    { coin: 'SOL', leverage: 10, isCross: false, before: null, hasPosition: false },
    {},
  ],
  [
    'beyond the market',
    'BTC',
    { leverage: '41' },
    null,
    { leverage: /^41× is out of range: enter a whole number from 1 to 40 for BTC/ },
  ],
  ['nothing', 'SOL', {}, null, { leverage: /^Enter a whole number from 1 to 20 for SOL/ }],
  ['a part', 'SOL', { leverage: '2.5' }, null, { leverage: /^Enter a whole number/ }],
  ['no market', 'SOL', { coin: '', leverage: '3' }, null, { coin: /^Enter a market/ }],
])('leverage: %s', (_name, coin, typed, draft, problems) => {
  const { desk, answer } = filled();
  const market = (name: string, maxLeverage: number) => ({
    ctx: { markPx: '100' },
    meta: { name, szDecimals: 2, maxLeverage },
  });
  answer('markets', [market('BTC', 40), market('ETH', 25), market('SOL', 20)], desk.now());
  const evaluation = evaluate(leverageForm(desk, coin), typed);
  if (draft) expect(evaluation.draft).toMatchObject(draft);
  else expect(evaluation.draft).toBeNull();
  expect(Object.keys(evaluation.problems)).toEqual(Object.keys(problems));
  for (const [field, words] of Object.entries(problems)) expect(evaluation.problems[field]).toMatch(words);
});

test('a lower leverage says what it takes into an isolated position', () => {
  const { desk } = filled();
  expect(readRows(evaluate(leverageForm(desk, 'BTC'), { leverage: '2' }).preview)).toEqual([
    'now: 5× isolated',
    'effect: adds ≈ 4,385.00 USDC to the position',
    'liquidation: 81,200 → ≈ 51,597',
    'protection: no stop',
  ]);
  expect(readRows(evaluate(leverageForm(desk, 'BTC'), { leverage: '10' }).preview)).toEqual([
    'now: 5× isolated',
    'effect: isolated: margin unchanged',
    'liquidation: 81,200, unchanged',
    'protection: no stop',
  ]);
  expect(readRows(evaluate(leverageForm(desk, 'ETH'), { leverage: '2' }).preview).slice(-2)).toEqual([
    'liquidation: 4,103.2, unchanged',
    'protection: stop 3,700 (4.2000)',
  ]);
});

test('a margin mode is chosen only while nothing is open', () => {
  const { desk } = filled();
  const ids = (coin: string) =>
    leverageForm(desk, coin)
      .fields({ coin })
      .map(({ id }) => id);
  expect(ids('BTC')).toEqual(['leverage', 'coin']);
  expect(ids('?')).toEqual(['leverage', 'mode', 'coin']);
});
