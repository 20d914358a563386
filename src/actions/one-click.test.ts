import { expect, test } from 'vitest';
import { sendOperation } from './operations.ts';
import { disarmOneClick, oneClickIdleMs } from './pipeline/disarm-one-click.ts';
import { fakeContext } from './pipeline/fake-context.fixture.ts';
import { setOneClick, setTradingMode } from './pipeline/trading-mode.ts';

function setUp(oneClickUsd: string | null = '1000') {
  const fake = fakeContext(() => ({}));
  const context = { ...fake.context, caps: { ...fake.context.caps, oneClickUsd } };
  const connect = (state: 'connected' | 'reconnecting') =>
    context.session.setState(({ connection }) => ({ connection: { ...connection, state } }));
  connect('connected');
  const stop = disarmOneClick(context);
  const isArmed = () => context.trading.getState().isOneClick;
  return { ...fake, context, connect, stop, isArmed };
}

type Desk = ReturnType<typeof setUp>;

test('is armed and disarmed by the user, and shows its cap', () => {
  const desk = setUp();
  setOneClick(desk.context, true);
  expect(desk.isArmed()).toBe(true);
  setOneClick(desk.context, false);
  expect(desk.isArmed()).toBe(false);
  expect(desk.notices()).toEqual([
    'warn: One-click is armed: orders up to 1000 USD are sent without a confirmation.',
    'info: One-click is off.',
  ]);
});

test.each<readonly [string, (desk: Desk) => void, string]>([
  ['the profile has no cap', ({ context }) => void context, 'One-click is off for this profile'],
  ['trading is halted', ({ context }) => context.trading.setState({ mode: 'halted' }), 'while trading is halted'],
  ['the profile is read-only', ({ context }) => context.trading.setState({ readOnly: 'For looking.' }), 'For looking.'],
  ['another desk trades', ({ context }) => context.trading.setState({ lock: 'Another desk.' }), 'Another desk.'],
  ['the stream is not there', ({ connect }) => connect('reconnecting'), 'only while the stream is connected'],
])('cannot be armed if %s', (what, happen, words) => {
  const desk = setUp(what === 'the profile has no cap' ? null : '1000');
  happen(desk);
  setOneClick(desk.context, true);
  expect(desk.isArmed()).toBe(false);
  expect(desk.notices().at(-1)).toContain(words);
});

test.each<readonly [string, (desk: Desk) => void]>([
  ['the stream is lost', ({ connect }) => connect('reconnecting')],
  ['everything is to be read again', ({ context }) => context.session.setState({ reconcileSinceMs: 7 })],
  ['trading is halted', ({ context }) => setTradingMode(context, 'halted', 'x')],
  ['trading is reduced', ({ context }) => setTradingMode(context, 'reducing', 'x')],
])('is disarmed when %s, and stays disarmed', (_what, happen) => {
  const desk = setUp();
  setOneClick(desk.context, true);
  happen(desk);
  expect(desk.isArmed()).toBe(false);
  desk.connect('connected');
  setTradingMode(desk.context, 'active', 'x');
  expect(desk.isArmed()).toBe(false);
});

test('disarming is reported once, and only if it was armed', () => {
  const desk = setUp();
  desk.connect('reconnecting');
  expect(desk.notices()).toEqual([]);
  desk.connect('connected');
  setOneClick(desk.context, true);
  desk.connect('reconnecting');
  desk.context.session.setState({ reconcileSinceMs: 9 });
  expect(desk.notices().filter((text) => text.includes('interrupted'))).toHaveLength(1);
});

test('unrelated changes leave it armed, and the watch can be stopped', () => {
  const desk = setUp();
  setOneClick(desk.context, true);
  desk.context.session.setState({ latencyMs: 3, executionsSinceUsage: 1 });
  expect(desk.isArmed()).toBe(true);
  desk.stop();
  desk.connect('reconnecting');
  expect(desk.isArmed()).toBe(true);
});

test('is disarmed ten minutes after the last order', async () => {
  const desk = setUp();
  setOneClick(desk.context, true);
  await desk.clock.advance(oneClickIdleMs - 1_000);
  await sendOperation(desk.context, { kind: 'enableMultisend', draft: { walletId: 'w', label: 'main' } });
  await desk.clock.advance(oneClickIdleMs - 1_000);
  expect(desk.isArmed()).toBe(true);
  await desk.clock.advance(1_000);
  expect(desk.isArmed()).toBe(false);
  expect(desk.notices().at(-1)).toContain('One-click is off: ten minutes passed without an order.');
});
