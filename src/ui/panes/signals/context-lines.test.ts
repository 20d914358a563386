import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { hostileTexts, isCellSafe, jup } from '../../../stores/desk-data.fixture.ts';
import { hearPrices } from '../../../stores/signals/hear-calls.ts';
import { callSum, signal } from '../../../stores/signals/signals.fixture.ts';
import { keepContext, type Mention, type Signal, type SignalContext } from '../../../stores/signals/signals.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { fieldsOf } from '../../export/table-export.ts';
import { lineWidth } from '../../text/span.ts';
import { cellText } from '../../text/texts.fixture.ts';
import { paneLines } from '../pane-lines.ts';
import { visibleRows } from '../pane-rows.ts';
import { tablePane } from '../panes.ts';

const said = (text: string, author = 'ann') => ({ atMs: readAtMs - 30_000, author, text });

const mention = (over: Partial<Mention> = {}): Mention => ({
  id: 'm1',
  atMs: readAtMs - 30_000,
  author: 'kim',
  platform: 'x',
  place: null,
  priceUsd: '0.9',
  marketCapUsd: null,
  ...over,
});
const allRead = { total: 2, cursor: null, isFetching: false, problem: null };

const context = (over: Partial<SignalContext> = {}): SignalContext => ({
  calls: {
    state: 'there',
    items: [
      { signal: signal({ ids: ['s0'], atMs: readAtMs, priceUsd: '0.8' }), around: [] },
      {
        signal: signal({ ids: ['other'], atMs: readAtMs - 60_000, caller: 'obi', message: 'me too' }),
        around: [said('said around')],
      },
    ],
  },
  older: allRead,
  mentions: { state: 'there', items: [mention()] },
  ...over,
});

function opened(signals: readonly Partial<Signal>[] = [{}], known: SignalContext | null = context()): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  for (const [index, over] of signals.entries())
    fake.signals.list.add(signal({ ids: [`s${index}`], atMs: readAtMs - index * 60_000, ...over }), readAtMs - 10_000);
  if (known) keepContext(fake.signals.store, jup, known);
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 60, height = 24): string[] =>
  texts(paneLines(desk, 'context', { x: 0, y: 1, width, height }));
const shown = (fake: FakeDesk, width?: number, height?: number): string => drawn(fake, width, height).join('\n');

