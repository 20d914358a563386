import { beforeEach, describe, expect, test } from 'vitest';
import { accountWire } from '../../../stores/account/account.fixture.ts';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { formLines } from '../../forms/form-view.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import type { AccountSection } from '../../panes/account/account-sections.ts';

const size = { columns: 120, rows: 40 };
let fake: FakeDesk;

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  for (const name of ['groups', 'settings', 'suggestions'] as const) fake.answer(name, accountWire[name], readAtMs);
});

const ui = () => fake.desk.ui.getState();
const press = (...keys: readonly string[]): void => {
  for (const key of keys) handleKey(fake.desk, key, size);
};
const type = (text: string): void => press(...[...text].map((letter) => (letter === ' ' ? 'Space' : letter)));
const show = (section: AccountSection, down = 0): void => {
  press('-');
  fake.desk.ui.setState({ account: { section } });
  press(...Array<string>(down).fill('j'));
};
const form = () => {
  const { overlay } = ui();
  return overlay?.kind === 'form' ? overlay.form : null;
};
const screen = (at = size): string => texts(formLines(form()!, { mode: 'paper', ...at })).join('\n');
/** Checks the form, waits until the confirmation counts, and sends. */
const send = async (): Promise<void> => {
  press('Enter');
  fake.clock.nowMs += 1_000;
  press('y');
  await Promise.resolve();
};
const sent = () => fake.done.filter(([name]) => name !== 'refresh');
const pair = { groupId: 'g1', name: 'Pair', walletIds: ['w-base', 'w-main'] };

test('- shows the account, Backspace leads back, t and [ go through its sections, Tab to the key', () => {
  press('2', '-');
  expect(ui()).toMatchObject({ focus: 'account', account: { section: 'wallets' } });
  press('t', 't');
  expect(ui().account.section).toBe('settings');
  press('[');
  expect(ui().account.section).toBe('groups');
  press('Tab', 'Tab');
  expect(ui()).toMatchObject({ workspace: 'account', focus: 'key' });
  press('S-Tab');
  expect(ui().focus).toBe('balances');
  press('Backspace');
  expect(ui().focus).toBe('orders');
});

test('a filter ends with its section', () => {
  show('groups');
  press('/', 'e', 'm', 'Enter');
  expect(ui().filter.account).toBe('em');
  press('t');
  expect(ui().filter.account).toBeUndefined();
});

test.each<readonly [AccountSection, number, string, string]>([
  ['settings', 0, 'n', 'nothing is created in this section'],
  ['wallets', 2, 'c', 'this wallet is archived: u brings it back'],
  ['wallets', 0, 'u', 'this wallet is active'],
  ['wallets', 2, 'm', 'no group has this wallet or can take it'],
  ['groups', 0, 'c', 'Wallets section'],
  ['settings', 0, 'b', 'only for wallets and groups'],
  ['wallets', 0, 'e', 'only for groups and settings'],
  ['wallets', 1, 'M', 'only Solana wallets'],
  ['wallets', 2, 'M', 'archived'],
  ['groups', 0, 'M', 'Wallets section'],
  ['groups', 1, 'x', 'no wallets yet'],
  ['groups', 1, 'w', 'no wallets yet'],
  ['groups', 2, 'd', 'no wallet group is selected'],
  ['settings', 3, 'e', 'read-only here'],
  ['wallets', 0, 'f', 'Suggestions section'],
])('%s, row %i: %s says why not', (section, down, key, words) => {
  show(section, down);
  press(key);
  expect(form()).toBeNull();
  expect(fake.notices().at(-1)).toContain(words);
});

test('a task for an agent is awaited where its session could not be followed', () => {
  fake.session({ mode: 'live', whyNoAgentSession: 'No path.' });
  show('agents');
  press('n', 'Tab', 'Tab');
  const words = () => screen().replace(/\s*┃\n┃\s*/g, ' ');
  expect(words()).toMatch(/‹wait until done›[\s\S]*After 2 minutes the outcome is unknown/);
  press('Up');
  expect(words()).toMatch(/‹do not wait›[\s\S]*but the desk cannot follow it\. No path\./);
});

