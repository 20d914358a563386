import { expect, test } from 'vitest';
import { type FakeDesk, fakeDesk, texts } from '../desk/fake-desk.fixture.ts';
import { handleKey } from '../keyboard/desk-keys.ts';
import { bindKeys } from '../keys/bind-keys.ts';
import { helpBody } from '../overlays/help-lines.ts';
import { paletteRowsNow } from '../palette/palette-keys.ts';
import { keysWords } from '../spoken/spoken-desk.ts';
import { checkKeys } from './check-keys.ts';
import { commands, deskKeymap } from './commands.ts';
import { planPresetIds } from './plan-preset-commands.ts';
import { pressKeyOf } from './run-command.ts';

const size = { columns: 120, rows: 40 };
const twap = 'twap buy 0.04 BTC over 30m in 10';
const dca = 'dca sell 50 USDC for SOL every 12h for 9';

/** A desk with data, these presets, and keys as in `[keys]`. */
function deskWith(plans: readonly string[], keys: Record<string, readonly string[]> = {}): FakeDesk {
  const fake = fakeDesk({ keymap: deskKeymap(bindKeys(commands, keys).bindings, plans) });
  fake.fill();
  return fake;
}

const press = ({ desk }: FakeDesk, ...keys: readonly string[]): void => {
  for (const key of keys) handleKey(desk, key, size);
};
const formOf = ({ desk }: FakeDesk) => {
  const { overlay } = desk.ui.getState();
  return overlay?.kind === 'form' ? { id: overlay.form.spec.id, ...overlay.form.state } : null;
};
const inPalette = ({ desk }: FakeDesk, query: string) =>
  paletteRowsNow(desk, { kind: 'palette', query, selected: 0 })
    .filter(({ command }) => planPresetIds.some((id) => id === command.id))
    .map(({ command, description, reason }) => [command.title, description, reason]);
const presetIds = ({ desk }: FakeDesk): string[] =>
  desk.keymap.commands.map(({ id }) => id).filter((id) => id.startsWith('plan.preset'));

test.each([
  [twap, { kind: 'twap', coin: 'BTC', side: 'buy', size: '0.04', over: '30m', 'twap.count': '10' }],
  [dca, { kind: 'dca', sell: 'USDC', buy: 'SOL', walletId: 'w-main', amount: '50', every: '12h', times: '9' }],
])('%s opens its form filled in, as the command line does, and sends nothing', (text, values) => {
  const fake = deskWith([text], { 'plan.preset1': ['F7'] });
  // The worst case: orders of this size need no confirmation.
  fake.desk.actions.confirmation = () => ({ by: 'nothing' });
  press(fake, ...Array<string>(20).fill('F7'));
  expect(formOf(fake)).toMatchObject({ id: 'plan', phase: 'edit', values });
  const typed = deskWith([]);
  press(typed, ':', ...[...text].map((char) => (char === ' ' ? 'Space' : char)), 'Enter');
  expect(formOf(fake)?.values).toEqual(formOf(typed)?.values);
  expect([fake.done, fake.notices(), fake.desk.ui.getState().commandHistory]).toEqual([[], [], []]);
});

test('each number opens its own plan', () => {
  const sizes = ['0.01', '0.02', '0.03', '0.04', '0.05'];
  const fake = deskWith(sizes.map((coins) => `twap buy ${coins} BTC over 1h in 4`));
  const opened = planPresetIds.map((id) => {
    pressKeyOf(fake.desk, id);
    return formOf(fake)?.values['size'];
  });
  expect(opened).toEqual(sizes);
});

