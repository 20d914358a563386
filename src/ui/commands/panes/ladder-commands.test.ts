import { describe, expect, test } from 'vitest';
import { type FakeDesk, readAtMs, settle } from '../../desk/fake-desk.fixture.ts';
import { armAfterMs } from '../../forms/form-state.ts';
import { handleKey, handleKeys } from '../../keyboard/desk-keys.ts';
import { createMouse } from '../../mouse/handle-mouse.ts';
import { hintAt } from '../../mouse/hit.ts';
import { openOverlay } from '../../overlays/open-overlay.ts';
import { armed, ladderSize, onLadder, press, readBook } from '../../panes/ladder/ladder.fixture.ts';
import { armedIdleMs } from '../../panes/ladder/ladder-state.ts';
import { paneLines } from '../../panes/pane-lines.ts';
import { targetOf } from '../../text/span.ts';
import { placedNow } from '../../workspaces/layout-now.ts';

const form = ({ desk }: FakeDesk) => openOverlay(desk, 'form')?.form ?? null;
const cursor = ({ desk }: FakeDesk) => desk.ui.getState().ladder.views.get('BTC')?.cursor.toFixed();
const isArmed = ({ desk }: FakeDesk) => desk.ui.getState().ladder.armed !== null;
const sent = ({ done }: FakeDesk) => done.filter(([kind]) => String(kind).endsWith('PerpOrder'));
const lastNotice = (fake: FakeDesk) => fake.notices().at(-1);

function passes({ clock }: FakeDesk, ms: number): void {
  clock.nowMs += ms;
}

/** Lets the confirmation on screen hear its answer, and sends it. */
async function confirm(fake: FakeDesk): Promise<void> {
  fake.clock.nowMs += armAfterMs;
  press(fake, 'y');
  await settle();
  press(fake, 'Esc');
}

describe('placing', () => {
  test('takes arming, a size, a key at a row, and its confirmation', async () => {
    const fake = onLadder();
    press(fake, 'b');
    expect(lastNotice(fake)).toContain('the ladder is disarmed: a arms b and s');
    press(fake, 'a', 'b');
    expect(lastNotice(fake)).toContain('no order size is set: S sets it');
    press(fake, 'S', '0', '.', '0', '1');
    fake.clock.nowMs += 1_000;
    press(fake, 'Enter');
    await settle();
    press(fake, 'Down', 'b');
    expect(form(fake)?.state).toMatchObject({
      phase: 'confirm',
      values: { side: 'buy', price: '97020', size: '0.01', type: 'limit' },
    });
    expect(sent(fake)).toEqual([]);
    await confirm(fake);
    expect(sent(fake)).toMatchObject([['placePerpOrder', { coin: 'BTC', isBuy: true, limitPx: '97020', sz: '0.01' }]]);
  });

  test('says at the confirmation what fills immediately', () => {
    const titleOf = (...keys: string[]) => {
      const fake = armed();
      return settle().then(() => {
        press(fake, ...keys);
        return form(fake)?.spec.title;
      });
    };
    return Promise.all([
      expect(titleOf('Up', 'b')).resolves.toBe('Buy at 97,040: fills immediately'),
      expect(titleOf('Up', 's')).resolves.toBe('Sell at 97,040'),
      expect(titleOf('s')).resolves.toBe('Sell at 97,030: fills immediately'),
    ]);
  });

  test.each([
    ['its book is old', (fake: FakeDesk) => passes(fake, 7_000), /book \d+(\.\d)? s old: entry locked/],
    [
      'the stream is down',
      (fake: FakeDesk) => fake.connect({ state: 'reconnecting' }),
      /stream reconnecting: entry locked/,
    ],
    [
      'the book is older than an interruption',
      (fake: FakeDesk) => fake.session({ reconcileSinceMs: fake.clock.nowMs }),
      /interruption: entry locked/,
    ],
    ['trading is halted', (fake: FakeDesk) => fake.desk.trading.setState({ mode: 'halted' }), /the ladder is disarmed/],
    ['a recording is played', (fake: FakeDesk) => fake.session({ mode: 'replay' }), /not possible while a recording/],
    [
      'nobody used it for ten minutes',
      (fake: FakeDesk) => {
        passes(fake, armedIdleMs);
        readBook(fake);
      },
      /the ladder is disarmed/,
    ],
  ] as const)('is refused when %s', async (_, change, words) => {
    const fake = armed();
    await settle();
    change(fake);
    press(fake, 'b');
    expect(form(fake)).toBeNull();
    expect(lastNotice(fake)).toMatch(words);
  });

  test('with one-click sends at once what was read, and never from a burst of keys', async () => {
    const fake = armed({ actions: { confirmation: () => ({ by: 'nothing' }) } });
    await settle();
    press(fake, 'Down');
    handleKey(fake.desk, 'b', ladderSize);
    expect(form(fake)?.state.phase).toBe('confirm');
    press(fake, 'Esc', 'Esc');
    fake.clock.nowMs += armAfterMs;
    handleKeys(fake.desk, ['b', 'u', 'y'], ladderSize);
    expect([form(fake), sent(fake)]).toEqual([null, []]);
    handleKey(fake.desk, 'b', ladderSize);
    await settle();
    expect(sent(fake)).toMatchObject([['placePerpOrder', { limitPx: '97020' }]]);
    for (let held = 0; held < 20; held++) press(fake, 'b');
    await settle();
    expect(sent(fake)).toHaveLength(1);
  });
});