describe('groups', () => {
  test('are created with their wallets in the order of the numbers; each address stands whole in the confirmation', async () => {
    const [, base] = wire.wallets;
    const main = { walletId: 'w-main', address: '0x00000000000000000000000000000000000000a1', label: 'main' };
    fake.answer('wallets', [main, base], readAtMs);
    show('groups');
    press('n');
    type('Fast ones');
    press('Tab', 'Down', 'Tab');
    type('2 1');
    expect(screen()).toMatch(/1 +✓ main · several chains 0x0000/);
    expect(screen()).toMatch(/2 +✓ base one · base 0x0000/);
    press('Enter');
    expect(screen()).toMatch(/1\. +base one · base[\s┃]+0x00000000000000000000000000000000000000b1/);
    press('Esc');
    fake.clock.nowMs += 1_000;
    await send();
    expect(sent()).toEqual([['createGroup', { name: 'Fast ones', chain: 'base', walletIds: ['w-base', 'w-main'] }]]);
  });

  test.each([
    ['', '', 'Enter a name of 1 to 32 characters.'],
    ['x'.repeat(33), '', 'Enter a name of at most 32 characters; this one has 33.'],
    ['ok', '7', 'There is no wallet 7 in the list: enter numbers from 1 to 1'],
    ['ok', '1 1', 'Enter each wallet only once.'],
    ['ok', 'main', 'There is no wallet main'],
  ])('are not created from %j and %j', (name, numbers, words) => {
    show('groups');
    press('n');
    type(name);
    press('Tab', 'Tab');
    type(numbers);
    press('Enter');
    expect(form()?.state.phase).toBe('edit');
    expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain(words);
  });

  test('are renamed, not to the name they have', async () => {
    show('groups');
    press('e', 'Enter');
    expect(screen()).toContain('The group already has this name.');
    type('Twins');
    await send();
    expect(sent()).toEqual([['renameGroup', { group: pair, name: 'Twins' }]]);
  });

  test('take wallets, at a place', async () => {
    fake.answer('groups', { groups: [{ ...pair, walletIds: ['w-base'] }] }, readAtMs);
    show('groups');
    press('a');
    type('1');
    press('Tab');
    type('3');
    press('Enter');
    expect(screen()).toContain('Enter a whole number from 1 to 2');
    press('Backspace');
    type('1');
    await send();
    const group = { ...pair, walletIds: ['w-base'] };
    expect(sent()).toEqual([['addToGroup', { group, walletIds: ['w-main'], position: 0 }]]);
  });

  test('give wallets up', async () => {
    show('groups');
    press('x');
    type('2');
    await send();
    expect(sent()).toEqual([['removeFromGroup', { group: pair, walletIds: ['w-main'] }]]);
  });

  test('are reordered: every wallet once, and not as they stand', async () => {
    show('groups');
    press('w', 'Enter');
    expect(screen()).toContain('The wallets are already in this order.');
    type('2');
    expect(screen()).toContain('Enter every wallet number of the group once');
    type(' 1');
    await send();
    expect(sent()).toEqual([['reorderGroup', { group: pair, walletIds: ['w-main', 'w-base'] }]]);
  });

  test('that change meanwhile are not changed from an old list', () => {
    show('groups');
    press('x');
    type('2');
    press('Enter');
    expect(form()?.state.phase).toBe('confirm');
    fake.answer('groups', { groups: [{ ...pair, walletIds: ['w-main', 'w-base'] }] }, readAtMs);
    fake.clock.nowMs += 1_000;
    press('y');
    expect(sent()).toEqual([]);
    expect(form()?.state.note).toContain('The group has changed');
  });

  test('are deleted', async () => {
    show('groups');
    press('d');
    await send();
    expect(sent()).toEqual([['deleteGroup', { group: pair, isHard: false }]]);
  });

  test('a hard delete says before that it will be refused, and afterwards what helps', async () => {
    const outcome = { kind: 'rejected', code: 'NOT_SUPPORTED', message: 'not yet', requestId: 'r' } as const;
    fake = fakeDesk({ outcome });
    fake.fill();
    fake.answer('groups', accountWire.groups, readAtMs);
    show('groups');
    press('d', 'Down');
    expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain('expect a rejection and no change');
    await send();
    await Promise.resolve();
    expect(sent()).toEqual([['deleteGroup', { group: pair, isHard: true }]]);
    expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain('Choose soft delete with ↑.');
  });
});

