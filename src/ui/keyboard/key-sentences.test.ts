import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wire } from '../../stores/desk-data.fixture.ts';
import { headerLine } from '../bars/header.ts';
import { commands, deskKeymap } from '../commands/commands.ts';
import { whyDisabled } from '../commands/run-command.ts';
import { type FakeDesk, fakeDesk } from '../desk/fake-desk.fixture.ts';
import { withKeys } from '../keys/keymap.ts';
import { literally } from '../keys/literally.ts';
import { helpBody } from '../overlays/help-lines.ts';
import { paletteRows } from '../palette/palette-rows.ts';
import { accountSections } from '../panes/account/account-sections.ts';
import { paneIds } from '../panes/pane-ids.ts';
import { paneLines } from '../panes/pane-lines.ts';
import { type Line, plainText } from '../text/span.ts';

/** Every command has another key than by default, one that no sentence has; keys at a confirmation cannot be changed. */
const rebound = deskKeymap(
  Object.fromEntries(commands.map(({ id, scope }) => [id, scope === 'confirm' || scope === 'word' ? ['y'] : ['§']])),
);

const verbs =
  'shows|lists|opens|halts|places|leads|closes|quits|sets|adds|asks|reads|tries|creates|swaps|moves|leaves|takes|watches|goes|gives|ends|completes|chooses|changes|connects|says|tells|keeps|again|writes|copies|to open|to see|to read';

/** Where a sentence names a key: after Press, before a verb, in brackets behind what it leads to. */
const namesKey = new RegExp(
  [
    String.raw`\b[Pp]ress (?!§|⏎ \$|Enter (?:to send|\$\{purpose)|y\b|the\b|another\b|again\b|\$|\{)\S+`,
    String.raw`(?<![\w’'§/.$\d]|1 )(?:[b-zB-Z\d?!:↑↓⏎]|Tab|a(?= (?:shows|adds|watches|asks))) (?:${verbs})\b`,
    String.raw`(?<![\w’'{}.])[a-zA-Z\d]: [a-z]{3}`,
    String.raw`\w \((?!y\))[a-zA-Z\d?!-]\)`,
  ].join('|'),
  'u',
);

test.each([
  'Press n to place one.',
  'c closes a position',
  'the activity pane (6) says',
  '⏎ shows its raw messages',
  'a watches it',
  'Tab completes it',
])('the eye of these tests sees %s', (text) => expect(text).toMatch(namesKey));

const textOf = (lines: readonly Line[]): string =>
  lines
    .map((line) => plainText(line).replace(/[│┃╭╮╰╯┏┓┗┛─━]+/g, ' '))
    .join(' ')
    .replace(/ +/g, ' ');

const rect = { x: 0, y: 0, width: 120, height: 40 };

function setUp(bring: (fake: FakeDesk) => void = () => {}): FakeDesk {
  const fake = fakeDesk({ keymap: rebound });
  fake.connect({ state: 'connected', attempt: 1 });
  bring(fake);
  return fake;
}

const nothing = {
  positions: { ...wire.positions, positions: [] },
  orders: { ...wire.orders, orders: [] },
  balances: { wallets: [], warnings: [] },
  holdings: { positions: [] },
  wallets: [],
  perpOrders: [],
  fills: [],
  groups: { groups: [] },
  suggestions: { suggestions: [] },
} as const;

const states: Readonly<Record<string, (fake: FakeDesk) => void>> = {
  'before any answer': () => {},
  'with an account': (fake) => fake.fill(),
  'filtered to nothing': (fake) => {
    fake.fill();
    fake.desk.records.setState({ isLoaded: true });
    fake.desk.ui.setState({ filter: Object.fromEntries(paneIds.map((pane) => [pane, 'zzz'])) });
  },
  'with nothing in it': (fake) => {
    for (const [name, wire] of Object.entries(nothing))
      fake.answer(name as keyof typeof nothing, wire, fake.clock.nowMs);
    fake.desk.records.setState({ isLoaded: true });
  },
  'when every read fails': (fake) => {
    for (const name of Object.keys(nothing))
      fake.fail(name as keyof typeof nothing, new Error('gone'), fake.clock.nowMs);
  },
  'when the stream has failed': (fake) => fake.connect({ state: 'failed', attempt: 3, reason: 'it was refused' }),
};

