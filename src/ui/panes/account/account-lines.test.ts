import { beforeEach, describe, expect, test } from 'vitest';
import { accountWire } from '../../../stores/account/account.fixture.ts';
import { hostileTexts, isCellSafe, jup, mainAddress } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';
import { selectedRow, visibleRows } from '../pane-rows.ts';
import { deskWants } from '../pane-wants.ts';
import { tablePane } from '../panes.ts';
import { type AccountSection, accountSections, nextSection } from './account-sections.ts';

let fake: FakeDesk;
const names = ['groups', 'settings', 'suggestions'] as const;

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
  kind: 'forbidden',
  code: 'FORBIDDEN',
  requestId: 'req_9',
});

describe('the sections', () => {
  test('go round, both ways', () => {
    expect(nextSection('agents', 1)).toBe('wallets');
    expect(nextSection('wallets', -1)).toBe('agents');
    expect(accountSections.map((one) => nextSection(one, 1))).toEqual([...accountSections.slice(1), 'wallets']);
  });

  test('are named in one line, the chosen one marked; with counts where there is room, and alone where there is little', () => {
    show('groups');
    expect(screen(60, 14)).toMatch(/Wallets ‹Groups› Settings Suggestions Agents +┃/);
    expect(screen(38, 5)).toMatch(/┃ ‹Groups› {2}2 of 5 +┃/);
    expect(screen(38, 5)).toMatch(/▸ Pair/);
    expect(screen()).toContain('Wallets 3  ‹Groups› 3   Settings    Suggestions 2   Agents 0');
    expect(screen().split('\n')[0]).toMatch(/^┏━ - Account ━+ 3 groups ━┓$/);
  });

  test('wallets: label, chain, state; the whole address in the details, and beside them where there is room', () => {
    show('wallets');
    expect(screen()).toMatch(/▸ main +several +active +\S+ +w-main/);
    expect(screen()).toMatch(/old +several +archived/);
    expect(screen()).not.toContain(mainAddress);
    expect(screen(120)).toContain(mainAddress);
    const pane = tablePane('account');
    expect(pane.details(selectedRow(fake.desk, 'account'), fake.desk)).toContainEqual({
      label: 'address',
      value: mainAddress,
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
    expect(shown).toMatch(/all +enable multisend automatically +off/);
  });

  test('suggestions: state, side, token, size, age, time left and rationale; everything in the details', () => {
    show('suggestions');
    expect(screen(120)).toMatch(/▸ open +sell +JUP +Solana +150\.25 +medium +2 h +in 4 h +High/);
    expect(screen(120)).toMatch(/new_state +hold +0x1 +ETH +– +– +– +– +–/);
    const pane = tablePane('account');
    const details = pane.details(selectedRow(fake.desk, 'account'), fake.desk);
    expect(details).toEqual(
      expect.arrayContaining([
        { label: 'token', value: 'JUP, Jupiter' },
        { label: 'address', value: jup },
        { label: 'size', value: '150.25 USD' },
        { label: 'price as sent', value: '0.50000 USD' },
        { label: 'confidence', value: 'medium' },
        { label: 'rationale', value: 'High' },
        { label: 'created', value: '2026-01-01 12:03:22 UTC, 2 h ago' },
        { label: 'expires', value: '2026-01-01 18:03:22 UTC, in 4 h' },
        { label: 'agent key', value: 'Scout  k1' },
        { label: 'to decide', value: expect.stringMatching(/: s and o open .* neither acknowledge nor dismiss/) },
      ]),
    );
    const fields = pane.fields!(selectedRow(fake.desk, 'account'), fake.desk);
    expect(fields).toContainEqual({ name: 'amount_usd', value: '150.25' });
    expect(fields).toContainEqual({ name: 'expires_at', value: '2026-01-01T18:03:22.000Z' });
    expect(fields).toContainEqual({ name: 'task_id', value: null });
  });

  test('a suggestion whose time is over says so; the token is called as the desk knows it', () => {
    const [first] = accountWire.suggestions.suggestions;
    fake.clock.nowMs = Date.parse('2026-01-01T18:03:22Z');
    const renamed = { ...first, asset: { ...first.asset, symbol: 'USDC' }, dismissReason: 'late', linkedTaskId: 't1' };
    fake.answer('suggestions', { suggestions: [renamed] }, fake.clock.nowMs);
    show('suggestions');
    expect(screen(120)).toMatch(/open +sell +JUP .* over +High/);
    const details = tablePane('account').details(selectedRow(fake.desk, 'account'), fake.desk);
    expect(details).toContainEqual({ label: 'symbol as sent', value: 'USDC' });
    expect(details).toContainEqual({ label: 'reason', value: 'late' });
    expect(details).toContainEqual({ label: 'task', value: 't1' });
  });

  test('open suggestions, or all of them; older ones are read from the end of the list', () => {
    const [first] = accountWire.suggestions.suggestions;
    fake.answer('allSuggestions', { suggestions: [first, { ...first, id: 's3', state: 'ACTED' }] }, readAtMs);
    show('suggestions');
    expect(screen()).toContain('all open suggestions; f shows those decided or expired');
    expect(screen().split('\n')[0]).toContain('2 open suggestions ━┓');
    handleKey(fake.desk, 'f', { columns: 80, rows: 24 });
    expect(screen()).toMatch(/acted +sell +JUP/);
    expect(screen().split('\n')[0]).toContain(' 2 suggestions ━┓');
    expect(deskWants(fake.desk, ['account'])).toMatchObject({
      names: ['settings', 'groups', 'suggestions', 'allSuggestions'],
      suggestionPages: 1,
    });
    fake.answer('allSuggestions', { suggestions: [first], nextCursor: 'c' }, readAtMs);
    expect(screen()).toContain('End goes to the end and reads older ones');
    expect(screen()).toContain('Suggestions› 1+');
    handleKey(fake.desk, 'End', { columns: 80, rows: 24 });
    handleKey(fake.desk, 'End', { columns: 80, rows: 24 });
    expect(deskWants(fake.desk, ['account'])).toMatchObject({ suggestionPages: 2 });
    handleKey(fake.desk, 'f', { columns: 80, rows: 24 });
    expect(deskWants(fake.desk, ['account'])).toMatchObject({ suggestionPages: 1 });
  });

  test('agents: sessions with what they were asked and what they said', () => {
    fake.data.noteAgentSession({
      sessionId: 'ses_1',
      agentId: 'scout',
      prompt: 'What moved?',
      status: 'completed',
      isOver: true,
      error: null,
      finalResponse: 'JUP',
      askedAtMs: readAtMs - 5_000,
      trouble: null,
    });
    show('agents');
    expect(screen()).toMatch(/▸ scout +completed +5\.0 s +What moved\? +JUP/);
  });
});

describe('in the place of rows', () => {
  test.each([
    ['groups', { groups: [] }, 'n creates one'],
    ['suggestions', { suggestions: [] }, 'n suggests one'],
    ['wallets', [], 'then press r'],
  ] as const)('%s that are empty name the next key', (section, answer, words) => {
    fake.answer(section, answer, readAtMs);
    show(section);
    expect(screen().replace(/\s*┃\n┃\s*/g, ' ')).toContain(words);
  });

  test('agents: how one is given a task, also where sessions cannot be followed', () => {
    show('agents');
    fake.session({ whyNoAgentSession: 'No path.' });
    expect(screen()).toContain('n starts one');
  });

  test.each(['wallets', 'groups', 'settings', 'suggestions'] as const)(
    '%s: loading, then an error with its code',
    (section) => {
      fake = fakeDesk();
      fake.desk.ui.setState({ focus: 'account', account: { section } });
      expect(screen()).toMatch(/(Asking|Reading) .* …/);
      fake.fail(section, error, readAtMs);
      expect(screen()).toContain('✕ needs read:account');
      expect(screen()).toContain('FORBIDDEN, request req_9; retrying. r retries now.');
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

test('every section is exactly as wide and high as asked, and safe, whatever the service sends', () => {
  for (const text of hostileTexts) {
    fake.answer('wallets', [{ walletId: text, address: text, state: text, label: text, chain: text }], readAtMs);
    fake.answer('groups', { groups: [{ groupId: text, name: text, chain: text, walletIds: [text, text] }] }, readAtMs);
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
    const suggestion = {
      id: text,
      state: text,
      side: text,
      networkId: text,
      rationale: text,
      confidence: text,
      createdAt: text,
      dismissReason: text,
      linkedTaskId: text,
      [text]: text,
      agentKey: { id: text, name: text },
      asset: { address: text, symbol: text, name: text },
    };
    fake.answer('suggestions', { suggestions: [suggestion] }, readAtMs);
    fake.data.noteAgentSession({
      sessionId: 's',
      agentId: text,
      prompt: text,
      status: 'failed',
      isOver: true,
      error: text,
      finalResponse: null,
      askedAtMs: readAtMs,
      trouble: text,
    });
    for (const section of accountSections) {
      show(section);
      for (const [width, height] of [
        [38, 5],
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
      for (const { label, value } of tablePane('account').details(selectedRow(fake.desk, 'account'), fake.desk))
        expect(isCellSafe((label + value).replaceAll('\n', '')), JSON.stringify(value)).toBe(true);
    }
  }
});