describe('wallets', () => {
  const plainScreen = () => screen().replace(/\s*┃\n┃\s*/g, ' ');
  const main = { walletId: 'w-main', label: 'main' };
  const base = { walletId: 'w-base', label: 'base one' };

  test('are archived after a look at what they hold, at fresh balances', async () => {
    show('wallets');
    press('c');
    expect(fake.done).toContainEqual(['refresh', 'balances', 'holdings']);
    expect(plainScreen()).toMatch(/holds +11\.88K USD in 2 tokens: 84\.221 SOL, 100 JUP/);
    expect(plainScreen()).toMatch(/perps +account value [\d,.]+K USD, 2 open positions/);
    expect(plainScreen()).toContain('of Solana: that setting will be empty');
    expect(plainScreen()).toContain('Whether its trigger orders still fire is unknown');
    expect(plainScreen()).toContain(wire.wallets[0].address);
    await send();
    expect(sent()).toEqual([['archiveWallet', main]]);
  });

  test('say that nobody knows what they hold before it was read', () => {
    fake = fakeDesk();
    fake.answer('wallets', wire.wallets, readAtMs);
    show('wallets');
    press('c');
    expect(plainScreen()).toContain('unknown: its balances have not been read yet');
  });

  test('an address of EVM is the same in any case, and an empty wallet holds nothing', () => {
    const address = '0x00000000000000000000000000000000000000b1';
    const of = (nativeBalance: string) => ({
      wallets: [{ ...wire.balances.wallets[1], walletAddress: address.toUpperCase().replace('X', 'x'), nativeBalance }],
    });
    fake.answer('holdings', { positions: [] }, readAtMs);
    fake.answer('balances', of('1.204'), readAtMs);
    show('wallets', 1);
    press('c');
    expect(plainScreen()).toMatch(/holds +4,228\.17 USD in 1 token: 1\.204 ETH/);
    press('Esc');
    fake.answer('balances', of('0.000'), readAtMs);
    press('c');
    expect(plainScreen()).toContain('nothing that the balances show');
  });

  test('that were archived elsewhere meanwhile are not archived again', () => {
    show('wallets', 1);
    press('c', 'Enter');
    expect(form()?.state.phase).toBe('confirm');
    fake.answer(
      'wallets',
      wire.wallets.map((one) => (one.walletId === 'w-base' ? { ...one, state: 'ARCHIVED' } : one)),
      readAtMs,
    );
    fake.clock.nowMs += 1_000;
    press('y');
    expect(sent()).toEqual([]);
    expect(form()?.state.note).toContain('This wallet is archived already.');
  });

  test('are brought back', async () => {
    show('wallets', 2);
    press('u');
    expect(plainScreen()).toContain('It does not become a default wallet again.');
    await send();
    expect(sent()).toEqual([['unarchiveWallet', { walletId: 'w-old', label: 'old' }]]);
  });

  test('are archived together, with what each holds', async () => {
    show('wallets');
    press('b', 'Enter');
    expect(screen()).toContain('Enter at least one wallet number from the list.');
    type('2 1');
    expect(screen()).toMatch(/1 +✓ holds 37\.01K USD +main · several chains/);
    press('Enter');
    expect(plainScreen()).toMatch(/1\. +holds 4,228\.17 USD +base one · base 0x0{38}b1/);
    fake.clock.nowMs += 1_000;
    press('y');
    await Promise.resolve();
    expect(sent()).toEqual([['archiveWallets', { wallets: [base, main] }]]);
  });

  test('count their perp account with what they hold, and say where it is unknown', () => {
    fake.answer(
      'wallets',
      [...wire.wallets, { ...wire.wallets[0], walletId: 'w-two', label: 'two', address: 'two' }],
      readAtMs,
    );
    show('wallets');
    press('b');
    expect(screen()).toMatch(/3 +value unknown +two/);
    press('Esc', 'j', 'j', 'j', 'c');
    expect(plainScreen()).toContain('unknown: the desk has not read its perp account');
  });

  test('of a group are archived together', async () => {
    fake.answer('groups', { groups: [{ ...pair, walletIds: ['w-base', 'w-old'] }] }, readAtMs);
    show('groups');
    press('b');
    expect(screen()).toContain('Wallets of group Pair');
    await send();
    expect(sent()).toEqual([['archiveWallets', { wallets: [base] }]]);
  });

  test('move between groups that can take them', async () => {
    fake.answer(
      'groups',
      {
        groups: [...accountWire.groups.groups, { ...pair, groupId: 'g9', name: 'Spare', chain: 'svm', walletIds: [] }],
      },
      readAtMs,
    );
    show('wallets', 1);
    press('m');
    expect(screen()).toMatch(/Out of +‹? ?Pair · base/);
    expect(screen()).not.toContain('Spare');
    await send();
    const group = ({ groupId, name }: { groupId: string; name: string }) => ({ groupId, name });
    expect(sent()).toEqual([['moveWallet', { ...base, from: group(pair), to: { groupId: 'g2', name: 'Empty' } }]]);
  });

  test('leave a group for none, and not none for none', async () => {
    show('wallets', 1);
    press('m', 'Tab', 'Down');
    expect(screen()).toContain('Take out of group');
    press('S-Tab', 'Down');
    press('Enter');
    expect(screen()).toContain('Choose a group that it leaves, one that it enters, or both.');
    press('Up');
    await send();
    expect(sent()).toEqual([['moveWallet', { ...base, from: { groupId: 'g1', name: 'Pair' }, to: null }]]);
  });

  test('are made with their group, one to sixteen', async () => {
    show('wallets');
    press('n');
    type('Fast');
    press('Tab', 'Down', 'Tab');
    type('17');
    press('Enter');
    expect(screen()).toContain('Enter a whole number from 1 to 16.');
    press('Backspace', 'Backspace');
    type('3');
    expect(screen()).toContain('3 new wallets: Fast 1 to Fast 3');
    await send();
    expect(sent()).toEqual([['newWallets', { name: 'Fast', chain: 'base', count: 3 }]]);
  });
});