describe('with every command on another key', () => {
  for (const [name, bring] of Object.entries(states))
    test.each(paneIds)(`${name}, %s names no default key`, (pane) => {
      const { desk } = setUp(bring);
      desk.ui.setState({ focus: pane });
      expect(textOf(paneLines(desk, pane, rect))).not.toMatch(namesKey);
    });

  test.each(accountSections)('nor does the section %s of the account', (section) => {
    const { desk } = setUp(states['with nothing in it']);
    desk.ui.setState({ focus: 'account', account: { ...desk.ui.getState().account, section } });
    expect(textOf(paneLines(desk, 'account', rect))).not.toMatch(namesKey);
  });

  test('the header says what leads to unknown outcomes', () => {
    const { desk } = setUp();
    desk.records.setState({
      isLoaded: true,
      records: [{ id: 'a', state: 'unknown', summary: 'x', resolution: null, looks: [], task: null } as never],
    });
    expect(plainText(headerLine(desk, 120))).toContain('1 unknown (§)');
  });

  test('help and palette resolve what they describe', () => {
    const rows = paletteRows('', { keymap: rebound, focus: 'positions', whyDisabled: () => null });
    const described = [...rows.map(({ description }) => description), textOf(helpBody(rebound, 200))];
    expect(described.join(' ')).toContain('§ completes it');
    for (const text of described) expect(text).not.toMatch(/\{\w+\.\w+\}/);
  });

  test('no reason why something cannot be done now names one', () => {
    for (const bring of Object.values(states))
      for (const focus of paneIds) {
        const { desk } = setUp(bring);
        desk.ui.setState({ focus });
        for (const { id } of commands) expect(whyDisabled(desk, id) ?? '', id).not.toMatch(namesKey);
      }
  });
});

/** String and template literals of a source, comments left out. */
function literals(source: string): string[] {
  const code = source.replace(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '');
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, plain, template]) => plain ?? template ?? '',
  );
}

const root = join(import.meta.dirname, '../..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(?:test|fixture)\.tsx?$/.test(file),
);
const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');

describe('in the sources', () => {
  test('every {command} that a text names exists', () => {
    const ids = new Set(commands.map(({ id }) => id));
    const scopes = new Set([...ids].map((id) => id.split('.')[0]));
    const named = sources.flatMap((file) =>
      literals(readSource(file)).flatMap((text) =>
        [...text.matchAll(/(?<!\$)\{([a-zA-Z]+)\.([A-Za-z0-9]+)\}/g)].map(([, scope, name]) => ({
          file,
          scope,
          id: `${scope}.${name}`,
        })),
      ),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ scope, id }) => scopes.has(scope ?? '') && !ids.has(id))).toEqual([]);
    const asked = sources.flatMap((file) =>
      [...readSource(file).matchAll(/\bkeyOf\((?:[\w.]*[kK]eymap, )?'(\w+\.\w+)'\)/g)].map(([, id]) => ({
        file,
        id: id ?? '',
      })),
    );
    expect(asked.length).toBeGreaterThan(20);
    expect(asked.filter(({ id }) => !ids.has(id))).toEqual([]);
  });

  test('no sentence of the desk names a default key', () => {
    const spoken = sources.filter((file) => /^(?:ui|actions|stores|alerts|sync|keys)\//.test(file));
    // The tour's Enter and Esc are no commands: they are the same whatever was bound anew.
    const docs = /-doc\.ts$|key-names\.ts$|tour-lines\.ts$/;
    const found = spoken
      .filter((file) => !docs.test(file))
      .flatMap((file) =>
        literals(readSource(file))
          .filter((text) => namesKey.test(text))
          .map((text) => `${file}: ${text}`),
      );
    expect(found).toEqual([]);
  });
});

test('what is put into a text comes out as it was, whatever it looks like', () => {
  const keymap = deskKeymap();
  for (const remote of ['{desk.quit}', '{{desk.quit}}', '{', '{no.such}', '{{}'])
    expect(withKeys(`${literally(remote)}: {desk.quit} quits`, keymap)).toBe(`${remote}: q quits`);
  expect(withKeys('{no.such} {a.b}', keymap)).toBe('{no.such} {a.b}');
});
