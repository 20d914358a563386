import { expect, test } from 'vitest';
import { wire } from '../stores/desk-data.fixture.ts';
import { watchedDesk } from './watched-desk.fixture.ts';

function watching(orders: boolean) {
  const desk = watchedDesk({ orders });
  const opens = (orders: readonly unknown[]) => {
    desk.answer('perpOrders', orders, desk.clock.now());
    return desk.clock.advance(500);
  };
  return { ...desk, opens, wanted: () => desk.wanted.at(-1) };
}

test('alerts read open perp orders, and fills from the end of an order until it is explained', async () => {
  const { wanted, opens, answer, clock, stop, said } = watching(true);
  expect(wanted()).toEqual(['perpOrders']);
  await opens(wire.perpOrders);
  expect(wanted()).toEqual(['perpOrders']);
  await opens(wire.perpOrders.slice(1));
  expect(wanted()).toEqual(['perpOrders', 'fills']);
  answer('fills', [{ ...wire.fills[0], oid: 71, sz: '0.01' }], clock.now());
  await clock.advance(500);
  expect(said()).toEqual([expect.stringContaining('Perp order filled: buy 0.01 of 0.01 BTC')]);
  expect(wanted()).toEqual(['perpOrders']);
  stop();
  expect(wanted()).toEqual([]);
});

test('without order alerts, nothing is read for them', async () => {
  const { wanted, opens, stop } = watching(false);
  await opens(wire.perpOrders);
  await opens([]);
  expect(wanted()).toEqual([]);
  stop();
});