describe('settings', () => {
  const { tradeSettings } = accountWire.settings;

  test('are read anew when the form opens, and go back with the one change', async () => {
    show('settings', 1);
    press('e');
    expect(fake.done).toContainEqual(['refresh', 'settings']);
    expect(screen()).toMatch(/Slippage +▕2\.5/);
    press('Enter');
    expect(screen()).toContain('Nothing has changed yet.');
    type('1.25');
    expect(screen()).toContain('chainPresetsBuy.6.p1.slippageBps = 125');
    expect(screen()).toMatch(/not sent +priority fee, bribe, MEV protection/);
    await send();
    expect(sent()).toEqual([
      [
        'updateSettings',
        {
          settings: tradeSettings,
          changes: [{ path: ['chainPresetsBuy', '6', 'p1', 'slippageBps'], value: 125 }],
          summary: 'Solana buy p1: slippage 2.5 → 1.25',
        },
      ],
    ]);
  });

  test.each([
    ['a switch', 1, ['Tab', 'Down'], [{ path: ['chainPresetsBuy', '6', 'p1', 'mevProtectionEnabled'], value: true }]],
    [
      'a text decimal',
      1,
      ['Tab', 'Tab', '0', '.', '1'],
      [{ path: ['chainPresetsBuy', '6', 'p1', 'customPriorityFeeSol'], value: '0.1' }],
    ],
    [
      'a number where the service has one',
      1,
      ['Tab', 'Tab', 'Tab', '0', '.', '2'],
      [{ path: ['chainPresetsBuy', '6', 'p1', 'bribeAmountSol'], value: 0.2 }],
    ],
    [
      'nothing',
      1,
      ['Tab', 'Tab', 'C-u'],
      [{ path: ['chainPresetsBuy', '6', 'p1', 'customPriorityFeeSol'], value: null }],
    ],
    [
      'one-click',
      2,
      ['Up', 'Tab', '1', 'Space', '2'],
      [
        { path: ['oneClickMode', '6', 'enabled'], value: true },
        { path: ['oneClickMode', '6', 'buyPresets'], value: ['1', '2'] },
      ],
    ],
    ['a plain switch', 6, ['Up'], [{ path: ['autoEnableMultisend'], value: true }]],
  ] as const)('%s is sent as it must be', async (_what, down, keys, changes) => {
    show('settings', down);
    press('e', ...keys);
    await send();
    expect(sent()).toMatchObject([['updateSettings', { changes }]]);
  });

  test.each([
    [['9', '9', '9'], 'Slippage must be 0 to 100 %'],
    [['Tab', 'Tab', '1', 'e', '3'], 'Enter a decimal number in SOL'],
    [['Tab', 'Tab', 'Tab', ...'0.12345678901234567'], 'more digits than a JSON number'],
    [['Tab', 'Tab', 'Tab', 'Tab', '1', '0', '1'], 'Enter 0 to 100 %'],
  ])('%j says what is allowed', (keys, words) => {
    show('settings', 1);
    press('e', ...keys, 'Enter');
    expect(form()?.state.phase).toBe('edit');
    expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain(words);
  });

  test('that were changed elsewhere, or are old, are not written back', () => {
    show('settings', 1);
    press('e');
    type('1');
    press('Enter');
    fake.answer('settings', { tradeSettings: { ...tradeSettings, zebra: 1 } }, readAtMs);
    fake.clock.nowMs += 1_000;
    press('y');
    expect(sent()).toEqual([]);
    expect(form()?.state.note).toContain('changed at the service');
    press('Esc');
    fake.answer('settings', { tradeSettings }, readAtMs);
    press('e', 'Tab', 'S-Tab');
    type('1');
    fake.clock.nowMs = readAtMs + 91_000;
    press('Enter');
    expect(screen()).toContain('were read 1 m ago');
  });
});

