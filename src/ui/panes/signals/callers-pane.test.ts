import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe, jup } from '../../../stores/desk-data.fixture.ts';
import { hearCalls, hearPrices } from '../../../stores/signals/hear-calls.ts';
import { signal } from '../../../stores/signals/signals.fixture.ts';
import type { Signal } from '../../../stores/signals/signals.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { fieldsOf } from '../../export/table-export.ts';
import { lineWidth } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';
import { visibleRows } from '../pane-rows.ts';
import { tablePane } from '../panes.ts';

/** The callers of these calls, a minute apart, the first one newest, and the price of JUP now. */
function opened(calls: readonly Partial<Signal>[], price = '2'): FakeDesk {
  const fake = fakeDesk();
  const { store, state } = fake.signals;
  state.reads = { isAnswered: true, updatedAtMs: fake.desk.now(), problem: null };
  hearCalls(
    store,
    calls.map((over, at) => signal({ atMs: readAtMs - at * 60_000, ...over })),
    'call context',
  );
  hearPrices(store, [{ token: signal().token, usd: price, atMs: readAtMs + 1 }]);
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 80, height = 10): string[] =>
  texts(paneLines(desk, 'callers', { x: 0, y: 1, width, height }));

const some = [
  { priceUsd: '1' },
  { priceUsd: '4' },
  { priceUsd: null },
  { caller: 'kim', userName: 'kim', platform: 'x', isVerified: false, isBot: true, priceUsd: null },
];

describe('a caller', () => {
  test('has calls, tokens, median, best, share that is up and the last call; what is unknown is a dash', () => {
    const fake = opened(some);
    hearCalls(fake.signals.store, [signal({ atMs: readAtMs, caller: 'obi', userName: 'obi' })], null);
    const lines = drawn(fake);
    expect(lines[0]).toMatch(/─ Callers ─+ 3 callers from 1 read and 1 live call ─/);
    expect(lines[1]).toMatch(/CALLER +ON +CALLS +TOKENS +MEDIAN +BEST +UP +LAST CALL/);
    expect(lines[2]).toMatch(/lena sol +✓ +discord +3 +1 +\+25\.0 % +\+100\.0 % +50 % +0\.0 s/);
    expect(lines.find((line) => line.includes('kim'))).toMatch(/kim +BOT +x +1 +1 +– +– +– +3 m/);
    expect(lines.join('\n')).toContain('change since each call, at the last known price of its token');
  });

  test.each([38, 60, 80, 200])('keeps name, calls and median at a width of %i', (width) => {
    expect(drawn(opened(some), width).join('\n')).toMatch(/lena sol .* 3 .*\+25\.0 %/);
  });

  test('is sorted by each figure, unknown ones last', () => {
    const { desk } = opened(some);
    const names = () => visibleRows(desk, 'callers').rows.map((row) => tablePane('callers').keyOf(row));
    for (const column of ['median', 'best', 'up']) {
      desk.ui.setState({ sort: { callers: { column, descending: false } } });
      expect(names(), column).toEqual(['discord lena.sol', 'x kim']);
    }
    desk.ui.setState({ sort: { callers: { column: 'last', descending: false } } });
    expect(names()).toEqual(['x kim', 'discord lena.sol']);
  });

  test('is found by name, platform and bot', () => {
    const { desk } = opened(some);
    for (const filter of ['kim', 'bot', 'x ']) {
      desk.ui.setState({ filter: { callers: filter } });
      expect(visibleRows(desk, 'callers').rows, filter).toHaveLength(1);
    }
  });

  test('has details with each call, its prices and change', () => {
    const { desk } = opened(some);
    const rows = tablePane('callers').details(visibleRows(desk, 'callers').rows[0], desk);
    const text = rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
    expect(text).toContain('caller: lena sol, @lena.sol, verified');
    expect(text).toContain('calls: 3 calls of 1 token, from 1 read');
    expect(text).toContain('priced: 2 of 3');
    expect(text).toContain('median: +25.0 % since the call');
    expect(text).toContain('up: 1 of 2, 50 %');
    expect(text).toContain('each call: 2026-01-01 14:03:22 UTC  JUP sol JUPy…DvCN  1.0000 → 2.0000  +100.0 %');
    expect(text).toContain('price unknown → 2.0000');
  });

  test('is exported with exact values', () => {
    const { desk } = opened([{ priceUsd: '3' }]);
    expect(fieldsOf(desk, 'callers', visibleRows(desk, 'callers').rows[0])).toEqual([
      { name: 'name', value: 'lena sol' },
      { name: 'user_name', value: 'lena.sol' },
      { name: 'platform', value: 'discord' },
      { name: 'is_bot', value: 'no' },
      { name: 'calls', value: '1' },
      { name: 'tokens', value: '1' },
      { name: 'priced_calls', value: '1' },
      { name: 'median_change_pct', value: '-33.333333333333333333' },
      { name: 'best_change_pct', value: '-33.333333333333333333' },
      { name: 'calls_up', value: '0' },
      { name: 'last_call', value: '2026-01-01T14:03:22.000Z' },
    ]);
  });
});

test('before any call it says what it waits for, then what to do', () => {
  const fake = fakeDesk();
  fake.signals.state.reads = { isAnswered: false, updatedAtMs: 0, problem: null };
  expect(drawn(fake).join('\n')).toContain('Reading the latest calls …');
  fake.signals.state.reads = { isAnswered: true, updatedAtMs: fake.desk.now(), problem: null };
  expect(drawn(fake).join('\n')).toContain('No call that names its caller yet. 0 shows the signals');
});

test.each(hostileTexts)('%j never leaves its cell', (text) => {
  const token = { chain: null, network: text, address: text, symbol: text, name: text };
  const fake = opened([{ caller: text, userName: text, platform: text, priceUsd: text, token }, { token }]);
  for (const width of [38, 80, 200])
    for (const line of paneLines(fake.desk, 'callers', { x: 0, y: 1, width, height: 12 }))
      expect(lineWidth(line), texts([line])[0]).toBe(width);
});

test('is safe for the terminal with what the desk lets in', () => {
  for (const line of drawn(opened([{ caller: '漢字仮名交じり文字列', priceUsd: '0.000001' }], '9'.repeat(60)), 60))
    expect(isCellSafe(line)).toBe(true);
  expect(jup).toBe(signal().token.address);
});
