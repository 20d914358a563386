import { beforeEach, describe, expect, test } from 'vitest';
import { accountWire } from '../../../stores/account.fixture.ts';
import { hostileTexts, isCellSafe, mainAddress, wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../fake-desk.fixture.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';
import { tablePanes } from '../pane-list.ts';
import { selectedRow, visibleRows } from '../visible-rows.ts';
import { type AccountSection, accountSections, nextSection } from './account-sections.ts';
import { gaugeBar, gaugeText, gaugeTone } from './gauge.ts';

let fake: FakeDesk;
const names = ['me', 'groups', 'settings', 'suggestions'] as const;

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  for (const name of names) fake.answer(name, accountWire[name], readAtMs);
  fake.desk.ui.setState({ focus: 'account' });
});

const show = (section: AccountSection): void => fake.desk.ui.setState({ account: { section } });
const lines = (width = 80, height = 22) => paneLines(fake.desk, 'account', { x: 0, y: 1, width, height });
const screen = (width = 80, height = 22): string => texts(lines(width, height)).join('\n');

const error = Object.assign(new Error('needs read:account'), {
  ...{ kind: 'forbidden', code: 'FORBIDDEN', requestId: 'req_9' },
});

describe('the sections', () => {
  test('go round, both ways', () => {
    expect(nextSection('agents', 1)).toBe('who');
    expect(nextSection('who', -1)).toBe('agents');
    expect(accountSections.map((one) => nextSection(one, 1))).toEqual([...accountSections.slice(1), 'who']);
  });

  test('are named in one line from 60 columns, the chosen one marked; with counts where there is room', () => {
    show('groups');
    expect(screen(60, 14)).toMatch(/Who Wallets ‹Groups› Settings Key Suggestions Agents +┃/);
    expect(screen()).toContain('Who    Wallets 3  ‹Groups› 3   Settings    Key    Suggestions 2   Agents 0');
    expect(screen().split('\n')[0]).toMatch(/^┏━ - Account ━+ 3 groups ━┓$/);
  });

  test('who: the account, and what the desk knows by itself', () => {
    const shown = screen();
    expect(shown).toMatch(/name +Ann/);
    expect(shown).toMatch(/user id +usr_1/);
    expect(shown).toMatch(/mode +PAPER/);
    expect(shown).toMatch(/service +http:\/\/127\.0\.0\.1:7000/);
  });

  test('wallets: label, chain, state; the whole address in the details', () => {
    show('wallets');
    expect(screen()).toMatch(
      /▸ main +several +ACTIVE +7xKX…osgA?…?[\w…]+ +w-main|▸ main +several +ACTIVE +\S+ +w-main/,
    );
    expect(screen()).toMatch(/old +several +ARCHIVED/);
    const pane = tablePanes.account;
    expect(pane.details(selectedRow(fake.desk, 'account'), fake.desk)).toContainEqual({
      ...{ label: 'address', value: mainAddress },
    });
  });

  test('groups: name, chain, wallets in order; an unreadable one is said', () => {
    show('groups');
    expect(screen()).toMatch(/▸ Pair +base +2 +base one, main/);
    expect(screen()).toMatch(/Empty +any +0 +none/);
    expect(screen()).toContain('unreadable: groupId');
  });

  test('settings: presets with their fields, one-click and the rest in words', () => {
    show('settings');
    const shown = screen();
    expect(shown).toMatch(/Solana +buy p1 +2\.5 % +open +0\.0005 +0\.001 +12 %/);
    expect(shown).toMatch(/Solana +buy auto +1 % +protected +– +– +–/);
    expect(shown).toMatch(/network 99 +buy auto +0\.5 %/);
    expect(shown).toMatch(/Solana +one-click +off {2}buy 0\.1 0\.5 {2}sell 50 100 %/);
    expect(shown).toMatch(/All chains +enable multisend by itself +off/);
  });

  test('key: id, scopes, gauges and every constraint', () => {
    show('key');
    const shown = screen(80, 34);
    expect(shown).toMatch(/key id +k7a1/);
    expect(shown).toMatch(/executions\/hour +▮▯{9} +3 of 60 used, 57 left/);
    expect(shown).toMatch(/executions\/day +▮▯{9} +7 of 500 used, 493 left/);
    expect(shown).toMatch(/trigger orders\/day +·{10} +limit 20, use not told by the service/);
    expect(shown).toMatch(/scope +trade:perp/);
    expect(shown).toMatch(/bribes +not allowed/);
    fake.session({ executionsSinceUsage: 2 });
    expect(screen(80, 34)).toContain('5 of 60 used, 55 left');
  });

  test('a key without limits says so', () => {
    fake.answer('usage', { keyId: 'k', scopes: [], constraints: null }, readAtMs);
    show('key');
    expect(screen()).toContain('this key may do whatever its scopes allow');
  });

  test('suggestions: state, side, token by its symbol, age and reason; all fields in the details', () => {
    show('suggestions');
    expect(screen()).toMatch(/▸ OPEN +sell +JUP +solana +2 h +High/);
    expect(screen()).toMatch(/NEW_STATE +– +–/);
    const details = tablePanes.account.details(selectedRow(fake.desk, 'account'), fake.desk);
    expect(details).toContainEqual({ label: 'size', value: '3' });
    expect(details).toContainEqual({ label: 'tokenAddress', value: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN' });
  });

  test('agents: sessions with what they were asked and what they said', () => {
    fake.data.noteAgentSession({
      ...{ sessionId: 'ses_1', agentId: 'scout', prompt: 'What moved?', status: 'completed', isOver: true },
      ...{ error: null, finalResponse: 'JUP', askedAtMs: readAtMs - 5_000, trouble: null },
    });
    show('agents');
    expect(screen()).toMatch(/▸ scout +completed +5\.0 s +What moved\? +JUP/);
  });
});

describe('in the place of rows', () => {
  test.each([
    ['groups', { groups: [] }, 'n creates one'],
    ['suggestions', { suggestions: [] }, 'n proposes one'],
    ['wallets', [], 'then press r'],
  ] as const)('%s that are empty name the next key', (section, answer, words) => {
    fake.answer(section, answer, readAtMs);
    show(section);
    expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain(words);
  });

  test('agents: how one is given a task; off where the paths are not known', () => {
    show('agents');
    expect(screen()).toContain('n gives one a task');
    fake.session({ whyNoAgents: 'Agents are off until [names].' });
    expect(screen()).toContain('Agents are off until [names].');
  });

  test.each(['who', 'wallets', 'groups', 'settings', 'key', 'suggestions'] as const)(
    '%s: loading, then an error with its code',
    (section) => {
      fake = fakeDesk();
      fake.desk.ui.setState({ focus: 'account', account: { section } });
      expect(screen()).toMatch(/(Asking|Reading) .* …/);
      fake.fail(section === 'who' ? 'me' : section === 'key' ? 'usage' : section, error, readAtMs);
      expect(screen()).toContain('✕ needs read:account');
      expect(screen()).toContain('FORBIDDEN, request req_9; trying again. r tries now.');
      if (section === 'who') expect(screen()).toMatch(/profile +paper/);
    },
  );

  test('what is older than it should be says its age', () => {
    show('groups');
    fake.clock.nowMs = readAtMs + 200_000;
    expect(screen().split('\n')[0]).toContain('3 m old');
  });

  test('a filter that nothing passes', () => {
    show('groups');
    fake.desk.ui.setState({ filter: { account: 'zzz' } });
    expect(screen()).toContain('No row contains “zzz”');
    fake.desk.ui.setState({ filter: { account: 'base one' } });
    expect(visibleRows(fake.desk, 'account').rows).toHaveLength(1);
  });
});

test('from 116 columns account and key stand beside the section; their own section shows the other one', () => {
  show('groups');
  expect(screen(120, 38)).toMatch(/Pair .* │ /);
  expect(screen(120, 38)).toMatch(/│ name +Ann/);
  const places = texts(lines(120, 38)).flatMap((line) => (line.includes(' │ ') ? [line.indexOf(' │ ')] : []));
  expect(places).toHaveLength(34);
  expect(new Set(places).size).toBe(1);
  expect(screen(120, 38)).toMatch(/│ executions\/hour +▮▯{9} 3 of 60/);
  show('who');
  expect(screen(120, 38)).not.toMatch(/│ name +Ann/);
  expect(screen(120, 12)).toMatch(/│ … \d+ more in the section Key/);
});

test('every section is exactly as wide and high as asked, and safe, whatever the service sends', () => {
  for (const text of hostileTexts) {
    fake.answer('me', { userId: text, displayName: text }, readAtMs);
    fake.answer('wallets', [{ walletId: text, address: text, state: text, label: text, chain: text }], readAtMs);
    fake.answer('groups', { groups: [{ groupId: text, name: text, chain: text, walletIds: [text, text] }] }, readAtMs);
    fake.answer('usage', { ...wire.usage, keyId: text, scopes: [text, text] }, readAtMs);
    const preset = { type: text, slippageBps: 1.5, customPriorityFeeSol: text, [text]: text };
    fake.answer(
      'settings',
      {
        tradeSettings: {
          chainPresetsBuy: { [text]: { [text]: preset } },
          oneClickMode: { [text]: { buyPresets: [text] } },
        },
      },
      readAtMs,
    );
    const suggestion = { state: text, side: text, chain: text, tokenAddress: text, reason: text, [text]: text };
    fake.answer('suggestions', { suggestions: [suggestion] }, readAtMs);
    fake.data.noteAgentSession({
      ...{ sessionId: 's', agentId: text, prompt: text, status: 'failed', isOver: true },
      ...{ error: text, finalResponse: null, askedAtMs: readAtMs, trouble: text },
    });
    for (const section of accountSections) {
      show(section);
      for (const [width, height] of [
        [60, 14],
        [80, 22],
        [120, 38],
        [200, 58],
      ] as const) {
        const drawn = lines(width, height);
        expect(drawn).toHaveLength(height);
        for (const line of drawn) {
          expect(lineWidth(line)).toBe(width);
          expect(isCellSafe(plainText(line)), `${section}: ${JSON.stringify(plainText(line))}`).toBe(true);
        }
      }
      for (const { label, value } of tablePanes.account.details(selectedRow(fake.desk, 'account'), fake.desk))
        expect(isCellSafe((label + value).replaceAll('\n', '')), JSON.stringify(value)).toBe(true);
    }
  }
});

test('a gauge is never empty when something is used, and full only when all is', async () => {
  const { default: Big } = await import('big.js');
  const gauge = (used: number | null, of: number) => ({
    ...{ id: 'x', label: 'x', used: used === null ? null : new Big(used), of: new Big(of), unit: 'count' as const },
  });
  expect(gaugeBar(gauge(0, 1_000))).toBe('▯▯▯▯▯▯▯▯▯▯');
  expect(gaugeBar(gauge(1, 1_000))).toBe('▮▯▯▯▯▯▯▯▯▯');
  expect(gaugeBar(gauge(999, 1_000))).toBe('▮▮▮▮▮▮▮▮▮▯');
  expect(gaugeBar(gauge(1_000, 1_000))).toBe('▮▮▮▮▮▮▮▮▮▮');
  expect(gaugeBar(gauge(0, 0))).toBe('▮▮▮▮▮▮▮▮▮▮');
  expect([799, 800, 1_000].map((used) => gaugeTone(gauge(used, 1_000)))).toEqual(['plain', 'warn', 'danger']);
  expect(gaugeText(gauge(1_200, 1_000))).toBe('1,200 of 1,000 used, 0 left');
});