test('a trade is suggested by its token’s address', async () => {
  show('suggestions');
  press('n', 'Down', 'Tab', 'Tab');
  type('SOL');
  press('Enter');
  expect(screen()).toContain('Say why:');
  type('Too high');
  expect(screen()).toContain('8 of 500');
  press('Tab');
  type('0');
  press('Enter');
  expect(screen()).toContain('Enter a size in USD above zero');
  press('Backspace');
  type('12.3456789012345678');
  press('Enter');
  expect(screen()).toContain('more digits than a JSON number');
  press('C-u');
  type('12.50');
  press('Tab', 'Down', 'Down', 'Down');
  expect(screen()).toMatch(/suggestion +sell SOL on Solana +12\.5 USD, high confidence/);
  await send();
  expect(sent()).toEqual([
    [
      'suggestTrade',
      {
        chain: 'solana',
        side: 'sell',
        token: 'SOL',
        rationale: 'Too high',
        usd: '12.5',
        confidence: 'HIGH',
        tokenAddress: 'So11111111111111111111111111111111111111112',
      },
    ],
  ]);
});

test('a suggestion without size and confidence is sent without them', async () => {
  show('suggestions');
  press('n', 'Tab', 'Tab');
  type('SOL');
  press('Tab');
  type(' It is low. ');
  await send();
  expect(sent()).toMatchObject([
    ['suggestTrade', { side: 'buy', rationale: 'It is low.', usd: null, confidence: null }],
  ]);
});

test('an agent is given a task, and its session stays on screen until it is over', async () => {
  const outcome = { kind: 'accepted', message: 'begun', requestId: 'r', taskId: null, sessionId: 'ses_1' } as const;
  fake = fakeDesk({ outcome });
  fake.fill();
  show('agents');
  press('n', 'Enter');
  expect(screen()).toContain('Enter the id of one of your agents');
  type('scout');
  press('Tab');
  type('x'.repeat(300));
  press('Tab', 'Down');
  expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain('The request stays open until the agent is done,');
  await send();
  await Promise.resolve();
  expect(sent()).toEqual([['invokeAgent', { agentId: 'scout', prompt: 'x'.repeat(300), isAwaited: true }]]);
  expect(screen()).toMatch(/session +ses_1[\s\S]*status +requested …/);
  press('Enter');
  expect(form()).not.toBeNull();
  fake.data.noteAgentSession({
    sessionId: 'ses_1',
    agentId: 'scout',
    prompt: 'x',
    status: 'completed',
    isOver: true,
    error: null,
    finalResponse: 'JUP\u001B[2J moved',
    askedAtMs: readAtMs,
    trouble: null,
  });
  expect(screen()).toMatch(/status +completed[\s\S]*answer +JUP.* moved/);
  expect(screen()).not.toContain('\u001B');
});

test('M opens the multisend form of a Solana wallet, and leads back to the desk', () => {
  fake.answer(
    'wallets',
    [{ walletId: 'w1', address: '7x', state: 'ACTIVE', chain: 'solana', label: 'main' }],
    readAtMs,
  );
  show('wallets');
  press('M');
  expect(form()?.spec.id).toBe('multisend');
  press('Esc');
  expect(form()).toBeNull();
});
