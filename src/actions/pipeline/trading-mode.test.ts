import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createModeFile } from '../../platform/files/mode-file.ts';
import { wire } from '../../stores/desk-data.fixture.ts';
import { bindActions } from '../desk-actions.ts';
import { fakeContext } from './fake-context.fixture.ts';
import { loadTradingMode, setTradingMode } from './trading-mode.ts';

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'trading-mode-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

const file = () => join(dir, 'paper-try.json');

/** A desk that has just started. */
function start(answer: (id: string) => unknown = () => ({ orderId: 'ord-1', status: 'cancelled' })) {
  const fake = fakeContext(answer, { modeFile: createModeFile(file()) });
  loadTradingMode(fake.context);
  const { getState } = fake.context.trading;
  return {
    ...fake,
    getState,
    set: (mode: 'active' | 'reducing' | 'halted') => setTradingMode(fake.context, mode, 'key H'),
  };
}

describe('a mode', () => {
  test.each([
    ['halted', 'warn: Halted. <bulk.cancelAll> cancels what can still fill: 1 trigger order, 1 perp order, 1 exit.'],
    [
      'reducing',
      'warn: Reducing only. <bulk.cancelAll> cancels what can still fill: 1 trigger order, 1 perp order, 1 exit.',
    ],
  ] as const)('%s applies at once and after every restart, until another is set', (mode, said) => {
    const desk = start();
    expect(desk.getState()).toMatchObject({ mode: 'active', since: null });
    desk.set(mode);
    expect(desk.notices()).toEqual([said]);
    const since = { atMs: desk.clock.now(), why: 'key H' };
    expect(desk.getState()).toMatchObject({ mode, since });
    for (let restart = 0; restart < 3; restart++) expect(start().getState()).toMatchObject({ mode, since });
    const last = start();
    last.set('active');
    expect(last.notices()).toEqual(['info: Trading is active again.']);
    expect(last.getState()).toMatchObject({ mode: 'active', since: null });
    expect(start().getState()).toMatchObject({ mode: 'active', since: null });
  });

  test('whose orders are not all read says so at once, then reads those of every wallet', async () => {
    const perps = [{ coin: 'BTC', side: 'sell', limitPx: '1', sz: '1', oid: 1, orderType: 'Stop Market' }];
    const answers: Record<string, unknown> = {
      'account.wallets': wire.wallets,
      'perp.orders': perps,
      'trigger.list': { orders: [], nextCursor: null },
    };
    const desk = start((id) => answers[id]);
    desk.reads.answer('orders', { orders: [], nextCursor: 'more' }, desk.clock.now());
    desk.set('halted');
    expect(desk.getState().mode).toBe('halted');
    const said = 'warn: Halted. <bulk.cancelAll> cancels what can still fill';
    expect(desk.notices()).toEqual([`${said}: 1 perp order, 1 exit; trigger orders not read yet.`]);
    await desk.clock.advance(0);
    expect(desk.notices().at(-1)).toBe(`${said}: 1 exit.`);
    delete answers['perp.orders'];
    desk.set('reducing');
    await desk.clock.advance(0);
    expect(desk.notices().at(-1)).toMatch(/^warn: Reducing only\. .*: perp orders and exits not read yet\.$/);
  });

  test('does not change other reasons to send nothing', () => {
    const desk = start();
    desk.context.trading.setState({ lock: 'another desk', readOnly: 'for looking' });
    desk.set('halted');
    desk.set('active');
    expect(desk.getState()).toMatchObject({ lock: 'another desk', readOnly: 'for looking' });
  });

  test('does not affect requests in flight', async () => {
    const desk = start();
    const sending = bindActions(desk.context).send({
      kind: 'cancelTriggerOrder',
      draft: { orderId: 'ord-1', summary: 'it' },
    });
    desk.set('halted');
    expect(await sending).toMatchObject({ kind: 'accepted' });
    expect(desk.requests()).toHaveLength(1);
  });
});

test.each([
  ['torn', '{"mode":"act'],
  ['empty', ''],
  ['of another form', '{"mode":"active"}'],
  ['null', 'null'],
  ['of a mode that nobody knows', '{"mode":"cautious","atMs":1,"why":"x"}'],
  ['of a mode in other letters', '{"mode":"Active","atMs":1,"why":"x"}'],
])('a mode file that is %s halts trading, with the reason', (_what, text) => {
  writeFileSync(file(), text);
  const desk = start();
  expect(desk.getState().mode).toBe('halted');
  expect(desk.getState().since?.why).toMatch(/^the saved trading mode cannot be read: ./);
  // Looking at it does not change it: what it says stays for the person to see.
  expect(readFileSync(file(), 'utf8')).toBe(text);
  desk.set('active');
  expect(start().getState().mode).toBe('active');
});

test.each(['halted', 'reducing', 'active'] as const)(
  '%s that cannot be written down holds, and that is said',
  (mode) => {
    mkdirSync(file());
    const desk = fakeContext(() => ({}), { modeFile: createModeFile(file()) });
    setTradingMode(desk.context, mode, 'key H');
    expect(desk.context.trading.getState().mode).toBe(mode);
    expect(desk.notices()[1]).toMatch(/^error: This lasts only until the desk closes: it could not be saved \(.+\)\.$/);
  },
);
