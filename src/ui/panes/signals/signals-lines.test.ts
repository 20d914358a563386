import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { hostileTexts, isCellSafe, jup, usdc } from '../../../stores/desk-data.fixture.ts';
import { callSum, signal } from '../../../stores/signals/signals.fixture.ts';
import { keepContext, type Signal, signalStreams } from '../../../stores/signals/signals.ts';
import { streamRow } from '../../../stores/streams.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';
import { selectedRow } from '../pane-rows.ts';
import { tablePane } from '../panes.ts';

const fakeUsdc = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263';
const token = (over: Partial<NonNullable<Signal['token']>>): Signal['token'] => ({
  chain: 'solana',
  network: 'sol',
  address: fakeUsdc,
  symbol: null,
  name: null,
  ...over,
});

/** The signals pane with these signals, each under its own id, a minute apart, the first one newest. */
function opened(signals: readonly Partial<Signal>[] = []): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  for (const [index, over] of signals.entries())
    fake.signals.list.add(signal({ ids: [`s${index}`], atMs: readAtMs - index * 60_000, ...over }), readAtMs - 10_000);
  fake.streams.state.rows = signalStreams.map((streamId) =>
    streamRow({ streamId, desk: 'Signals pane', lastEventAtMs: readAtMs - 12_000 }),
  );
  fake.connect({ state: 'connected', lastMessageAtMs: readAtMs });
  fake.desk.ui.setState({ focus: 'signals' });
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 120, height = 38): string[] =>
  texts(paneLines(desk, 'signals', { x: 0, y: 1, width, height }));
const shown = (fake: FakeDesk, width?: number, height?: number): string => drawn(fake, width, height).join('\n');
const lineWith = (fake: FakeDesk, text: string | RegExp, width?: number): string =>
  drawn(fake, width).find((line) => (typeof text === 'string' ? line.includes(text) : text.test(line))) ?? '';

const details = ({ desk }: FakeDesk): string => {
  const row = selectedRow(desk, 'signals');
  const rows = tablePane('signals').details(row, desk);
  return rows.map(({ label, value }) => `${label}: ${value}`).join('\n');
};

