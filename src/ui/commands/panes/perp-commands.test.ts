import { expect, test } from 'vitest';
import { fakeDesk, settle, texts } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { quickLines } from '../../presets/quick-lines.ts';

const size = { columns: 120, rows: 40 };
type Fake = ReturnType<typeof fakeDesk>;

function filled(over: Parameters<typeof fakeDesk>[0] = {}) {
  const fake = fakeDesk(over);
  fake.fill();
  return fake;
}

const press = (fake: Fake, ...keys: string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, size);
};
const wait = (fake: Fake, ms = 1_000): void => {
  fake.clock.nowMs += ms;
  // What is read keeps coming.
  fake.fill();
};
const overlay = (fake: Fake) => fake.desk.ui.getState().overlay;
const form = (fake: Fake) => {
  const open = overlay(fake);
  return open?.kind === 'form' ? open.form : null;
};
const menu = (fake: Fake, screen = size): string[] => {
  const open = overlay(fake);
  return open?.kind === 'quick' ? texts(quickLines(fake.desk, open, screen)) : [];
};

test.each<[string, string, object]>([
  ['25 %', 'q', ['closePosition', { coin: 'BTC', percentage: 25 }]],
  ['50 %', 'h', ['closePosition', { coin: 'BTC', percentage: 50 }]],
  ['75 %', 't', ['closePosition', { coin: 'BTC', percentage: 75 }]],
  ['all', 'a', ['closePosition', { coin: 'BTC', percentage: 100 }]],
  ['break-even', 'b', ['placePerpOrder', { coin: 'BTC', isBuy: true, sl: '96413', grouping: 'positionTpsl' }]],
  [
    'reverse',
    'r',
    ['placePerpOrder', { coin: 'BTC', isBuy: false, sz: '0.3', orderType: 'market', reduceOnly: false, sl: null }],
  ],
  ['double', 'd', ['placePerpOrder', { coin: 'BTC', isBuy: true, sz: '0.15', orderType: 'market', reduceOnly: false }]],
])('%s is one letter and y', (_name, letter, sent) => {
  const fake = filled();
  press(fake, 'Q');
  wait(fake);
  press(fake, letter);
  expect(form(fake)?.state.phase).toBe('confirm');
  expect(fake.done).toEqual([]);
  press(fake, 'y');
  expect(fake.done, 'before it could be read').toEqual([]);
  wait(fake);
  press(fake, 'y', 'y');
  expect(fake.done).toMatchObject([sent]);
});

test('. opens the last swap and the last trigger order again, as they were typed', async () => {
  for (const [kind, id, title] of [
    ['swap', 'swap', 'Swap again'],
    ['trigger', 'trigger', 'Trigger order again'],
  ] as const) {
    const fake = filled();
    const values = { sell: 'SOL', amount: '50%', buy: 'USDC', slippage: '3' };
    fake.desk.ui.setState({ lastOrder: { kind, values } });
    press(fake, '.');
    expect(form(fake)?.spec).toMatchObject({ id, title });
    expect(form(fake)?.state).toMatchObject({ phase: 'edit', values });
    expect(fake.done.filter(([what]) => what === 'executeSwap' || what === 'createTriggerOrder')).toEqual([]);
  }
});

test('add margin opens its form', () => {
  const fake = filled();
  press(fake, 'Q', 'm');
  expect(form(fake)?.spec.id).toBe('margin');
  expect(form(fake)?.state.phase).toBe('edit');
});

test('armed, a letter sends at once, but not when it came too fast to be meant', () => {
  const byNothing = () => {
    const fake = filled();
    const desk = { ...fake.desk, actions: { ...fake.desk.actions, confirmation: () => ({ by: 'nothing' as const }) } };
    return { ...fake, desk };
  };
  const calm = byNothing();
  press(calm, 'Q');
  wait(calm);
  press(calm, 'h');
  expect(calm.done).toMatchObject([['closePosition', { percentage: 50 }]]);
  const hasty = byNothing();
  press(hasty, 'Q', 'h');
  expect(hasty.done).toEqual([]);
  expect(form(hasty)?.state.phase).toBe('confirm');
});

