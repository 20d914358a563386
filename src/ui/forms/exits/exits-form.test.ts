import { expect, test } from 'vitest';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { fakeDesk, readRows } from '../../desk/fake-desk.fixture.ts';
import type { FormSpec, Values } from '../form-spec.ts';
import { breakEvenForm } from './break-even-form.ts';
import { exitsForm } from './exits-form.ts';

const exit = (oid: number, orderType: string, limitPx: string, sz = '0.0') => ({
  coin: 'BTC',
  side: 'sell',
  limitPx,
  sz,
  oid,
  orderType,
});
const stop = exit(81, 'Stop Market', '90000');
const target = exit(82, 'Take Profit Market', '110000');

function filled(...orders: object[]) {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('perpOrders', orders, fake.desk.now());
  const [btc, eth] = positionRows(fake.desk.data);
  if (!btc || !eth) throw new Error('the fixture lacks its rows');
  return { ...fake, btc, eth };
}

const evaluate = <D>(form: FormSpec<D>, typed: Values = {}) => form.evaluate({ ...form.initial, ...typed });

/** Sends the form with these values; what was sent, in order. */
async function sent(fake: ReturnType<typeof filled>, typed: Values) {
  const form = exitsForm(fake.desk, fake.btc);
  const { draft, problems } = evaluate(form, typed);
  expect(problems).toEqual({});
  if (draft) await form.submit(draft);
  return fake.done;
}

const carrier = (exits: object) => [
  'placePerpOrder',
  expect.objectContaining({
    coin: 'BTC',
    isBuy: true,
    sz: '0.0002',
    orderType: 'market',
    reduceOnly: false,
    grouping: 'positionTpsl',
    ...exits,
  }),
];
const cancelled = (oid: number) => [
  'cancelPerpOrder',
  expect.objectContaining({ walletId: 'w-main', coin: 'BTC', oid }),
];

test('it starts with the exits that are open, those for the whole position first', () => {
  const part = exit(80, 'stopMarket', '95000', '0.05');
  const { desk, btc, eth } = filled(part, stop, target);
  expect(exitsForm(desk, btc).initial).toEqual({ sl: '90000', tp: '110000' });
  expect(exitsForm(desk, eth).initial).toEqual({ sl: '', tp: '' });
});

test('a stop where there is none comes with the smallest order', async () => {
  expect(await sent(filled(), { sl: '90000' })).toEqual([carrier({ sl: '90000', tp: null })]);
});

test('a moved stop is placed before the old one is cancelled, and the take profit stays as it is', async () => {
  expect(await sent(filled(stop, target), { sl: '92000' })).toEqual([
    carrier({ sl: '92000', tp: null }),
    cancelled(81),
  ]);
});

test('distances start from the entry, and R from the stop', async () => {
  expect(await sent(filled(), { sl: '2 %', tp: '2R' })).toEqual([carrier({ sl: '94484', tp: '100268' })]);
});

test('both are moved by one order', async () => {
  expect(await sent(filled(stop, target), { sl: '92000', tp: '120000' })).toEqual([
    carrier({ sl: '92000', tp: '120000' }),
    cancelled(81),
    cancelled(82),
  ]);
});

test('an emptied field cancels, and needs no order', async () => {
  expect(await sent(filled(stop, target), { tp: '' })).toEqual([cancelled(82)]);
});

test('a stop for a part that is moved becomes one for the whole position; one that is not moved stays', async () => {
  const part = exit(80, 'stopMarket', '95000', '0.05');
  expect(await sent(filled(part), { sl: '94000' })).toEqual([carrier({ sl: '94000', tp: null }), cancelled(80)]);
  expect(await sent(filled(part), { tp: '110000' })).toEqual([carrier({ sl: null, tp: '110000' })]);
});

test('after an order that is not accepted nothing is cancelled', async () => {
  const fake = fakeDesk({ outcome: { kind: 'unknown', code: 'TIMEOUT', message: 'no answer', requestId: null } });
  fake.fill();
  fake.answer('perpOrders', [stop], fake.desk.now());
  const [btc] = positionRows(fake.desk.data);
  const form = btc && exitsForm(fake.desk, btc);
  const { draft } = form ? evaluate(form, { sl: '92000' }) : { draft: null };
  expect(form && draft && (await form.submit(draft))).toMatchObject({ kind: 'unknown' });
  expect(fake.done.map(([kind]) => kind)).toEqual(['placePerpOrder']);
});

test.each<[string, Values, Record<string, RegExp>]>([
  ['as they are', {}, { sl: /^Nothing to change/ }],
  ['a stop above the mark', { sl: '98000' }, { sl: /^Enter a stop below the mark 97,031\.5: this one would trigger/ }],
  ['a target below the mark', { tp: '90000' }, { tp: /^Enter a take profit above the mark/ }],
  ['words', { sl: 'low' }, { sl: /digits with at most one point/ }],
])('%s are refused in place', (_name, typed, problems) => {
  const { desk, btc } = filled(stop, target);
  const evaluation = evaluate(exitsForm(desk, btc), typed);
  expect(evaluation.draft).toBeNull();
  expect(Object.keys(evaluation.problems)).toEqual(Object.keys(problems));
  for (const [field, words] of Object.entries(problems)) expect(evaluation.problems[field]).toMatch(words);
});

test('exits that changed behind the form are not touched', () => {
  const { desk, btc, answer } = filled(stop);
  const form = exitsForm(desk, btc);
  answer('perpOrders', [exit(99, 'Stop Market', '91000')], desk.now());
  expect(evaluate(form, { sl: '92000' })).toMatchObject({ draft: null, problems: { form: /have changed/ } });
});

test('the confirmation shows each exit before and after, what it is attached to, and a missing stop', () => {
  const { desk, btc } = filled(stop, target);
  const form = exitsForm(desk, btc);
  const moved = evaluate(form, { sl: '92000' }).draft;
  expect(moved && readRows(form.confirmation(moved))).toEqual(
    expect.arrayContaining([
      'stop: 90,000 → 92,000   whole position   est. PnL −661.80 USD',
      'take profit: 110,000   whole position, unchanged   est. PnL +2,038.20 USD',
      'attached to: BUY 0.0002 BTC at market, ≤ 19.60 USD, at most 98,002',
      'sequence: the new exit is placed, then the old one is cancelled',
    ]),
  );
  const removed = evaluate(form, { sl: '' }).draft;
  expect(removed && readRows(form.confirmation(removed))).toContain('stop: 90,000 is removed: no stop');
});

test('break-even: a stop for the whole position at the entry as the order moves it', () => {
  const { desk, btc, eth } = filled();
  const [long, short] = [breakEvenForm(desk, btc), breakEvenForm(desk, eth)];
  expect(long && evaluate(long).draft?.carrier).toMatchObject({ isBuy: true, sz: '0.0002', sl: '96413', tp: null });
  expect(short && evaluate(short).draft?.carrier).toMatchObject({ isBuy: false, sl: '3512.4' });
});

test('a position in loss has no break-even stop', () => {
  const { desk, btc, answer } = filled();
  const market = { ctx: { markPx: '96000' }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } };
  answer('markets', [market], desk.now());
  const form = breakEvenForm(desk, btc);
  expect(form && evaluate(form).problems.sl).toMatch(/^Enter a stop below the mark 96,000: this one would trigger/);
});
