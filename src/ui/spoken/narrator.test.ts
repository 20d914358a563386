import { beforeEach, describe, expect, test } from 'vitest';
import { wire } from '../../stores/desk-data.fixture.ts';
import { addNotice } from '../../stores/notices.ts';
import { commands, deskKeymap } from '../commands/commands.ts';
import { type FakeDesk, fakeDesk } from '../desk/fake-desk.fixture.ts';
import { paneIds } from '../panes/pane-ids.ts';
import { createNarrator, type Narrator } from './narrator.ts';

let fake: FakeDesk;
let heard: string[];
let narrator: Narrator;

function open(over: Parameters<typeof fakeDesk>[0] = {}): void {
  fake = fakeDesk(over);
  fake.connect({ state: 'connected', attempt: 1 });
  heard = [];
  narrator = createNarrator(fake.desk, (lines) => heard.push(...lines));
}

/** What is said in answer to the last of these keys. */
function press(...keys: string[]): string[] {
  for (const key of keys) {
    heard.length = 0;
    fake.clock.nowMs += 1_000;
    narrator.key(key);
  }
  return [...heard];
}

beforeEach(() => {
  open();
  fake.fill();
  narrator.begin();
});

test('the desk begins with the account, the way to the keys, the pane and its selected row', () => {
  expect(heard[0]).toMatch(/^swapdeck in line mode\. PAPER, trading active, .*Connected/);
  expect(heard[1]).toContain('? reads the keys');
  expect(heard).toContain('Workspace Desk.');
  expect(heard.at(-2)).toMatch(/^Positions, \d+ rows\.$/);
  expect(heard.at(-1)).toMatch(/^Row 1 of \d+: coin BTC, size /);
});

describe('panes', () => {
  test('a row is said when it is selected, each column by its title', () => {
    const [row = '', ...others] = press('j');
    expect(others).toEqual([]);
    expect(row).toMatch(/^Row 2 of \d+: coin \w+, size [+−]/);
    expect(press('k')[0]).toMatch(/^Row 1 of/);
  });

  test('a number that moves is not said, until it is asked for', () => {
    const { positions } = fake.desk.data.read('positions').data ?? { positions: [] };
    fake.clock.nowMs += 5_000;
    heard.length = 0;
    fake.desk.data.refresh();
    narrator.changed();
    expect(heard).toEqual([]);
    expect(positions.length).toBeGreaterThan(0);
    expect(press('Space').at(-1)).toMatch(/^Row 1 of/);
  });

  test('what comes after the pane was opened is said when it comes', () => {
    open();
    narrator.begin();
    expect(heard.at(-1)).toContain('Reading positions');
    heard.length = 0;
    fake.fill();
    narrator.changed();
    expect(heard[0]).toMatch(/^Positions, \d+ rows\.$/);
    expect(heard[1]).toMatch(/^Row 1 of/);
    heard.length = 0;
    narrator.changed();
    expect(heard).toEqual([]);
  });

  test.each(paneIds)('%s says something, and nothing that steers a terminal', (pane) => {
    fake.desk.ui.setState({ focus: pane });
    const lines = press('Space').concat(press('C-l'));
    expect(lines.join(' ')).toMatch(/\p{L}{3}/u);
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}│┃─━╭╮▸]/u);
  });

  test('what is read again is said when it is there, and not before', () => {
    expect(press('r')).toEqual(['Refreshing …']);
    heard.length = 0;
    narrator.changed();
    expect(heard).toEqual([]);
    fake.answer('positions', wire.positions, fake.clock.nowMs + 1);
    narrator.changed();
    expect(heard.at(-1)).toMatch(/^Row 1 of/);
    heard.length = 0;
    narrator.changed();
    expect(heard).toEqual([]);
  });

  test('sorting and filtering are said', () => {
    expect(press('l', 'l')[0]).toMatch(/^Sorted by \w+.*, (largest|smallest) first\.$/);
    expect(press('/')[0]).toMatch(/^Filter:/);
    expect(press('B')).toEqual(['B']);
    expect(press('T', 'Enter').join(' ')).toMatch(/1 of \d+ rows contain BT/);
  });

  test('a key without a meaning says so', () => {
    expect(press('J')).toEqual(['capital J does nothing here.']);
  });
});