describe('a row', () => {
  test('says how long ago, the token with chain and address, how often, the change, who and where, and the prices', () => {
    const own = callSum({ mentions: 7, priceAtCallUsd: '0.8', priceNowUsd: '1' });
    const trade = { isBuy: false, amountUsd: '4200', wallet: usdc };
    const fake = opened([{ calls: { own, everyone: null } }, { kind: 'trade', trade, isBot: true }]);
    expect(drawn(fake)[0]).toMatch(/^┏━ 0 Signals ━+ 2 signals ━┓$/);
    expect(lineWith(fake, 'CALLS')).toMatch(/AGE +KIND +TOKEN +CALLS +CHANGE +WHO AND WHERE +AT CALL +NOW +MCAP/);
    expect(lineWith(fake, '▸ ')).toMatch(
      /▸ 0\.0 s +call +JUP +sol +JUPy…DvCN .* ✓ +7 +\+25\.0 % +lena sol · Solana Tr.* 0\.80000 +1\.0000 +1\.24B/,
    );
    expect(lineWith(fake, 'trade ')).toMatch(/BOT +SELL 4,200\.00 USD by EP/);
  });

  test.each([60, 80, 120])('tells these at a width of %i', (width) => {
    const own = callSum({ mentions: 7, priceAtCallUsd: '0.8', priceNowUsd: '1' });
    const line = lineWith(opened([{ calls: { own, everyone: null } }]), '▸ ', width);
    expect(line).toMatch(/0\.0 s .*JUPy…DvCN .*\+25\.0 %/);
    if (width > 60) expect(line).toMatch(/ 7 +\+25\.0 % +lena sol · /);
  });

  test('of the public feed has the change that the service sends; one that no list has yet has none', () => {
    const everyone = callSum({ mentions: 1_204, changePct: '-3.333' });
    const another = token({ symbol: 'WIF', address: jup.replace('J', 'K') });
    const fake = opened([{ calls: { own: null, everyone } }, { token: another }]);
    expect(lineWith(fake, '▸ ')).toMatch(/ 1,204 +−3\.3 % +lena/);
    expect(lineWith(fake, 'WIF')).toMatch(/ – +– +lena/);
  });

  test('has its message and time where there is room', () => {
    expect(lineWith(opened([{}]), '▸ ', 220)).toMatch(/14:03:22 +\$JUP looks ready, buyers are stepping up/);
    expect(lineWith(opened([{}]), '▸ ', 120)).not.toContain('looks ready');
  });

  test('of a deleted message says so', () => {
    expect(lineWith(opened([{ messageState: 'deleted' }]), '▸ ')).toContain('DELETED');
  });

  test('of a new token says where it was created; one with no symbol shows its address', () => {
    const fake = opened([
      { kind: 'creation', token: token({}), place: 'pumpfun' },
      { kind: 'graduation', place: null },
    ]);
    expect(lineWith(fake, 'created')).toMatch(/creation +– +sol +DezX…B263 +✓ +created on pumpfun/);
    expect(lineWith(fake, 'graduated')).toContain('graduated to discord');
  });

  test('uses the desk’s own name of a known token, whatever the signal calls it', () => {
    expect(lineWith(opened([{ token: token({ address: jup, symbol: 'USDC' }) }]), '▸ ')).toMatch(/JUP +sol +JUPy…DvCN/);
  });

  test.each([
    ['the symbol of another token', token({ symbol: 'usdc' })],
    ['a symbol drawn like another’s', token({ symbol: 'UЅDC' })],
    ['a held token’s symbol', token({ symbol: 'JUP' })],
  ])('%s is a LOOKALIKE, at every size', (_what, disguised) => {
    const fake = opened([{ token: disguised }]);
    for (const width of [60, 80, 120, 200]) expect(lineWith(fake, '▸ ', width)).toMatch(/DezX…B263 +LOOKALIKE/);
    expect(details(fake)).toContain('LOOKALIKE: ');
  });

  test('the real one is none', () => {
    const fake = opened([{ token: token({ address: usdc, symbol: 'USDC' }) }, {}]);
    expect(shown(fake)).not.toContain('LOOKALIKE');
  });

  test('a verified mark cannot be had by a name', () => {
    const fake = opened([{ caller: '✓ lena', isVerified: false }, {}]);
    expect(lineWith(fake, '▸ ').indexOf('✓')).toBeGreaterThan(lineWith(fake, / 1 m +call/).indexOf('✓'));
  });

  test('an absurd number does not drive out the columns beside it', () => {
    const fake = opened([{ priceUsd: '9'.repeat(70), marketCapUsd: 'nonsense', liquidityUsd: null }]);
    expect(lineWith(fake, '▸ ')).toMatch(/\? +– +\?/);
  });
});

describe('rows that are no signals', () => {
  test('a gap and an unreadable event keep their place, over the whole width', () => {
    const fake = opened([{}]);
    fake.signals.list.addGap({ kind: 'gap', atMs: readAtMs + 1, fromMs: readAtMs - 3_000, reason: 'reconnected' });
    for (let index = 0; index < 3; index++)
      fake.signals.list.addUnreadable({ atMs: readAtMs + 2, stream: 'alpha.personal', reason: 'data: no object' });
    expect(shown(fake)).toContain('14:03:22 unreadable (3 times) from alpha.personal: data: no object');
    expect(shown(fake)).toContain('14:03:22 ┄┄ gap 3.0 s, reconnected: creations and graduations missed ┄┄');
    expect(drawn(fake)[0]).toContain(' 1 signal ');
    expect(details(fake)).toContain('from: alpha.personal');
  });
});

describe('in the place of rows', () => {
  test('loading, empty with the next key, and a failure with its code', () => {
    const fake = opened();
    expect(shown(fake)).toContain('No signals yet.');
    expect(shown(fake)).toContain('w keeps');
    fake.signals.state.reads = { isAnswered: false, updatedAtMs: 0, problem: null };
    expect(shown(fake)).toContain('Reading the latest calls …');
    const problem = { kind: 'forbidden', code: 'FORBIDDEN', message: 'the key lacks read:alpha', requestId: 'req_9' };
    fake.signals.state.reads = { isAnswered: true, updatedAtMs: 0, problem };
    expect(shown(fake)).toContain('✕ the key lacks read:alpha');
    expect(shown(fake)).toContain('FORBIDDEN, request req_9; retrying. r retries now.');
  });

  test('a filter that nothing passes says so', () => {
    const fake = opened([{}]);
    fake.desk.ui.setState({ filter: { signals: 'zzz' } });
    expect(shown(fake)).toContain('No row contains “zzz”');
  });
});