test('a plan that cannot be carried out now is a notice that says why, and no form', () => {
  const fake = deskWith([
    'twap buy 2 NOPE over 1h in 30',
    'scale buy 0.0002 BTC 95000..94000 in 4',
    'dca sell 0.0000001 USDC for SOL every 1d for 30',
  ]);
  for (const id of planPresetIds.slice(0, 3)) pressKeyOf(fake.desk, id);
  expect(fake.notices()).toEqual([
    expect.stringMatching(/^warn: plan preset 1: No market/),
    expect.stringMatching(/^warn: plan preset 2: .*smallest order of 10 USD: use fewer/),
    'warn: plan preset 3: USDC has 6 decimals; 0.0000001 has 7.',
  ]);
  expect(formOf(fake)).toBeNull();
});

test('while nothing may be sent the form opens all the same, and a recording opens none', () => {
  const fake = deskWith([twap]);
  fake.desk.actions.whyRefused = () => 'Trading is halted.';
  pressKeyOf(fake.desk, 'plan.preset1');
  expect(formOf(fake)).toMatchObject({ id: 'plan', phase: 'edit' });
  const replay = deskWith([twap]);
  replay.session({ mode: 'replay' });
  pressKeyOf(replay.desk, 'plan.preset1');
  expect([formOf(replay), replay.notices()]).toEqual([
    null,
    ['warn: trading is not possible while a recording is replayed'],
  ]);
});

test('palette, help and spoken keys show the plan of each preset, whatever its text looks like', () => {
  const odd = 'twap  buy 2 {desk.quit} over 1h';
  const fake = deskWith([twap, odd], { 'plan.preset2': ['F7'] });
  expect(inPalette(fake, 'plan preset')).toEqual([
    ['plan preset 1', `Start a plan: ${twap}`, null],
    ['plan preset 2', 'Start a plan: twap buy 2 {desk.quit} over 1h', null],
  ]);
  expect(inPalette(fake, '0.04 btc')).toHaveLength(1);
  const help = texts(helpBody(fake.desk.keymap, 120));
  expect(help).toContainEqual(expect.stringMatching(/^ {4,}Start a plan: twap buy 0\.04 BTC over 30m in 10 *$/));
  expect(help).toContainEqual(expect.stringMatching(/^ {2}F7 +Start a plan: twap buy 2 \{desk\.quit\} over 1h *$/));
  expect(keysWords(fake.desk).join('\n')).toMatch(/F7: Start a plan: twap buy 2 .*desk\.quit.* over 1h/);
});

test('a preset that is not set is not listed, unless it has a key, which then says what is missing', () => {
  expect(presetIds(deskWith([]))).toEqual([]);
  const fake = deskWith([twap], { 'plan.preset3': ['F7'], 'plan.preset4': [] });
  expect(presetIds(fake)).toEqual(['plan.preset1', 'plan.preset3']);
  const why = 'plan preset 3 is not set: add it to [presets] plans';
  expect(inPalette(fake, 'number 3')).toEqual([['plan preset 3', 'Start a plan: number 3 of [presets] plans', why]]);
  press(fake, 'F7');
  expect([fake.notices(), formOf(fake)]).toEqual([[`warn: ${why}`], null]);
});

test('the rest of the commands is the same whatever is set', () => {
  const others = commands.map(({ id }) => id).filter((id) => !id.startsWith('plan.preset'));
  expect(deskWith([]).desk.keymap.commands.map(({ id }) => id)).toEqual(others);
  expect(deskWith([twap, twap, dca, dca, dca]).desk.keymap.commands).toHaveLength(commands.length);
});

test('[keys] gives a preset a key by the same rules as any command of the desk', () => {
  expect(checkKeys({ 'plan.preset1': ['F7', 'M-1'] }).map(({ message }) => message)).toEqual([
    expect.stringContaining('"Alt-1" is also the key of'),
  ]);
  expect(checkKeys({ 'plan.preset5': ['F7'] })).toEqual([]);
  expect(checkKeys({ 'plan.preset6': ['F7'] })).toEqual([
    { command: 'plan.preset6', message: expect.stringMatching(/no such command\. Did you mean plan\.preset/) },
  ]);
});
