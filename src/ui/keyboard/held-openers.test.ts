import type { Key } from 'ink';
import { expect, test } from 'vitest';
import { commands, deskKeymap } from '../commands/commands.ts';
import { fakeDesk } from '../desk/fake-desk.fixture.ts';
import { openForm } from '../forms/open-form.ts';
import { leverageForm } from '../forms/perp/leverage-form.ts';
import { perpOrderForm, perpOrderStart } from '../forms/perp/perp-order-form.ts';
import { defaultBindings } from '../keys/keymap.ts';
import { handleKey, handleKeys } from './desk-keys.ts';
import { keyName } from './key-name.ts';

const size = { columns: 120, rows: 40 };

/** A key that is held: its press, the keyboard's own delay, then its repeats. */
function hold({ desk, clock }: ReturnType<typeof fakeDesk>, key: string): void {
  handleKey(desk, key, size);
  clock.nowMs += 660;
  for (let repeat = 0; repeat < 40; repeat++) {
    handleKey(desk, key, size);
    clock.nowMs += 30;
  }
}

function filled(...over: Parameters<typeof fakeDesk>) {
  const fake = fakeDesk(...over);
  fake.fill();
  fake.desk.ui.setState({ focus: 'perpOrders' });
  return fake;
}

const sent = ({ done }: ReturnType<typeof fakeDesk>): unknown[] =>
  done.filter(([what]) => ['cancelPerpOrder', 'setLeverage', 'placePerpOrder'].includes(String(what)));
const phase = ({ desk }: ReturnType<typeof fakeDesk>): string | null => {
  const { overlay } = desk.ui.getState();
  return overlay?.kind === 'form' ? overlay.form.state.phase : null;
};

test.each(['y', 'Enter'])('a key that leads to a confirmation does not press it while it is held: %s', (key) => {
  const fake = filled({ keymap: deskKeymap({ ...defaultBindings(commands), 'perpOrder.cancel': [key] }) });
  hold(fake, key);
  expect([sent(fake), phase(fake)]).toEqual([[], 'confirm']);
  fake.clock.nowMs += 800;
  handleKey(fake.desk, 'y', size);
  expect(sent(fake)).toHaveLength(1);
});

test('a form that comes up again does not hear the key that led back to it, not even where one-click is armed', async () => {
  const fake = filled();
  const confirmation = () => ({ by: 'nothing' }) as const;
  const desk = { ...fake.desk, actions: { ...fake.desk.actions, confirmation } };
  const values = { ...perpOrderStart(desk, 'ETH'), side: 'buy', type: 'market', size: '0.1' };
  openForm(desk, perpOrderForm(desk, { values }));
  openForm(desk, leverageForm(desk, 'ETH', '7'));
  fake.clock.nowMs += 1_000;
  const one = { ...fake, desk };
  handleKey(desk, 'Enter', size);
  await Promise.resolve();
  await Promise.resolve();
  expect([sent(one).length, phase(one)]).toEqual([1, 'done']);
  fake.clock.nowMs += 5_000;
  hold(one, 'Enter');
  expect(phase(one)).toBe('edit');
  expect(sent(one)).toHaveLength(1);
});

test.each([
  ['yyyy', 'confirm'],
  ['\t\r', 'confirm'],
])('keys that come in one chunk, as an unbracketed paste does, confirm nothing: %j', (text, after) => {
  const fake = filled({ keymap: deskKeymap({ ...defaultBindings(commands), 'perpOrder.cancel': ['x'] }) });
  handleKey(fake.desk, 'x', size);
  fake.clock.nowMs += 1_000;
  handleKeys(fake.desk, keyName(text, {} as Key), size);
  expect([sent(fake), phase(fake)]).toEqual([[], after]);
});

test('nor do they accept a form while one-click is armed; what is typed among them stays', () => {
  const fake = filled();
  const confirmation = () => ({ by: 'nothing' }) as const;
  const desk = { ...fake.desk, actions: { ...fake.desk.actions, confirmation } };
  desk.trading.setState({ isOneClick: true });
  openForm(desk, perpOrderForm(desk, { values: { ...perpOrderStart(desk, 'ETH'), side: 'buy', type: 'market' } }));
  fake.clock.nowMs += 1_000;
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'form') throw new Error('no form');
  while (overlay.form.state.focus !== 'size') handleKey(desk, 'Tab', size);
  handleKeys(desk, keyName('0.1\r\r', {} as Key), size);
  expect(overlay.form.state).toMatchObject({ phase: 'edit', values: { size: '0.1' } });
  expect(sent({ ...fake, desk })).toEqual([]);
});