describe('above the rows', () => {
  test('how many streams are live, and when the last event came', () => {
    const fake = opened([{}]);
    expect(shown(fake)).toContain('● 5 of 5 streams live   last event 12 s ago');
  });

  test('a refused stream says why and which key asks again', () => {
    const fake = opened([{}]);
    fake.streams.state.rows = [streamRow({ streamId: 'alpha.personal', state: 'refused', reason: 'no scope' })];
    expect(shown(fake)).toContain('◌ 0 of 5 streams live');
    expect(shown(fake)).toContain('✕ alpha.personal: no scope. R retries.');
  });

  test('while the stream is down it says so, with the age of what was live', () => {
    const fake = opened([{}]);
    fake.connect({ state: 'reconnecting' });
    fake.clock.nowMs += 9_000;
    expect(shown(fake)).toContain('The stream is down: no live signals. R connects now, 5 shows why.');
    expect(drawn(fake)[0]).toContain('live 9.0 s old');
  });

  test('calls that cannot be read any more say so beside the rows that are there', () => {
    const fake = opened([{}]);
    const problem = { kind: 'x', code: 'RATE_LIMITED', message: 'slow down', requestId: null };
    fake.signals.state.reads = { isAnswered: true, updatedAtMs: readAtMs - 65_000, problem };
    expect(shown(fake)).toContain('✕ Calls: slow down (RATE_LIMITED). Last read 1 m ago. r retries now.');
    expect(lineWith(fake, '▸ ')).toContain('JUP');
  });
});

describe('the border', () => {
  test('tells of a pause with what came since, a kind, a filter, and that it stays on', () => {
    const fake = opened([{}, { kind: 'creation' }]);
    const { list, store } = fake.signals;
    fake.desk.ui.setState({
      signals: { kind: 'creation', isKept: true, held: store.getState() },
      filter: { signals: 'JUP' },
    });
    list.add(signal({ ids: ['new'], atMs: readAtMs }), readAtMs);
    expect(drawn(fake)[0]).toContain('/JUP 1 of 1  PAUSED +1  only creations  kept on  1 signal');
    expect(shown(fake)).not.toContain(' call ');
  });
});

describe('details', () => {
  test('have the whole address, the message, the source, and what to press', () => {
    const text = details(opened([{}]));
    expect(text).toContain('token: JUP, Jupiter, on Solana');
    expect(text).toContain(`address: ${jup}`);
    expect(text).toContain('order: Esc, then s opens the swap form');
    expect(text).toContain('by: lena sol, @lena.sol, verified');
    expect(text).toContain('message: $JUP looks ready');
    expect(text).toContain('message id: 123');
    expect(text).toContain('price at call: 0.95123 USD');
  });

  test('of a call sum up what each list says, with exact prices and the change', () => {
    const own = callSum({
      mentions: 3,
      firstSeenMs: readAtMs - 60_000,
      priceAtCallUsd: '0.8',
      priceNowUsd: '1',
      readAtMs,
    });
    const everyone = callSum({ mentions: 1, firstSeenMs: null, changePct: '4', readAtMs: readAtMs - 9_000 });
    const text = details(opened([{ calls: { own, everyone }, messageState: 'edited' }]));
    expect(text).toContain('last call: 2026-01-01 14:03:22 UTC, 0.0 s ago');
    expect(text).toContain('by: lena sol, @lena.sol, verified');
    expect(text).toContain('stepping up (edited later)');
    expect(text).toContain('own sources: 3 calls, the first 2026-01-01 14:02:22 UTC; read 0.0 s ago');
    expect(text).toContain('public feed: 1 call; read 9.0 s ago');
    expect(text).toContain('price at call: 0.8 USD\nprice, last call: 0.95123 USD\nprice now: 1 USD');
    expect(text).toContain('change: +25.0 % since the call');
  });

  test('say why no form can be filled in', () => {
    expect(details(opened([{ token: token({ address: 'x' }) }]))).toContain('order: its address is not a valid Solana');
  });

  test('tell who else called it and what was said around; what is asked for or failed says so', () => {
    const fake = opened([{}]);
    const { store } = fake.signals;
    keepContext(store, jup, {});
    expect(details(fake)).toContain('calls: loading …');
    const older = { total: 9, cursor: 4, isFetching: false, problem: null };
    const other = signal({ ids: ['other'], atMs: readAtMs, caller: 'obi', userName: 'obi', message: 'me too' });
    keepContext(store, jup, {
      calls: {
        state: 'there',
        items: [
          { signal: signal({ ids: ['s0'], atMs: readAtMs }), around: [] },
          { signal: other, around: [{ atMs: readAtMs, author: 'x', text: 'said around' }] },
        ],
      },
      older,
      mentions: { state: 'failed', problem: { kind: 'x', code: 'NOT_FOUND', message: 'gone', requestId: null } },
    });
    const text = details(fake);
    expect(text).toContain('calls: 2026-01-01 14:03:22 UTC lena sol · Solana Trenches #calls (this one)');
    expect(text).toContain('obi · Solana Trenches #calls: me too');
    expect(text).toContain('    2026-01-01 14:03:22 UTC x: said around');
    expect(text).toContain(': and 7 older calls');
    expect(text).toContain('mentions: failed: gone (NOT_FOUND)');
  });

  test('a time beyond all calendars is no reason to fall', () => {
    const fake = opened([{}]);
    keepContext(fake.signals.store, jup, {
      calls: { state: 'there', items: [] },
      mentions: {
        state: 'there',
        items: [
          { id: 'm', atMs: 1e20, author: 'kim', platform: 'x', place: null, priceUsd: '0.9', marketCapUsd: null },
        ],
      },
    });
    expect(details(fake)).toMatch(/mentions: \?{4}-\?\?-\?\?.* kim · x at 0\.90000 USD/);
  });
});

