import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe, jup, mainAddress, sol } from '../../../stores/desk-data.fixture.ts';
import { streamRow } from '../../../stores/streams.fixture.ts';
import type { StreamRow } from '../../../stores/streams.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../../desk/fake-desk.fixture.ts';
import { lineWidth } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';

const brett = '0x532f27101965dd16442e59d40670faf5ebb142e4';

const swaps = (address: string, over: Partial<StreamRow> = {}): StreamRow =>
  streamRow({
    streamId: 'svm.token.swaps',
    filter: { tokenAddress: address },
    tokenId: `solana:${address}`,
    channel: `svm-token-swaps;${address}`,
    desk: 'Tape pane',
    ...over,
  });

/** Connected, with two channels of the desk. */
function connected(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.connect({
    state: 'connected',
    attempt: 1,
    sinceMs: readAtMs - 125_000,
    lastMessageAtMs: readAtMs - 400,
    latencyMs: 12.4,
  });
  const { state } = fake.streams;
  state.rows = [
    streamRow(),
    swaps(sol, { perSecond: 4.2, events: 12_345, unreadable: 2, lastEventAtMs: readAtMs - 400 }),
  ];
  state.totals = { messages: 12_345, unreadable: 2, reconnects: 1 };
  fake.desk.ui.setState({ focus: 'streams' });
  return fake;
}

const drawn = ({ desk }: FakeDesk, width = 120, height = 38): string[] =>
  texts(paneLines(desk, 'streams', { x: 0, y: 1, width, height }));

const inside = (lines: readonly string[]): string[] => lines.slice(1, -1).map((line) => line.slice(2, -2).trimEnd());

describe('the connection', () => {
  test('that stands: since when, how lately it spoke, its round trip and its totals', () => {
    expect(inside(drawn(connected())).slice(0, 3)).toEqual([
      '● Connected   since 14:01:17, 2 m',
      'last message 0.4 s ago   ping 12 ms   12,345 messages   2 unreadable   1 reconnect',
      '',
    ]);
  });

  test('that is being made again: attempt, countdown, reason, and the key that tries now', () => {
    const fake = connected();
    const reason = 'the server closed the connection (4200): come back';
    fake.connect({ state: 'reconnecting', attempt: 3, nextAttemptAtMs: readAtMs + 3_100, reason, latencyMs: null });
    const lines = inside(drawn(fake));
    expect(lines[0]).toMatch(
      /^◍ Reconnecting {3}attempt 3 {3}next attempt in 4 s {3}since 14:01:17, 2 m +R retries now$/,
    );
    expect(lines[1]).toBe(reason);
    expect(lines[2]).toContain('ping –');
    expect(drawn(fake)[0]).toContain('2 of 2 live');
    fake.streams.state.rows = [swaps(sol, { state: 'pending' })];
    expect(drawn(fake).join('\n')).toMatch(/1 waiting {2}0 of 1 live(?:.|\n)*SOL So11…1112 +waiting/);
  });

  test('never breaks its state: where since does not fit beside it, it goes below', () => {
    const fake = connected();
    fake.connect({ state: 'reconnecting', attempt: 12, nextAttemptAtMs: readAtMs + 42_000 });
    const lines = inside(drawn(fake, 80, 22));
    expect(lines[0]).toMatch(/^◍ Reconnecting {3}attempt 12 {3}next attempt in 42 s +R retries now$/);
    expect(lines[1]).toBe('since 14:01:17, 2 m   last message 0.4 s ago   ping 12 ms');
  });

  test.each([60, 80, 120])('that has failed shows its reason whole at %i columns', (width) => {
    const fake = connected();
    const reason = `the server closed the connection (4009): check the key: ${'no more of this '.repeat(6).trim()}`;
    fake.connect({ state: 'failed', attempt: 2, reason });
    const lines = inside(drawn(fake, width, 22));
    expect(lines.join(' ').replace(/ +/g, ' ')).toContain(reason);
    expect(lines[0]).toMatch(/^✕ Failed {3}attempt 2 .*R retries now$/);
  });

  test('that was never heard of says so, and a first attempt has nothing to retry', () => {
    const fake = connected();
    fake.connect({ state: 'connecting', attempt: 1, lastMessageAtMs: null });
    expect(inside(drawn(fake))[0]).not.toContain('R tries');
    expect(inside(drawn(fake))[1]).toContain('last message never');
  });

  test('with refused channels offers to ask again for them', () => {
    const fake = connected();
    fake.streams.state.rows = [swaps(sol, { state: 'refused', reason: 'no such token' })];
    expect(inside(drawn(fake))[0]).toMatch(/R requests refused channels again$/);
  });
});

