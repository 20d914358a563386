import { describe, expect, test } from 'vitest';
import { type FakeDesk, fakeDesk, readRows } from '../desk/fake-desk.fixture.ts';
import { quickPosition, quickTrades } from '../presets/quick-trades.ts';
import type { Values } from './form-spec.ts';

/** BTC is long 0.15 at 96,412 with the mark at 97,031.5. */
const order = (oid: number, over: object) => ({
  coin: 'BTC',
  side: 'sell',
  limitPx: '95000',
  sz: '0.0',
  oid,
  orderType: 'Stop Market',
  ...over,
});
const stop = order(1, {});
const profit = order(2, { limitPx: '101000', orderType: 'Take Profit Market' });
const bid = order(3, { side: 'buy', limitPx: '90000', sz: '0.05', orderType: 'limit' });
const ask = order(4, { limitPx: '110000', sz: '0.2', orderType: 'limit' });

function withOrders(...orders: readonly object[]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.answer('perpOrders', orders, fake.clock.nowMs);
  return fake;
}

/** The confirmation of a quick trade, or of the order form with other values. */
function said({ desk }: FakeDesk, trade: string, typed: Values = {}): Record<string, string> {
  const row = quickPosition(desk, { kind: 'quick', positionKey: 'BTC', shownAtMs: 0 });
  const form =
    row &&
    quickTrades(desk, row)
      .find(({ commandId }) => commandId === `quick.${trade}`)
      ?.form();
  const { draft, problems } = form?.evaluate({ ...form.initial, ...typed }) ?? {};
  expect(problems).toEqual({});
  const rows = form && draft ? readRows(form.confirmation(draft)) : [];
  const kept = /^(cancels|may cancel|stays open|protection|carried over|realised PnL|open orders): (.*)/;
  return Object.fromEntries(
    rows.flatMap((text) => [kept.exec(text)?.slice(1) ?? []].filter(({ length }) => length > 0)),
  );
}

describe('reverse', () => {
  test('names what goes, what stays, the realised PnL and the exits that are carried over', () => {
    expect(said(withOrders(stop, profit, bid, ask), 'reverse')).toEqual({
      'realised PnL': '≈ +92.93 USD   before the fee, closes 0.15 BTC',
      cancels: 'stop 95,000 (whole position); take profit 101,000 (whole position)',
      'may cancel': 'sell 0.2000 at 110,000, if reduce-only',
      'stays open': 'buy 0.0500 at 90,000, now reduces the short',
      protection: 'stop 99,063 and take profit 93,063 (whole position)',
      'carried over': 'stop 95,000 → 99,063, take profit 101,000 → 93,063: same distance from the mark',
    });
  });

  test('without the carried exits, says that there is no stop', () => {
    const rows = said(withOrders(stop, profit), 'reverse', { sl: '', tp: '' });
    expect(rows).toMatchObject({ protection: 'no stop' });
    expect(rows).not.toHaveProperty('carried over');
  });

  test('carries the stop nearest to the mark, and none that the mark has passed', () => {
    const far = order(5, { limitPx: '93000', sz: '0.05' });
    expect(said(withOrders(far, stop), 'reverse')['carried over']).toContain('stop 95,000 →');
    expect(said(withOrders(order(6, { limitPx: '97100' })), 'reverse')).toMatchObject({ protection: 'no stop' });
  });

  test('while the open orders are unknown, says so instead of "no stop"', () => {
    const fake = withOrders();
    fake.cache.removeQueries({ queryKey: ['desk', 'perpOrders'] });
    const rows = said(fake, 'reverse');
    expect(rows['open orders']).toMatch(/^Unknown: .* they have not been read yet\.$/);
    expect(rows).not.toHaveProperty('protection');
    const old = withOrders(stop, { coin: 'BTC' });
    old.clock.nowMs += 45_000;
    expect(said(old, 'double')['open orders']).toMatch(
      /were last read 4\d s ago\. 1 cannot be read and may be affected\.$/,
    );
  });
});

test('double keeps the orders, and a stop for the old size covers half', () => {
  expect(said(withOrders(order(1, { sz: '0.15' }), bid), 'double')).toEqual({
    protection: 'stop 95,000 covers 0.1500 of 0.3000',
  });
  expect(said(withOrders(stop), 'double')).toEqual({ protection: 'stop 95,000 (whole position)' });
});

test('a part closed leaves the exits, larger than the position if they were for all of it', () => {
  const sell = { ...ask, sz: '0.1' };
  expect(said(withOrders(order(1, { sz: '0.15' }), profit, sell), 'close50')).toMatchObject({
    'stays open': 'sell 0.1000 at 110,000, now closes the long and opens a short unless reduce-only',
    protection: 'stop 95,000 (0.1500, more than the position), take profit 101,000 (whole position)',
  });
});

test('a close takes the exits along, and leaves orders that open a position again', () => {
  const near = order(7, { side: 'buy', limitPx: '96900', sz: '0.01', orderType: 'limit' });
  const rows = said(withOrders(stop, profit, bid, near, { ...ask, reduceOnly: true }), 'close100');
  expect(rows).toMatchObject({
    cancels: 'stop 95,000 (whole position); take profit 101,000 (whole position); sell 0.2000 at 110,000',
    'may cancel': 'buy 0.0100 at 96,900, if reached',
    'stays open': 'buy 0.0500 at 90,000, now opens a long',
  });
  expect(rows).not.toHaveProperty('protection');
});

test('an order sent from here is known to be reduce-only or not', () => {
  const cloid = `0x${'b'.repeat(32)}`;
  for (const reduceOnly of [true, false]) {
    const fake = withOrders({ ...ask, cloid });
    const sent = { operation: 'perp.placeOrder', input: { body: { cloid, reduceOnly } } };
    fake.desk.records.setState({ records: [sent] as never });
    const rows = said(fake, 'close100');
    expect(rows).not.toHaveProperty('may cancel');
    expect(rows).toHaveProperty(reduceOnly ? 'cancels' : 'stays open');
  }
});

test('a resting limit says when it takes effect', () => {
  const limit = { type: 'limit', side: 'sell', price: '99000', size: '0.15', tp: '', sl: '' };
  expect(said(withOrders(stop), 'double', limit)).toEqual({
    'realised PnL': '≈ +388.20 USD   once filled, before the fee, closes 0.15 BTC',
    cancels: 'once filled: stop 95,000 (whole position)',
  });
});