test('the menu explains each trade, greys what is not possible with the reason, and fits a low screen', () => {
  const fake = filled();
  press(fake, '1', 'j', 'j', 'Q');
  const lines = menu(fake).join('\n');
  expect(lines).toMatch(/ETH short 4\.2000 @ 3,512\.4/);
  expect(lines).toMatch(/r {3}reverse +market order of twice the size on the opposite side/);
  expect(lines).toMatch(/m {3}add margin +ETH uses cross margin: only isolated margin can be\s/);
  expect(menu(fake, { columns: 80, rows: 24 }).length).toBeLessThanOrEqual(22);
  press(fake, 'm');
  expect(form(fake)).toBeNull();
  expect(fake.notices().at(-1)).toContain('ETH uses cross margin');
});

test('what the pipeline refuses is refused in the menu, whatever letter is pressed', () => {
  const fake = filled();
  const desk = { ...fake.desk, actions: { ...fake.desk.actions, whyRefused: () => 'Trading is halted.' } };
  const halted = { ...fake, desk };
  press(halted, 'Q');
  expect(menu(halted).filter((line) => line.includes('Trading is halted.'))).toHaveLength(8);
  press(halted, 'a');
  expect(form(halted)).toBeNull();
  press(halted, 'Esc');
  expect(overlay(halted)).toBeNull();
});

test('a menu whose position is gone does nothing', () => {
  const fake = filled();
  press(fake, 'Q');
  fake.answer(
    'positions',
    { accountValue: '1', totalMarginUsed: '0', totalNtlPos: '0', withdrawable: '1', positions: [] },
    fake.clock.nowMs,
  );
  expect(menu(fake).join('\n')).toContain('This position is closed.');
  press(fake, 'a');
  expect(form(fake)).toBeNull();
});

test('n and N open the order form with the coin at hand; . only once one was sent, with its values', async () => {
  const fake = filled();
  press(fake, '1', 'j', 'j', 'n');
  expect(form(fake)?.state.values).toMatchObject({ coin: 'ETH', side: 'buy' });
  press(fake, 'Esc', '3', 'N');
  expect(form(fake)?.spec.id).toBe('perp-order');
  press(fake, 'Esc', '.');
  expect(fake.notices().at(-1)).toContain('no order has been sent in this session');
  press(fake, '1', 'n');
  const open = form(fake);
  open?.key('Tab');
  open?.key('Down');
  for (const key of ['Tab', 'Tab', ...'3000', 'Tab', ...'0.5', 'Enter']) open?.key(key);
  expect(open?.state.phase).toBe('confirm');
  wait(fake);
  press(fake, 'y');
  await settle();
  expect(fake.done).toMatchObject([['placePerpOrder', { coin: 'ETH', isBuy: false, sz: '0.5', limitPx: '3000' }]]);
  press(fake, 'Esc');
  wait(fake);
  press(fake, '.');
  expect(form(fake)?.state).toMatchObject({
    phase: 'edit',
    values: { coin: 'ETH', side: 'sell', price: '3000', size: '0.5' },
  });
  expect(fake.done).toHaveLength(1);
});

test('the perp orders pane: cancel and change the selected order, with the reason where they cannot be', () => {
  const fake = filled();
  press(fake, '8', 'x');
  expect(form(fake)?.spec.id).toBe('cancel-perp');
  expect(form(fake)?.state.phase).toBe('confirm');
  // Nothing to go back to: Esc leaves.
  press(fake, 'Esc');
  expect(form(fake)).toBeNull();
  press(fake, 'e');
  expect(form(fake)?.state.values).toEqual({ price: '95000', size: '0.01' });
  press(fake, 'Esc', 'j', 'j', 'e');
  expect(form(fake)?.spec.id).toBe('exits');
  press(fake, 'Esc');
  press(fake, 'L');
  expect(form(fake)?.spec.id).toBe('leverage');
  expect(form(fake)?.state.values.coin).toBe('ETH');
  press(fake, 'Esc', 'Backspace');
  expect(fake.desk.ui.getState().focus).toBe('positions');
});
