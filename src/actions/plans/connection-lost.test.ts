import Big from 'big.js';
import { expect, test } from 'vitest';
import type { PlanSpec } from '../../plans/plan.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { type ConnectionPolicy, followConnection } from './connection-lost.ts';
import { FakeVenue } from './fake-venue.fixture.ts';
import { bindPlanActions } from './plan-actions.ts';
import { PlanRunner } from './run-plans.ts';

const minute = 60_000;
const scale = (reduceOnly: boolean): PlanSpec => ({
  kind: 'scale',
  coin: 'BTC',
  isBuy: !reduceOnly,
  reduceOnly,
  levels: (reduceOnly ? ['101', '102'] : ['99', '98']).map((px) => ({ px, sz: '0.2' })),
});

/** A keeper on the fake venue, connected, with a policy of ten minutes. */
function rig(onConnectionLost: ConnectionPolicy['onConnectionLost']) {
  const clock = new FakeClock();
  const venue = new FakeVenue(clock);
  const fake = fakeContext((id, input) => venue.answer(id, input), { clock });
  const { context } = fake;
  const connects = (isUp: boolean): void =>
    context.session.setState((session) => ({
      connection: { ...session.connection, state: isUp ? 'connected' : 'reconnecting' } as typeof session.connection,
    }));
  connects(true);
  startPipeline(context);
  const file = memoryJournal();
  context.book.load(file);
  new PlanRunner(context);
  const create = (spec: PlanSpec): void => {
    const caps = { operations: 100, usd: null };
    bindPlanActions(context).create({ walletId: 'wal_perp', summary: 'a plan', spec, caps, arrivalPx: '100' });
  };
  const stop = followConnection(context, { onConnectionLost, afterMs: 10 * minute });
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 1_000) {
      fake.readAll();
      await clock.advance(Math.min(left, 1_000));
    }
  };
  return {
    ...fake,
    venue,
    create,
    connects,
    stop,
    pass,
    states: () => context.plans.getState().plans.map(({ state }) => state),
    mode: () => context.trading.getState().mode,
    resting: () => venue.orders.filter(({ isOpen }) => isOpen).length,
  };
}

test('leave: nothing, however long it lasts', async () => {
  const { create, connects, pass, states, mode, resting } = rig('leave');
  create(scale(false));
  await pass(10_000);
  connects(false);
  await pass(30 * minute);
  expect([states(), mode(), resting()]).toEqual([['active'], 'active', 2]);
});

test('cancel: every plan and what it has at the service, once ten minutes are over and not before', async () => {
  const { create, connects, pass, states, mode, resting, notices } = rig('cancel');
  create(scale(false));
  await pass(10_000);
  expect(resting()).toBe(2);
  connects(false);
  await pass(10 * minute - 1_000);
  expect([states(), resting()]).toEqual([['active'], 2]);
  await pass(minute);
  expect([states(), mode(), resting()]).toEqual([['cancelled'], 'active', 0]);
  expect(notices()).toContain('warn: a plan is being cancelled: the connection was lost for 10 m');
});

test('cancel: a plan with an exit at the service is left, and it is said why', async () => {
  const { create, connects, pass, states, resting, notices, context, venue } = rig('cancel');
  const bought = { oid: 1_000, cloid: null, coin: 'BTC', isBuy: true, px: new Big(100), size: new Big(1), atMs: 0 };
  venue.fills.push(bought);
  create(scale(true));
  await pass(10_000);
  const [plan] = context.plans.getState().plans;
  expect(plan?.children.some(({ state }) => state === 'working')).toBe(true);
  connects(false);
  await pass(11 * minute);
  expect(states()).toEqual(['active']);
  expect(resting()).toBeGreaterThan(0);
  expect(notices()).toContain(
    'warn: a plan is left as it is, because it has an exit at the service: the connection was lost for 10 m',
  );
});

test('reduce: only what reduces risk from then on, also after the connection is back; a mode chosen since stays', async () => {
  const { connects, pass, mode, context } = rig('reduce');
  connects(false);
  await pass(10 * minute);
  expect(mode()).toBe('reducing');
  connects(true);
  await pass(minute);
  expect(mode()).toBe('reducing');
  context.trading.setState({ mode: 'halted' });
  connects(false);
  await pass(11 * minute);
  expect(mode()).toBe('halted');
});

test('a connection that comes back in time begins the count anew', async () => {
  const { connects, pass, mode } = rig('reduce');
  connects(false);
  await pass(9 * minute);
  connects(true);
  await pass(1_000);
  connects(false);
  await pass(9 * minute);
  expect(mode()).toBe('active');
  await pass(minute);
  expect(mode()).toBe('reducing');
});

test('it acts once for each loss: what a person resumes goes on', async () => {
  const { connects, pass, mode, context } = rig('reduce');
  connects(false);
  await pass(10 * minute);
  context.trading.setState({ mode: 'active' });
  await pass(60 * minute);
  expect(mode()).toBe('active');
});

test('time in which the machine slept does not count', async () => {
  const { connects, pass, mode, clock } = rig('reduce');
  connects(false);
  await pass(minute);
  clock.jumpWall(8 * 60 * minute);
  await pass(8 * minute);
  expect(mode()).toBe('active');
});

test('a keeper that does not hold the account waits with it until it does, or the connection is back', async () => {
  const { connects, pass, mode, context } = rig('reduce');
  context.trading.setState({ lock: 'another desk' });
  connects(false);
  await pass(20 * minute);
  expect(mode()).toBe('active');
  context.trading.setState({ lock: null });
  await pass(1_000);
  expect(mode()).toBe('reducing');
});

test('a keeper that starts without a connection counts from its start; one that has ended does nothing', async () => {
  const { connects, context, pass, mode, stop } = rig('leave');
  connects(false);
  const end = followConnection(context, { onConnectionLost: 'reduce', afterMs: minute });
  end();
  await pass(5 * minute);
  expect(mode()).toBe('active');
  followConnection(context, { onConnectionLost: 'reduce', afterMs: minute });
  await pass(minute);
  expect(mode()).toBe('reducing');
  stop();
});
