import { expect, test } from 'vitest';
import { FakeClock } from '../platform/fake-clock.ts';
import { fakeReads, wire } from '../stores/desk-data.fixture.ts';
import { createNoticesStore } from '../stores/notices.ts';
import { createOrderRecordsStore } from '../stores/order-records.ts';
import { createSessionStore } from '../stores/session.ts';
import { createPriceRules } from './price-rules.ts';
import { startAlerts } from './start-alerts.ts';

function watching(orders: boolean) {
  const clock = new FakeClock();
  const reads = fakeReads();
  const notices = createNoticesStore();
  let wanted: readonly string[] = [];
  const stop = startAlerts({
    ...{ clock, notices, data: reads.data, rules: createPriceRules(), records: createOrderRecordsStore() },
    session: createSessionStore({ mode: 'paper', profile: 'paper', baseUrl: 'http://127.0.0.1' }, clock.now()),
    settings: {
      ...{ orders, positions: true, liquidationPct: null, streamDownMs: null, keyLimit: true, pauseMs: 5_000 },
      ...{ bell: false, notification: 'off', hook: null },
    },
    want: (names) => {
      wanted = names;
    },
    walletNow: () => null,
    secrets: [],
    ring: () => {},
  });
  const opens = (orders: readonly unknown[]) => {
    reads.answer('perpOrders', orders, clock.now());
    return clock.advance(500);
  };
  return { ...reads, clock, opens, stop, wanted: () => wanted, said: () => notices.getState().notices };
}

test('open perp orders are read for the alerts alone, and the trades from the end of one until it is explained', async () => {
  const { wanted, opens, answer, clock, stop, said } = watching(true);
  expect(wanted()).toEqual(['perpOrders']);
  await opens(wire.perpOrders);
  expect(wanted()).toEqual(['perpOrders']);
  await opens(wire.perpOrders.slice(1));
  expect(wanted()).toEqual(['perpOrders', 'fills']);
  answer('fills', [{ ...wire.fills[0], oid: 71, sz: '0.01' }], clock.now());
  await clock.advance(500);
  expect(said().map(({ text }) => text)).toEqual([expect.stringContaining('Perp order filled: buy 0.01 of 0.01 BTC')]);
  expect(wanted()).toEqual(['perpOrders']);
  stop();
  expect(wanted()).toEqual([]);
});

test('where nobody wants to hear of orders, nothing is read for it', async () => {
  const { wanted, opens, stop } = watching(false);
  await opens(wire.perpOrders);
  await opens([]);
  expect(wanted()).toEqual([]);
  stop();
});
