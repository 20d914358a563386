import { expect, test } from 'vitest';
import { disarmOneClick } from './disarm-one-click.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { setOneClick, setTradingMode } from './trading-mode.ts';

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

test('is armed and disarmed by the person, and says up to what', () => {
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
])('is not armed where %s', (what, happen, words) => {
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
])('is taken back when %s, and does not come back by itself', (_what, happen) => {
  const desk = setUp();
  setOneClick(desk.context, true);
  happen(desk);
  expect(desk.isArmed()).toBe(false);
  desk.connect('connected');
  setTradingMode(desk.context, 'active', 'x');
  expect(desk.isArmed()).toBe(false);
});

test('an interruption is said once, and only where it was armed', () => {
  const desk = setUp();
  desk.connect('reconnecting');
  expect(desk.notices()).toEqual([]);
  desk.connect('connected');
  setOneClick(desk.context, true);
  desk.connect('reconnecting');
  desk.context.session.setState({ reconcileSinceMs: 9 });
  expect(desk.notices().filter((text) => text.includes('interrupted'))).toHaveLength(1);
});

test('what has nothing to do with it leaves it armed, and the watch ends', () => {
  const desk = setUp();
  setOneClick(desk.context, true);
  desk.context.session.setState({ latencyMs: 3, executionsSinceUsage: 1 });
  expect(desk.isArmed()).toBe(true);
  desk.stop();
  desk.connect('reconnecting');
  expect(desk.isArmed()).toBe(true);
});