test.each(hostileTexts)('%j never leaves its cell', (text) => {
  const clean = { caller: text, place: text, platform: text, message: text };
  const fake = opened([
    { ...clean, token: token({ symbol: text, name: text }) },
    { ...clean, token: token({ chain: null, network: text, address: text, symbol: text }), priceUsd: text },
  ]);
  for (const width of [38, 80, 200])
    for (const line of paneLines(fake.desk, 'signals', { x: 0, y: 1, width, height: 30 }))
      expect(lineWidth(line), texts([line])[0]).toBe(width);
});

test('is safe for the terminal with what the desk lets in', () => {
  for (const line of drawn(opened([{}, { token: token({ symbol: '漢字仮名交じり文字列' }) }]), 60))
    expect(isCellSafe(line)).toBe(true);
});

test('has its size, and the selected row in it, whatever is listed, from 38×5 to 220×70', () => {
  const one = fc.record({
    kind: fc.constantFrom('call', 'trade', 'creation', 'graduation'),
    symbol: fc.option(fc.constantFrom('JUP', 'UЅDC', 'x'.repeat(32), '漢字仮名交じり', '')),
    caller: fc.option(fc.constantFrom('lena', 'x'.repeat(64), '漢'.repeat(40))),
    price: fc.option(fc.constantFrom('0.00000012', '123456.7', '?')),
    daysAgo: fc.nat(2),
  });
  const view = fc.record({
    signals: fc.array(one, { maxLength: 80 }),
    selected: fc.nat(79),
    width: fc.integer({ min: 38, max: 220 }),
    height: fc.integer({ min: 5, max: 70 }),
  });
  fc.assert(
    fc.property(view, ({ signals, selected, width, height }) => {
      const fake = opened(
        signals.map(({ kind, symbol, caller, price, daysAgo }, index) => ({
          kind: kind as Signal['kind'],
          caller,
          priceUsd: price,
          token: token({ symbol }),
          atMs: readAtMs - daysAgo * 86_400_000 - index,
        })),
      );
      fake.desk.ui.setState({ selected: { signals: `signal ${selected + 1}` } });
      const lines = paneLines(fake.desk, 'signals', { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(lineWidth(line)).toBe(width);
      if (signals.length > 0) expect(texts(lines).filter((line) => line.includes('▸ '))).toHaveLength(1);
      // A symbol is never alone: wherever a row stands, its address does.
      for (const line of texts(lines).filter((text) => / sol {3}/.test(text))) expect(line).toContain('DezX…B263');
    }),
    { numRuns: cases(30, 200) },
  );
});