describe('the channels', () => {
  test('each with its filter, state, rate, events, age and user', () => {
    const lines = inside(drawn(connected()));
    const cells = (line: string | undefined) => (line ?? '').trim().split(/ {2,}/);
    expect(cells(lines[3])).toEqual(['STREAM', 'FILTER', 'STATE', 'RATE /s', 'EVENTS', 'BAD', 'LAST', 'USED BY']);
    expect(cells(lines[4])).toEqual(['▸ portfolio.notifications', '–', 'live', '0.0', '0', '0', '–', 'desk']);
    expect(cells(lines[5])).toEqual([
      'svm.token.swaps',
      'SOL So11…1112',
      'live',
      '4.2',
      '12,345',
      '2',
      '0.4 s',
      'desk',
    ]);
  });

  test('a token is never a symbol alone, and one that is unknown is its address', () => {
    const fake = connected();
    fake.streams.state.rows = [
      swaps(jup),
      swaps(mainAddress),
      streamRow({
        streamId: 'evm.token.poolInfo',
        filter: { chainId: '8453', tokenAddress: brett },
        tokenId: `base:${brett}`,
      }),
      streamRow({
        streamId: 'svm.wallet.nativeBalance',
        filter: { walletAddress: mainAddress },
        isWatched: true,
        desk: '',
      }),
    ];
    const text = drawn(fake).join('\n');
    expect(text).toMatch(/svm\.token\.swaps +JUP JUPy…DvCN /);
    expect(text).toMatch(/svm\.token\.swaps +7xKX…gAsU /);
    expect(text).toMatch(/evm\.token\.poolInfo +Base 0x532f…42e4 /);
    expect(text).toMatch(/svm\.wallet\.nativeBalance +.*7xKX…gAsU .*watched/);
  });

  test('silent and refused ones say so; the reason stands below, whole, and the border counts them', () => {
    const fake = connected();
    const reason = 'the subscription was refused: this key may not listen to swaps of this token at all';
    fake.streams.state.rows = [
      swaps(sol, { silentMs: 42_300 }),
      swaps(jup, { state: 'refused', reason, channel: null }),
    ];
    for (const width of [60, 80, 120, 200]) {
      const lines = drawn(fake, width, 22);
      expect(lines[0], String(width)).toMatch(/1 refused {2}1 silent {2}1 of 2 live/);
      expect(lines.join('\n')).toMatch(/SOL So11…1112 +silent 42 s/);
      expect(inside(lines).join(' ').replace(/ +/g, ' ')).toContain(`! svm.token.swaps JUP JUPy…DvCN: ${reason}`);
    }
  });
});