test('whatever a key opens can be heard, without a sign that steers a terminal', () => {
  for (const { id, scope } of commands.filter(
    ({ scope }) => scope === 'desk' || scope === 'always' || paneIds.includes(scope as never),
  )) {
    open();
    fake.fill();
    fake.desk.ui.setState({ focus: paneIds.find((pane) => pane === scope) ?? 'positions' });
    narrator.begin();
    const [key = ''] = fake.desk.keymap.keysOf(id);
    for (const line of [...press(key), ...press('Tab'), ...press('Down'), ...press('Enter'), ...press('C-l')])
      expect(line, id).not.toMatch(/[\p{Cc}│┃─━╭╮▸]/u);
  }
});

describe('a form', () => {
  test('is read field by field, then what will happen, then its confirmation whole', () => {
    const opened = press('c');
    expect(opened[0]).toMatch(/^Form: Close position\. PAPER\. BTC long/);
    expect(opened[1]).toMatch(/^Percentage: 100 %\. Type it, or press q for 25, h for 50/);
    expect(press('h')).toEqual(['50 %.']);
    const onButton = press('Tab', 'Tab');
    expect(onButton[0]).toBe('What will happen:');
    expect(onButton.at(-1)).toMatch(/^Button: Close 50 %/);
    const confirmation = press('Enter');
    expect(confirmation[0]).toBe('Confirmation. PAPER.');
    expect(confirmation.some((line) => /^wallet: .*\w{30}/.test(line))).toBe(true);
    expect(confirmation.at(-1)).toContain('Press y to send or Esc to go back.');
  });

  test('what is wrong with a field is said as soon as it is, and once', () => {
    expect(press('c', 'C-u', '9', '9', '9').join(' ')).toMatch(/Error, Percentage: /);
    expect(press('Tab').join(' ')).not.toContain('Error');
  });

  test('the answer is said when it comes, and what is pasted presses nothing', async () => {
    press('c', 'h', 'Enter');
    fake.clock.nowMs += 1_000;
    narrator.paste('y');
    expect(fake.done).toEqual([]);
    expect(press('y')).toContain('Sent. Waiting for the response.');
    await Promise.resolve();
    await new Promise(setImmediate);
    heard.length = 0;
    narrator.changed();
    expect(heard[0]).toBe('Accepted.');
    expect(fake.done).toHaveLength(1);
  });
});

describe('between two keys', () => {
  test('a notice and a lost connection are said at once, once', () => {
    heard.length = 0;
    addNotice(fake.desk.notices, { atMs: fake.clock.nowMs, tone: 'warn', text: 'the price of SOL is above 200' });
    fake.connect({ state: 'reconnecting', reason: 'the socket closed' });
    narrator.changed();
    narrator.changed();
    expect(heard).toEqual(['Connection: Reconnecting, the socket closed.', 'Warning: the price of SOL is above 200']);
  });
});

describe('the keys', () => {
  test('are read out where one is, and cover nothing', () => {
    const lines = press('?');
    expect(lines).toContain('Positions pane:');
    expect(lines.some((line) => line.startsWith('capital H: Halt'))).toBe(true);
    expect(fake.desk.ui.getState().overlay).toBeNull();
  });

  test('are those in force', () => {
    open({
      keymap: deskKeymap(Object.fromEntries(commands.map(({ id }) => [id, id === 'desk.help' ? ['F8'] : ['§']]))),
    });
    narrator.begin();
    expect(heard[1]).toContain('F8 reads the keys');
  });
});