describe('disarmed', () => {
  test.each([
    ['by its key', (fake: FakeDesk) => press(fake, 'a')],
    ['by leaving the pane', (fake: FakeDesk) => press(fake, '1', 'M-l')],
    ['by another market', (fake: FakeDesk) => press(fake, 't', 't')],
    ['by another wallet', (fake: FakeDesk) => fake.desk.activeWallet.setState({})],
  ] as const)('%s', async (_, leave) => {
    const fake = armed();
    await settle();
    expect(isArmed(fake)).toBe(true);
    leave(fake);
    expect(isArmed(fake)).toBe(false);
  });

  test('not by the end of its position: its market stays', async () => {
    const fake = armed();
    await settle();
    fake.answer(
      'positions',
      { accountValue: '1', totalMarginUsed: '1', totalNtlPos: '1', withdrawable: '1', positions: [] },
      readAtMs,
    );
    press(fake, 'b');
    expect(form(fake)?.state.values).toMatchObject({ coin: 'BTC' });
  });
});

describe('own orders at the row', () => {
  const order = (oid: number, over: object = {}) => ({
    coin: 'BTC',
    side: 'buy',
    sz: '0.1',
    oid,
    orderType: 'limit',
    limitPx: '97010',
    ...over,
  });
  const withOrders = (...orders: object[]) => {
    const fake = onLadder();
    fake.answer('perpOrders', orders, readAtMs);
    press(fake, 'Down', 'Down');
    return fake;
  };

  test('x cancels the only one after its confirmation, without arming', async () => {
    const fake = withOrders(order(1), order(2, { limitPx: '97000' }));
    press(fake, 'x');
    expect(form(fake)?.state.phase).toBe('confirm');
    await confirm(fake);
    expect(sent(fake)).toMatchObject([['cancelPerpOrder', { oid: 1 }]]);
    press(fake, 'Down', 'Down', 'x');
    expect(lastNotice(fake)).toContain('no own order rests at this row');
  });

  test('of several, x asks which', async () => {
    const fake = withOrders(order(1), order(2, { sz: '0.2' }));
    press(fake, 'x');
    expect(form(fake)?.state.phase).toBe('edit');
    press(fake, 'Down');
    fake.clock.nowMs += 1_000;
    press(fake, 'Enter');
    await confirm(fake);
    expect(sent(fake)).toMatchObject([['cancelPerpOrder', { oid: 2 }]]);
  });

  test('> picks one up, arrows move it by rows, Enter opens its confirmation at the new price', async () => {
    const fake = withOrders(order(1, { limitPx: '97013' }), order(2, { limitPx: '97010', sz: '0.2' }));
    press(fake, '>', '>', 'Down', 'Down', 'Enter');
    expect(form(fake)?.state).toMatchObject({ phase: 'confirm', values: { price: '96990', size: '0.2' } });
    await confirm(fake);
    expect(sent(fake)).toMatchObject([['modifyPerpOrder', { oid: 2, limitPx: '96990', sz: '0.2' }]]);
    expect(fake.desk.ui.getState().moving).toBeNull();
  });

  test.each(['Esc', '1'])('%s puts it back', (key) => {
    const fake = withOrders(order(1));
    press(fake, '>', 'Up', key);
    expect(fake.desk.ui.getState().moving).toBeNull();
    press(fake, 'M-l', 'Enter');
    expect(form(fake)).toBeNull();
  });

  test('Enter where it was picked up changes nothing', () => {
    const fake = withOrders(order(1, { limitPx: '97013' }));
    press(fake, '>', 'Enter');
    expect(form(fake)).toBeNull();
    expect(lastNotice(fake)).toContain('the order stays at its price');
  });

  const stop = order(1, { side: 'sell', orderType: 'stopMarket', limitPx: '97010', sz: '0' });

  test('the stop of a position is moved through the form of its exits', () => {
    const fake = withOrders(stop);
    press(fake, '>', 'Down', 'Enter');
    expect(form(fake)).toMatchObject({ spec: { id: 'exits' }, state: { values: { sl: '97000' } } });
    expect(sent(fake)).toEqual([]);
  });

  test('an exit without a position stays, and is told how to be replaced', () => {
    const fake = withOrders(stop);
    fake.answer(
      'positions',
      { accountValue: '1', totalMarginUsed: '1', totalNtlPos: '1', withdrawable: '1', positions: [] },
      readAtMs,
    );
    press(fake, '>');
    expect(fake.desk.ui.getState().moving).toBeNull();
    expect(lastNotice(fake)).toMatch(/only the stop and the take profit of an open position can be moved/);
  });

  test('no order is placed while one is moved', async () => {
    const fake = armed();
    await settle();
    fake.answer('perpOrders', [order(1, { limitPx: '97030' })], readAtMs);
    press(fake, '>', 'b');
    expect(form(fake)).toBeNull();
    expect(lastNotice(fake)).toContain('an order is being moved');
  });
});