describe('the catalog', () => {
  test('lists what else can be asked for, with what it needs', () => {
    const lines = inside(drawn(connected()));
    const from = lines.indexOf('Catalog  more streams to watch: a or ⏎');
    expect(lines.slice(from + 2, from + 7).map((line) => line.trim().split(/ {2,}/))).toEqual([
      ['svm.token.swaps', 'token', 'What svm.token.swaps tells'],
      ['svm.wallet.nativeBalance', 'wallet', 'What svm.wallet.nativeBalance tells'],
      ['evm.token.poolInfo', 'chain, token', 'What evm.token.poolInfo tells'],
      ['svm.bondingCurve.creations', '–', 'What svm.bondingCurve.creations tells'],
      // portfolio.notifications has no filter and is asked for already.
      [''],
    ]);
  });

  test('marks what the service does not offer, and what this version cannot read, at any width', () => {
    const fake = connected();
    fake.streams.store.setState(({ catalog }) => ({
      catalog: catalog.map((stream, index) =>
        index === 0 ? { ...stream, isOffered: false } : index === 1 ? { ...stream, isReadable: false } : stream,
      ),
    }));
    for (const width of [60, 80, 120]) {
      const text = drawn(fake, width, 30).join('\n');
      expect(text).toMatch(/svm\.token\.swaps +(token +)?not offered/);
      expect(text).toMatch(/svm\.wallet\.nativeBalance +(wallet +)?not readable/);
    }
  });

  test('says when the service’s own catalog is unknown', () => {
    const fake = connected();
    fake.streams.store.setState({ catalogProblem: 'HTTP 500' });
    expect(drawn(fake).join('\n')).toContain('! The service’s catalog could not be read: HTTP 500');
  });

  test('scrolls with the selection, while the channels stay', () => {
    const fake = connected();
    fake.desk.ui.setState({ selected: { streams: 'catalog svm.bondingCurve.creations' } });
    for (const height of [14, 22]) {
      const text = drawn(fake, 80, height).join('\n');
      expect(text, String(height)).toContain('▸ svm.bondingCurve.creations');
      expect(text).toMatch(/STREAM +FILTER/);
      if (height > 14) expect(text).toMatch(/svm\.token\.swaps +SOL/);
    }
  });
});

test('in a low terminal the selection in the catalog is on screen, however many channels there are', () => {
  const fake = connected();
  fake.streams.state.rows = Array.from({ length: 20 }, (_, index) => swaps(sol, { key: `${index}` }));
  for (const streamId of ['svm.token.swaps', 'portfolio.notifications']) {
    fake.desk.ui.setState({ selected: { streams: `catalog ${streamId}` } });
    for (const width of [60, 80, 120]) expect(drawn(fake, width, 14).join('\n')).toContain(`▸ ${streamId}`);
  }
});

test('the filter leaves only what matches, in both tables, and the border says how many', () => {
  const fake = connected();
  fake.desk.ui.setState({ filter: { streams: 'swaps' } });
  const lines = drawn(fake);
  expect(lines[0]).toContain('/swaps 2 of 6');
  expect(lines.join('\n')).not.toContain('nativeBalance');
  fake.desk.ui.setState({ filter: { streams: 'zzz' } });
  expect(drawn(fake).join('\n')).toContain('No row contains “zzz”');
});

test('sorting keeps the channels above the catalog', () => {
  const fake = connected();
  for (const descending of [true, false]) {
    fake.desk.ui.setState({ sort: { streams: { column: 'stream', descending } } });
    const lines = inside(drawn(fake));
    const at = (text: string) => lines.findIndex((line) => line.includes(text));
    expect(at('SOL So11')).toBeLessThan(at('Catalog'));
    expect(at('svm.token.swaps') < at('portfolio.notifications')).toBe(descending);
  }
});

test('every line has the width of the pane, and there are as many as it is high, whatever the service says', () => {
  const fake = connected();
  for (const text of hostileTexts) {
    fake.streams.state.rows = [
      streamRow({ channel: text, reason: text, state: 'refused' }),
      swaps(sol, { reason: text, silentMs: 1 }),
      ...Array.from({ length: 30 }, (_, index) => swaps(`${index}`, { key: `${index}` })),
    ];
    fake.connect({ state: 'reconnecting', reason: text, nextAttemptAtMs: readAtMs });
    for (const [width, height] of [
      [60, 14],
      [80, 22],
      [120, 38],
      [200, 58],
      [300, 98],
    ] as const) {
      const lines = paneLines(fake.desk, 'streams', { x: 0, y: 1, width, height });
      expect(lines).toHaveLength(height);
      for (const line of lines) {
        expect(lineWidth(line)).toBe(width);
        for (const { text: cell } of line) expect(isCellSafe(cell), JSON.stringify(text)).toBe(true);
      }
    }
  }
});
