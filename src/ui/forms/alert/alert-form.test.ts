import { expect, test } from 'vitest';
import { createPriceRulesStore, parsePriced } from '../../../alerts/price-rules.ts';
import { queryKeys } from '../../../stores/desk-data.ts';
import { readRows, settle } from '../../desk/fake-desk.fixture.ts';
import { addresses, spotDesk } from '../spot-desk.fixture.ts';
import { alertForm } from './alert-form.ts';

const btc = { market: 'perp', what: 'btc', direction: 'above', value: '999999', calls: 'always', rule: 'new' };

function deskWithBtc() {
  const { desk, cache } = spotDesk();
  const market = { ctx: { markPx: '97031.5' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } };
  cache.setQueryData(queryKeys.named('markets'), [market]);
  return desk;
}

test('a perp coin is taken by its name, a token by its address', async () => {
  const desk = deskWithBtc();
  const form = alertForm(desk);
  const { draft } = form.evaluate(btc);
  expect(draft).toMatchObject({ add: { of: { kind: 'perp', coin: 'BTC' }, direction: 'above', value: '999999' } });
  const jup = { ...btc, market: 'solana', what: 'JUP', value: '0.5' };
  expect(form.evaluate(jup)).toMatchObject({ draft: null, problems: { what: 'Searching for JUP …' } });
  await settle();
  const found = form.evaluate(jup);
  expect(found.draft).toMatchObject({
    add: { of: { kind: 'token', tokenId: `solana:${addresses.jup}` }, name: 'JUP' },
  });
  expect(readRows(found.preview)[0]).toContain(addresses.jup);
});

test.each([
  [{ what: 'DOGEX' }, 'what'],
  [{ value: '0' }, 'value'],
  [{ value: '1e5' }, 'value'],
  [{ value: '-5' }, 'value'],
  [{ value: '1,000' }, 'value'],
  [{ value: '' }, 'value'],
])('%j is refused, and why', (over, field) => {
  const { problems, draft } = alertForm(deskWithBtc()).evaluate({ ...btc, ...over });
  expect(Object.keys(problems)).toEqual([field]);
  expect(draft).toBeNull();
});

test('what is so already is said; the same alert is not set twice; it is listed and removed', async () => {
  const desk = deskWithBtc();
  const form = alertForm(desk);
  const low = form.evaluate({ ...btc, value: '1' });
  expect(readRows(low.preview).join()).toContain('already reached: alerts when it is reached again');
  await form.submit(low.draft!);
  expect(form.evaluate({ ...btc, value: '1.0' }).problems).toEqual({ form: 'This alert is already set.' });
  const set = form.fields(form.initial).at(-1);
  expect(set?.choices?.map(({ label }) => label)).toEqual(['new', 'remove BTC perp above 1 USD']);
  const removal = form.evaluate({ ...btc, rule: 'price-1' });
  expect(removal.submitLabel).toBe('Remove');
  await form.submit(removal.draft!);
  expect(desk.priceRules.getState().rules).toEqual([]);
  expect(desk.notices.getState().notices.map(({ text }) => text)).toEqual([
    'Alert set: BTC perp above 1 USD',
    'Alert removed: BTC perp above 1 USD',
  ]);
});

test('one can be set for once, and the list says so', async () => {
  const desk = deskWithBtc();
  const form = alertForm(desk);
  await form.submit(form.evaluate({ ...btc, calls: 'once' }).draft!);
  expect(desk.priceRules.getState().rules).toMatchObject([{ isOnce: true, isConfigured: false }]);
  expect(desk.notices.getState().notices.at(-1)?.text).toBe('Alert set: BTC perp above 999,999 USD, once');
  expect(readRows(form.evaluate({ ...btc, value: '5' }).preview).join()).toContain('BTC perp above 999,999 USD, once');
});

test('one whose price is not there yet is armed as it is set: the price may get there before the first look', async () => {
  const desk = deskWithBtc();
  const form = alertForm(desk);
  for (const over of [{}, { value: '97031.5' }, { direction: 'below' }, { direction: 'below', value: '97031' }])
    await form.submit(form.evaluate({ ...btc, ...over }).draft!);
  expect(desk.priceRules.getState().rules.map(({ isArmed }) => isArmed)).toEqual([true, false, false, true]);
});

test('one whose price is unknown is not armed before it is', async () => {
  const desk = deskWithBtc();
  const form = alertForm(desk);
  form.evaluate({ ...btc, market: 'solana', what: 'JUP', value: '0.5' });
  await settle();
  await form.submit(form.evaluate({ ...btc, market: 'solana', what: 'JUP', value: '0.5' }).draft!);
  expect(desk.priceRules.getState().rules).toMatchObject([{ isArmed: false }]);
});

test('one of the configuration comes back at the next start, and that is said', async () => {
  const desk = deskWithBtc();
  desk.priceRules.setState(
    createPriceRulesStore([{ ...parsePriced('perp:BTC')!, direction: 'above', value: '5' }]).getState(),
  );
  const form = alertForm(desk);
  await form.submit(form.evaluate({ ...btc, rule: 'price-1' }).draft!);
  expect(desk.notices.getState().notices.at(-1)?.text).toBe(
    'Alert removed: BTC perp above 5 USD. It is in the configuration file and returns at the next start',
  );
});