test('a click moves the cursor only', async () => {
  const fake = armed();
  await settle();
  const { rect } = placedNow(fake.desk, ladderSize).ladder!;
  const y = paneLines(fake.desk, 'ladder', rect).findIndex((line) => targetOf(line) === '97000');
  createMouse(fake.desk)({ kind: 'press', x: rect.x + 9, y: rect.y + y }, ladderSize);
  expect([cursor(fake), form(fake)]).toEqual(['97000', null]);
});

test('arrow keys group rows: 1, 2, 5, 10 … ticks', () => {
  const fake = onLadder();
  const group = () => fake.desk.ui.getState().ladder.views.get('BTC')?.grid.group;
  press(fake, 'Right', 'Right');
  expect([group(), cursor(fake)]).toEqual([50, '97000']);
  press(fake, ...Array<string>(9).fill('Left'));
  expect(group()).toBe(1);
});

test('a click on the hint of an order does nothing, so that the mouse never sends', async () => {
  const fake = armed({ actions: { confirmation: () => ({ by: 'nothing' }) } });
  await settle();
  fake.clock.nowMs += 1_000;
  readBook(fake);
  const click = createMouse(fake.desk);
  for (let x = 0; x < ladderSize.columns; x++) {
    const hint = hintAt(fake.desk, { x, y: ladderSize.rows - 1 }, ladderSize);
    if (hint === 'ladder.buy' || hint === 'ladder.sell')
      click({ kind: 'press', x, y: ladderSize.rows - 1 }, ladderSize);
  }
  await settle();
  expect([form(fake), sent(fake)]).toEqual([null, []]);
  press(fake, 'b');
  await settle();
  expect(sent(fake)).toHaveLength(1);
});
