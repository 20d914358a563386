import Big from 'big.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountWire } from '../../../stores/account/account.fixture.ts';
import { hostileTexts, isCellSafe, wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { fieldsOf } from '../../export/table-export.ts';
import { lineWidth, plainText } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';
import { visibleRows } from '../pane-rows.ts';
import { tablePane } from '../panes.ts';
import { gaugeTone, gaugeWords, usedPart } from './gauge-words.ts';

let fake: FakeDesk;

beforeEach(() => {
  fake = fakeDesk();
  fake.fill();
  fake.answer('me', accountWire.me, readAtMs);
  fake.desk.ui.setState({ focus: 'key' });
});

const lines = (width = 80, height = 44) => paneLines(fake.desk, 'key', { x: 0, y: 1, width, height });
const screen = (width?: number, height?: number): string => texts(lines(width, height)).join('\n');

test('says whose key it is, its id, every limit with what is used of it, its scopes, and what the desk knows', () => {
  const shown = screen();
  expect(shown.split('\n')[0]).toMatch(/^┏━ Key ━+ 1 scope ━┓$/);
  expect(shown).toMatch(/name +Ann/);
  expect(shown).toMatch(/user id +usr_1/);
  expect(shown).toMatch(/key id +k7a1/);
  expect(shown).toMatch(/executions\/hour +▕[▏▎▍▌▋▊▉█]+ +▏ 3 of 60 used, 57 left/);
  expect(shown).toMatch(/executions\/day +▕[▏▎▍▌▋▊▉█]+ +▏ 7 of 500 used, 493 left/);
  expect(shown).toMatch(/trigger orders\/day +▕·+▏ limit 20, usage not reported/);
  expect(shown).toContain('last hour and 24 h');
  expect(shown).toMatch(/bribes +not allowed/);
  expect(shown).toMatch(/not sent +priority fee, bribe, MEV protection: not in the API/);
  expect(shown).toMatch(/ trade:perp/);
  expect(shown).toMatch(/names not published: trigger, swap, tasks, account, perp, portfolio/);
  expect(shown).toMatch(/profile +paper/);
  expect(shown).toMatch(/service +http:\/\/127\.0\.0\.1:7000/);
});

test('orders that were sent since count at once', () => {
  fake.session({ executionsSinceUsage: 2 });
  expect(screen()).toContain('5 of 60 used, 55 left');
});

test('where there is little room the words say what is left, and gauges stand below each other', () => {
  const shown = screen(46, 40);
  expect(shown).toMatch(/▏ 57 left/);
  const starts = texts(lines(46, 40)).flatMap((line) => (line.includes('▕') ? [line.indexOf('▕')] : []));
  expect(new Set(starts).size).toBe(1);
});

test('a key without limits says so', () => {
  fake.answer('usage', { keyId: 'k', scopes: [], constraints: null }, readAtMs);
  expect(screen()).toContain('this key may do everything its scopes allow');
  expect(screen()).toMatch(/Scopes +┃\n┃ +none/);
});

describe('in the place of a read', () => {
  const error = Object.assign(new Error('needs read:account'), {
    kind: 'forbidden',
    code: 'FORBIDDEN',
    requestId: 'req_9',
  });

  test('what the desk knows by itself is there, with what is waited for or has failed', () => {
    fake = fakeDesk();
    expect(screen()).toContain('Reading the limits of the key …');
    expect(screen()).toMatch(/profile +paper/);
    fake.fail('usage', error, readAtMs);
    expect(screen()).toContain('✕ needs read:account');
    expect(screen()).toContain('FORBIDDEN, request req_9; retrying. r retries now.');
    expect(screen()).toMatch(/profile +paper/);
  });

  test('an account that may not be read takes nothing from the key', () => {
    fake = fakeDesk();
    fake.fill();
    fake.fail('me', error, readAtMs);
    expect(screen()).toContain('✕ needs read:account');
    expect(screen()).toMatch(/key id +k7a1/);
  });

  test('what is older than it should be says its age', () => {
    fake.clock.nowMs = readAtMs + 200_000;
    expect(screen().split('\n')[0]).toContain('3 m old');
  });

  test('a filter keeps its rows, and one that nothing passes says so', () => {
    fake.desk.ui.setState({ filter: { key: 'zzz' } });
    expect(screen()).toContain('No row contains “zzz”');
    fake.desk.ui.setState({ filter: { key: 'bribes' } });
    expect(visibleRows(fake.desk, 'key').rows).toHaveLength(1);
  });
});

test('a limit is exported with exact numbers', () => {
  const row = visibleRows(fake.desk, 'key').rows.find((one) => (one as { key: string }).key === 'use hour');
  expect(Object.fromEntries(fieldsOf(fake.desk, 'key', row).map(({ name, value }) => [name, value]))).toEqual({
    part: 'use',
    name: 'executions/hour',
    value: '3 of 60 used, 57 left',
    used: '3',
    limit: '60',
    unit: 'count',
  });
});

test('the used part, its words and its tone', () => {
  const gauge = (used: number | null, of: number) => ({
    id: 'x',
    label: 'x',
    used: used === null ? null : new Big(used),
    of: new Big(of),
    unit: 'count' as const,
  });
  expect(usedPart(gauge(1, 4))).toBe(0.25);
  expect(usedPart(gauge(9, 4))).toBe(1);
  expect(usedPart(gauge(0, 0))).toBe(1);
  expect(usedPart(gauge(null, 4))).toBeNaN();
  expect([799, 800, 1_000].map((used) => gaugeTone(gauge(used, 1_000)))).toEqual(['plain', 'warn', 'danger']);
  expect(gaugeWords(gauge(1_200, 1_000))).toEqual({
    text: '1,200 of 1,000 used, 0 left',
    short: '0 of 1,000 left',
    least: '0 left',
  });
});

test('is exactly as wide and high as asked, safe, and has the selected row in it, whatever the service sends', () => {
  for (const text of hostileTexts) {
    fake.answer('me', { userId: text, displayName: text }, readAtMs);
    fake.answer('usage', { ...wire.usage, keyId: text, scopes: [text, text] }, readAtMs);
    const rows = tablePane('key').rows(fake.desk);
    for (const [width, height] of [
      [38, 5],
      [80, 22],
      [120, 38],
      [200, 58],
    ] as const)
      for (const row of [rows[0], rows.at(-1)]) {
        fake.desk.ui.setState({ selected: { key: tablePane('key').keyOf(row) } });
        const drawn = lines(width, height);
        expect(drawn).toHaveLength(height);
        for (const line of drawn) {
          expect(lineWidth(line)).toBe(width);
          expect(isCellSafe(plainText(line)), JSON.stringify(plainText(line))).toBe(true);
        }
        expect(texts(drawn).filter((line) => line.includes('▸ '))).toHaveLength(1);
      }
  }
});