describe('the context', () => {
  test('has the token with its whole address, the levels then and the message; calls with what was said around; mentions', () => {
    const text = shown(opened());
    expect(text).toMatch(/╭─ Context ─+ 2 calls {2}1 mention ─╮/);
    expect(text).toMatch(/│ JUP {2}Jupiter, Solana +│/);
    expect(text).toContain(jup);
    expect(text).toContain('at call 0.95123   now –   –   calls –   mcap 1.24B');
    expect(text).toContain('“$JUP looks ready, buyers are stepping up”');
    expect(text).toMatch(/14:03 this one {2}lena sol · Solana Trenches #calls/);
    expect(text).toMatch(/14:02 obi · Solana Trenches #calls +│\n│ +me too/);
    expect(text).toMatch(/14:02 ann +│\n│ +said around/);
    expect(text).toMatch(/Mentions +│\n│ +14:02 kim · x +│/);
  });

  test('says how often the token was called, and how it did since that call, each other one and each mention', () => {
    const own = callSum({ mentions: 7, priceAtCallUsd: '0.8', priceNowUsd: '1' });
    const fake = opened([{ calls: { own, everyone: null } }]);
    hearPrices(fake.signals.store, [{ token: signal().token, usd: '1', atMs: readAtMs + 1 }]);
    const text = shown(fake);
    expect(text).toContain('at call 0.80000   now 1.0000   +25.0 %   calls 7');
    expect(text).toContain('14:03 +25.0 %  this one  lena sol · Solana');
    expect(text).toContain('14:02 +5.1 %  obi · Solana Trenches #calls');
    expect(text).toContain('14:02 +11.1 %  kim · x');
  });

  test('tells how many calls there are, which key reads older ones, and what became of that', () => {
    const older = { total: 57, cursor: 9, isFetching: false, problem: null };
    expect(shown(opened([{}], context({ older })))).toMatch(/Context ─+ 2 of 57 calls {2}1 mention/);
    expect(shown(opened([{}], context({ older })))).toContain('End goes to the end and reads older ones');
    const fetching = { ...older, isFetching: true };
    expect(shown(opened([{}], context({ older: fetching })))).toContain('reading older calls …');
    const problem = { kind: 'x', code: 'RATE_LIMITED', message: 'slow', requestId: null };
    expect(shown(opened([{}], context({ older: { ...older, problem } })))).toContain(
      '✕ older calls: RATE_LIMITED; End',
    );
    expect(shown(opened())).not.toContain('older');
  });

  test('of an edited or deleted message says so', () => {
    expect(shown(opened([{ messageState: 'deleted' }]), 80)).toContain('up” (deleted later)');
  });

  test('follows the signal that is selected in the feed, else the feed’s first', () => {
    const based = {
      chain: 'base',
      network: 'base',
      address: `0x${'a'.repeat(40)}`,
      symbol: 'PEPE',
      name: null,
    } as const;
    const fake = opened([{ token: based }, {}], null);
    expect(shown(fake)).toMatch(/PEPE {2}Base/);
    fake.desk.ui.setState({ selected: { signals: 'signal 2' } });
    expect(shown(fake)).toMatch(/JUP {2}Jupiter, Solana/);
    fake.desk.ui.setState({ selected: {}, filter: { signals: 'jupiter' } });
    expect(shown(fake)).toMatch(/JUP {2}Jupiter, Solana/);
  });

  test('that was not asked for says how it is', () => {
    expect(shown(opened([{}], null)).replace(/\s*│\n│\s*/g, ' ')).toContain('press ⏎ in the feed to see who else');
    expect(shown(opened([], null)).replace(/\s*│\n│\s*/g, ' ')).toContain('No signals yet. ');
  });

  test('says what is waited for and what failed, beside what is there', () => {
    const problem = { kind: 'x', code: 'NOT_FOUND', message: 'gone', requestId: null };
    const text = shown(opened([{}], context({ mentions: { state: 'failed', problem } })));
    expect(text).toContain('✕ mentions: gone (NOT_FOUND)');
    expect(text).toContain('obi');
    const asking = shown(opened([{}], context({ calls: { state: 'asking' }, mentions: { state: 'asking' } })));
    expect(asking).toContain('calls: loading …');
    expect(asking).toContain('mentions: loading …');
    const nothing = { state: 'there', items: [] } as const;
    expect(shown(opened([{}], context({ calls: nothing, mentions: nothing }))).replace(/\s*│\n│\s*/g, ' ')).toContain(
      'No other calls of this token',
    );
  });

  test('a message is cut with a sign, and whole while it is selected', () => {
    const long = 'word '.repeat(60).trim();
    const one = signal({ ids: ['signal other'], atMs: readAtMs - 60_000, message: long });
    const fake = opened([{}], context({ calls: { state: 'there', items: [{ signal: one, around: [] }] } }));
    expect(shown(fake).match(/word/g)?.length).toBeLessThan(60);
    expect(shown(fake)).toContain('word…');
    fake.desk.ui.setState({ focus: 'context', selected: { context: 'call signal other' } });
    expect(shown(fake, 60, 40).match(/word/g)).toHaveLength(60);
  });

  test('a row is exported with exact values', () => {
    const { desk } = opened();
    expect(fieldsOf(desk, 'context', visibleRows(desk, 'context').rows[1])).toEqual([
      { name: 'kind', value: 'call' },
      { name: 'time', value: '2026-01-01T14:02:22.000Z' },
      { name: 'by', value: 'obi · Solana Trenches #calls' },
      { name: 'message', value: 'me too' },
      { name: 'is_shown_signal', value: 'no' },
      { name: 'price_usd', value: '0.95123' },
      { name: 'market_cap_usd', value: '1240000000' },
      { name: 'change_pct', value: null },
    ]);
  });

  test('a time beyond all calendars is no reason to fall', () => {
    const fake = opened(
      [{}],
      context({ mentions: { state: 'there', items: [mention({ atMs: 1e20, author: null })] } }),
    );
    expect(shown(fake)).toContain('??-??');
    const [, , , , last] = tablePane('context').rows(fake.desk);
    for (const { value } of tablePane('context').details(
      last ?? tablePane('context').rows(fake.desk).at(-1),
      fake.desk,
    ))
      expect(isCellSafe(value)).toBe(true);
  });
});

test.each(hostileTexts)('%j, as the edge lets it in, breaks no line', (text) => {
  const fake = opened(
    [{ caller: text, message: text, token: { chain: null, network: text, address: text, symbol: text, name: text } }],
    null,
  );
  keepContext(
    fake.signals.store,
    text,
    context({
      mentions: { state: 'there', items: [mention({ id: text, author: text, platform: text, priceUsd: text })] },
    }),
  );
  for (const width of [38, 80, 200])
    for (const line of paneLines(fake.desk, 'context', { x: 0, y: 1, width, height: 30 }))
      expect(lineWidth(line), texts([line])[0]).toBe(width);
});

test('has its size from 38×5 to 200×58, and the selected row in it, whatever was said', () => {
  const view = fc.record({
    mentions: fc.array(fc.oneof(cellText, fc.constant('word '.repeat(80))), { minLength: 1, maxLength: 20 }),
    message: fc.oneof(cellText, fc.constant('word '.repeat(80))),
    selected: fc.nat(22),
    width: fc.integer({ min: 38, max: 200 }),
    height: fc.integer({ min: 5, max: 58 }),
  });
  fc.assert(
    fc.property(view, ({ mentions, message, selected, width, height }) => {
      const items = mentions.map((text, at) => mention({ id: `${at}`, author: text }));
      const fake = opened([{ message }], context({ mentions: { state: 'there', items } }));
      const rows = tablePane('context').rows(fake.desk);
      const row = rows[Math.min(selected, rows.length - 1)];
      fake.desk.ui.setState({ focus: 'context', selected: { context: tablePane('context').keyOf(row) } });
      const lines = paneLines(fake.desk, 'context', { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line), texts([line])[0]).toBe(width);
      expect(texts(lines).filter((line) => line.includes('▸ '))).toHaveLength(1);
    }),
    { numRuns: cases(60, 200) },
  );
});
