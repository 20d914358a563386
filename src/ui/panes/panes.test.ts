import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../test/run/cases.ts';
import { hostileTexts, isCellSafe, jup, mainAddress, sol, wire } from '../../stores/desk-data.fixture.ts';
import { tapeSwap } from '../../stores/market/tape-swap.fixture.ts';
import { streamRow } from '../../stores/streams.fixture.ts';
import type { StreamRow } from '../../stores/streams.ts';
import { type FakeDesk, fakeDesk, readAtMs, texts } from '../desk/fake-desk.fixture.ts';
import { rowsToExport } from '../export/table-export.ts';
import { withKeys } from '../keys/keymap.ts';
import { type Line, lineWidth } from '../text/span.ts';
import { cellText } from '../text/texts.fixture.ts';
import { type PaneId, paneIds } from './pane-ids.ts';
import { paneLines } from './pane-lines.ts';
import { visibleRows } from './pane-rows.ts';
import { tablePane } from './panes.ts';

const tableIds = ['positions', 'orders', 'balances'] as const;

const lines = ({ desk }: FakeDesk, id: PaneId, width = 110, height = 10): readonly Line[] =>
  paneLines(desk, id, { x: 0, y: 0, width, height });

const drawn = (fake: FakeDesk, id: PaneId, width?: number, height?: number): string[] =>
  texts(lines(fake, id, width, height));

/** Cells of a row, without the border. */
const cells = (line: string | undefined): string[] =>
  (line ?? '')
    .replace(/^[│┃]|[│┃]$/g, '')
    .trim()
    .split(/ {2,}/);

function filled(): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  return fake;
}

describe('thousands of rows', () => {
  const position = wire.positions.positions[0]!;
  const positions = Array.from({ length: 3_000 }, (_, index) => ({ ...position, coin: `C${index}` }));
  const crowded = (): FakeDesk => {
    const fake = filled();
    fake.answer('positions', { ...wire.positions, positions }, readAtMs);
    return fake;
  };

  test('are counted, and beyond the first five hundred neither sorted nor drawn', () => {
    const fake = crowded();
    const pane = drawn(fake, 'positions');
    expect(pane[0]).toContain('3000 open');
    expect(pane.join('\n')).toContain('and 2,500 more; / finds one');
    fake.desk.ui.setState({ sort: { positions: { column: 'coin', descending: true } } });
    expect(drawn(fake, 'positions').join('\n')).not.toMatch(/C[5-9]\d\d\b|C\d{4}/);
  });

  test('are all found by the filter, and all exported', () => {
    const fake = crowded();
    fake.desk.ui.setState({ filter: { positions: 'c2999' } });
    const pane = drawn(fake, 'positions');
    expect(pane[0]).toContain('/c2999 1 of 3000');
    expect(pane[2]).toContain('C2999');
    expect(pane.join('\n')).not.toContain('more;');
    fake.desk.ui.setState({ filter: {} });
    expect(rowsToExport(fake.desk, 'positions')).toHaveLength(3_000);
  });
});

describe('positions', () => {
  test('are drawn from what came over the wire', () => {
    const pane = drawn(filled(), 'positions', 130);
    expect(pane[0]).toMatch(/^┏━ 1 Positions ━+ 2 open {2}\+152\.99 ━┓$/);
    expect(cells(pane[1])).toEqual([
      'COIN',
      'SIZE',
      'ENTRY',
      'MARK',
      'LIQ',
      'LIQ DIST',
      'STOP',
      'TARGET',
      'uPnL',
      'ROE',
      'MARGIN',
      'LEV',
      'TREND',
    ]);
    expect(cells(pane[2])).toEqual([
      '▸ BTC',
      '+0.1500',
      '96,412',
      '97,032',
      '81,200',
      '16.3 %',
      'no stop',
      '–',
      '+92.93',
      '+3.2 %',
      '2,892.36',
      '5×i',
      '–',
    ]);
    expect(cells(pane[3])).toEqual([
      'ETH',
      '−4.2000',
      '3,512.4',
      '3,498.1',
      '4,103.2',
      '17.3 %',
      '3,700.0',
      '–',
      '+60.06',
      '+2.0 %',
      '2,938.40',
      '5×c',
      '–',
    ]);
    expect(pane.join('\n')).toContain('perps 25,130.26   used 6,818.40   notional 29,246.75   spot 16,106.73');
  });

  test('a number that did not come is a dash, never a zero', () => {
    const fake = filled();
    fake.answer('positions', { ...wire.positions, positions: [{ coin: 'NEW', szi: '2.5' }] }, readAtMs);
    const row = drawn(fake, 'positions')[2];
    expect(cells(row)).toEqual(['▸ NEW', '+2.5', '–', '–', '–', '–', 'no stop', '–', '–', '–', '–', '–', '–']);
  });

  test('leave their columns by priority, coin, size and stop last', () => {
    const fake = filled();
    const header = (width: number) => drawn(fake, 'positions', width)[1]?.replace(/[┃ ]+/g, ' ').trim();
    expect(header(76)).toBe('COIN SIZE ENTRY MARK LIQ DIST STOP TARGET uPnL LEV');
    expect(header(60)).toBe('COIN SIZE ENTRY MARK LIQ DIST STOP uPnL');
    expect(header(50)).toBe('COIN SIZE MARK STOP uPnL');
    expect(header(38)).toBe('COIN SIZE STOP uPnL');
    expect(header(30)).toBe('COIN SIZE STOP');
    expect(header(21)).toBe('COIN SIZE');
  });

  test('close to liquidation is said in colour and stands in the number', () => {
    const fake = filled();
    const [btc] = wire.positions.positions;
    const toneAt = (liquidationPx: string) => {
      fake.answer('positions', { ...wire.positions, positions: [{ ...btc, liquidationPx }] }, readAtMs);
      return lines(fake, 'positions')[2]?.find(({ text }) => text.includes(' %'))?.tone;
    };
    expect([toneAt('81200'), toneAt('88000'), toneAt('95000')]).toEqual(['plain', 'warn', 'danger']);
  });
});

describe('orders', () => {
  test('are sentences with where they stand', () => {
    const fake = filled();
    fake.levels(`solana:${jup}`, { priceUsd: '1.84', marketCapUsd: '2', liquidityUsd: '3' });
    const pane = drawn(fake, 'orders', 110);
    expect(pane[0]).toMatch(/ 2 Trigger orders ─+ 1 active ─╮$/);
    expect(cells(pane[2])).toEqual([
      'BUY',
      '0.5 SOL',
      'JUP',
      'price < 1.6000',
      '1.8400',
      '−13.0 %',
      '7 h',
      'active',
      '–',
    ]);
    expect(cells(pane[3])).toEqual(['SELL', '40 %', 'JUP', 'mcap > 1.10B', '16 h ago', 'cancelled', '–']);
  });

  test('a level and an expiry that are unknown are dashes', () => {
    const fake = filled();
    fake.answer('orders', { orders: [{ ...wire.orders.orders[0], expiresAt: null }] }, readAtMs);
    expect(cells(drawn(fake, 'orders')[2]).slice(-5)).toEqual(['–', '–', '–', 'active', '–']);
  });

  test('say when the service has more of them', () => {
    const fake = filled();
    fake.answer('orders', { ...wire.orders, nextCursor: 'abc' }, readAtMs);
    expect(drawn(fake, 'orders')[0]).toContain('1 active, more not read');
  });
});

describe('balances', () => {
  test('are drawn with their worth, tokens below, and add up', () => {
    const pane = drawn(filled(), 'balances', 100);
    expect(pane[0]).toMatch(/3 Balances ─+ 16\.11K USD ─╮$/);
    expect(cells(pane[2])).toEqual(['main', 'solana', '7xKX…gAsU', '84.2210', 'SOL', '11.78K', '–']);
    expect(cells(pane[3])).toEqual(['base one', 'base', '0x0000…00b1', '1.2040', 'ETH', '4,228.17', '–']);
    expect(cells(pane[4])).toEqual(['main', 'solana', '7xKX…gAsU', '100', 'JUP', '95.20', '–']);
  });

  test('warnings of the service stand below, clean', () => {
    const fake = filled();
    fake.answer('balances', { ...wire.balances, warnings: ['base\u0007 is slow', 5] }, readAtMs);
    const text = drawn(fake, 'balances', 100).join('\n');
    expect(text).toContain('! base� is slow');
    expect(isCellSafe(text.replaceAll('\n', ''))).toBe(true);
  });

  test('a balance that is no number is a question mark, base units say so', () => {
    const fake = filled();
    fake.answer('balances', { wallets: [{ ...wire.balances.wallets[0], nativeBalance: 'lots' }] }, readAtMs);
    fake.answer(
      'holdings',
      { positions: [{ ...wire.holdings.positions[0], tokenAddress: 'X', tokenDecimal: null }] },
      readAtMs,
    );
    const pane = drawn(fake, 'balances', 110);
    expect(cells(pane[2])[3]).toBe('?');
    expect(pane[3]).toContain('100,000,000 base units');
  });
});

describe('an unreadable item', () => {
  test.each([
    ['positions', { ...wire.positions, positions: [{ coin: 5 }, ...wire.positions.positions] }],
    ['orders', { orders: [{ orderId: 5 }, ...wire.orders.orders] }],
    ['balances', { wallets: [{ chain: 5 }, ...wire.balances.wallets] }],
  ] as const)('of %s stays visible as one row and takes nothing from the others', (id, answer) => {
    const fake = filled();
    const width = 60;
    const before = drawn(fake, id, width);
    fake.answer(id, answer, readAtMs);
    const after = drawn(fake, id, width);
    expect(after.filter((line) => line.includes('unreadable: '))).toHaveLength(1);
    expect(after[2]).toMatch(/unreadable: .*(expected|Invalid)/);
    expect(after[1], 'its columns').toBe(before[1]);
    const withoutMarker = (line: string | undefined) => line?.replace('▸', ' ');
    expect(withoutMarker(after[3])).toBe(withoutMarker(before[2]));
    const row = tablePane(id).rows(fake.desk)[0];
    expect(tablePane(id).details(row, fake.desk)).toEqual([
      { label: 'unreadable', value: expect.stringMatching(/expected|Invalid/) },
    ]);
  });
});

describe('every pane that lists a read', () => {
  test.each(tableIds)('%s says what it waits for', (id) => {
    expect(drawn(fakeDesk(), id).join('\n')).toContain(tablePane(id).loading);
  });

  test.each(tableIds)('%s says what failed, the code, the request and that it goes on trying', (id) => {
    const fake = fakeDesk();
    fake.fail(id, Object.assign(new Error('no scope'), { code: 'FORBIDDEN', requestId: 'req-7' }), readAtMs);
    const text = drawn(fake, id).join('\n');
    expect(text).toContain('✕ no scope');
    expect(text).toContain('FORBIDDEN, request req-7; retrying. r retries now.');
  });

  test.each([
    ['positions', { ...wire.positions, positions: [] }],
    ['orders', { orders: [] }],
    ['balances', { wallets: [] }],
  ] as const)('%s, empty, says what to do next', (id, answer) => {
    const fake = fakeDesk();
    fake.answer(id, answer, readAtMs);
    expect(
      drawn(fake, id)
        .join(' ')
        .replace(/[│┃ ]+/g, ' '),
    ).toContain(withKeys(tablePane(id).empty, fake.desk.keymap));
  });

  test.each(tableIds)('%s with a filter that nothing passes says so', (id) => {
    const fake = filled();
    fake.desk.ui.setState({ filter: { [id]: 'zzz' } });
    const pane = drawn(fake, id);
    expect(pane.join('\n')).toContain('No row contains “zzz”');
    expect(pane[0]).toMatch(/\/zzz 0 of \d/);
  });

  test.each([
    ['positions', 5_000],
    ['orders', 12_500],
    ['balances', 25_000],
  ] as const)('%s is dim with its age when older than %i ms, and says the code of the trouble', (id, limitMs) => {
    const fake = filled();
    const tones = () =>
      new Set(
        lines(fake, id)
          .slice(2, 4)
          .flatMap((line) => line.slice(2, -2).map(({ tone }) => tone)),
      );
    fake.clock.nowMs = readAtMs + limitMs;
    expect(drawn(fake, id)[0]).not.toContain(' old');
    expect(tones().size).toBeGreaterThan(1);
    fake.clock.nowMs = readAtMs + limitMs + 100;
    expect(drawn(fake, id)[0]).toMatch(/\d s old/);
    fake.fail(id, Object.assign(new Error('late'), { code: 'TIMEOUT' }), fake.clock.nowMs);
    expect(drawn(fake, id)[0]).toMatch(/\d s old, TIMEOUT/);
    expect([...tones()]).toEqual(['muted']);
  });

  test('a narrow pane keeps the age when there is no room for the rest', () => {
    const fake = filled();
    fake.clock.nowMs = readAtMs + 40_000;
    fake.fail('balances', Object.assign(new Error('late'), { code: 'UNREADABLE_ANSWER' }), fake.clock.nowMs);
    fake.desk.ui.setState({ filter: { balances: 'sol' } });
    expect(drawn(fake, 'balances', 27, 6)[0]).toContain('40 s old');
  });

  test.each(tableIds)('%s filters by what is on its rows, without case', (id) => {
    const fake = filled();
    const [word, count] = { positions: ['ETH', 1], orders: ['sell', 1], balances: ['base', 1] }[id] as [string, number];
    fake.desk.ui.setState({ filter: { [id]: word.toLowerCase() } });
    expect(drawn(fake, id)[0]).toContain(`/${word.toLowerCase()} ${count} of`);
  });

  test('the selected row is marked while its pane is focused', () => {
    const fake = filled();
    expect(drawn(fake, 'positions').filter((line) => line.includes('▸'))).toHaveLength(1);
    expect(drawn(fake, 'orders').some((line) => line.includes('▸'))).toBe(false);
    fake.desk.ui.setState({ selected: { positions: 'ETH' } });
    expect(drawn(fake, 'positions')[3]).toContain('▸ ETH');
  });
});

describe('the tape', () => {
  const size = { sizeNative: '3.2019', sizeUsd: '447.8', usd: 447.8, priceUsd: '139.912' };
  const swap = tapeSwap({ atMs: readAtMs - 2_000, ...size });

  test.each([40, 70, 100])('keeps its columns where they are under a large print, %i wide', (width) => {
    const fake = filled();
    fake.desk.tape.push({ ...swap, sizeNative: '0.038', sizeUsd: '5.4', usd: 5.4 });
    const head = () => drawn(fake, 'tape', width).find((line) => line.includes('SIDE'));
    const before = head();
    expect(before).toContain('SIDE');
    for (const [sizeNative, usd] of [
      ['144.979', 20_100],
      ['9999.9', 1_390_000],
      ['55000', 7_645_000],
    ] as const) {
      fake.desk.tape.push({ ...swap, sizeNative, sizeUsd: String(usd), usd });
      expect(head(), `${sizeNative} SOL`).toBe(before);
    }
  });

  test('lists the newest first, with side in words, and what it does not know as a dash', () => {
    const fake = filled();
    fake.desk.tape.push(swap);
    fake.desk.tape.push({
      ...swap,
      isBuy: false,
      usd: 16_860,
      sizeUsd: '16860',
      sizeNative: '1205',
      maker: mainAddress,
    });
    fake.desk.tape.push({ ...swap, tokenId: `solana:${jup}`, maker: '9kLmAddressOfAStranger' });
    const pane = drawn(fake, 'tape', 100, 12);
    expect(cells(pane[3])).toEqual(['14:03:20', 'BUY', 'JUP', '3.201', '447.80', '139.91', '9kLm…nger']);
    expect(cells(pane[4])).toEqual(['14:03:20', 'SELL', 'SOL', '1,205.0', '16.86K', '139.91', 'you']);
    expect(cells(pane[5])).toEqual(['14:03:20', 'BUY', 'SOL', '3.201', '447.80', '139.91', '–']);
  });

  test('shows gaps and unreadable events in their place', () => {
    const fake = filled();
    fake.desk.tape.push(swap);
    fake.desk.tape.push({ kind: 'gap', atMs: readAtMs, lengthMs: 3_100, reason: 'reconnected' });
    fake.desk.tape.push({
      kind: 'unreadable',
      atMs: readAtMs,
      tokenId: `solana:${sol}`,
      reason: 'isBuy: expected boolean',
    });
    const pane = drawn(fake, 'tape', 70, 12);
    expect(pane[3]).toContain('14:03:22 unreadable: isBuy: expected boolean');
    expect(pane[4]).toMatch(/14:03:22 ┄┄ gap 3\.1 s, reconnected ┄+ │$/);
    expect(pane[5]).toContain('BUY');
  });

  test('paused stays still and counts what has come meanwhile', () => {
    const fake = filled();
    fake.desk.tape.push(swap);
    fake.desk.ui.setState(({ tape }) => ({ tape: { ...tape, pausedAtSeq: fake.desk.tape.getState().lastSeq } }));
    const before = drawn(fake, 'tape', 70).slice(2);
    fake.desk.tape.push({ ...swap, isBuy: false });
    fake.desk.tape.push({ ...swap, isBuy: false });
    expect(drawn(fake, 'tape', 70).slice(2)).toEqual(before);
    expect(drawn(fake, 'tape', 70)[0]).toContain('PAUSED +2');
  });

  test('says the share of buys with words, and that nothing came once it would know', () => {
    const fake = filled();
    expect(drawn(fake, 'tape', 70)[1]).toMatch(/^. +.$/);
    fake.connect({ state: 'connected' });
    expect(drawn(fake, 'tape', 70)[1]).toContain('no swaps in the last minute');
    fake.desk.tape.push({ ...swap, usd: 300 });
    fake.desk.tape.push({ ...swap, usd: 100, isBuy: false });
    expect(drawn(fake, 'tape', 70)[1]).toMatch(/buy 75 % ▮{12}▯{4} 25 % sell .*0\.4\/s/);
  });

  test('says its own filters', () => {
    const fake = filled();
    fake.desk.ui.setState(({ tape }) => ({ tape: { ...tape, minUsd: 1_000, tokenId: `solana:${sol}` } }));
    expect(drawn(fake, 'tape', 70)[0]).toMatch(/4 Tape SOL ─+ ≥ 1,000\.00 USD ─╮/);
  });
});

describe('a channel of the tape that fails while the connection stands', () => {
  const feed = (address: string, over: Partial<StreamRow>): StreamRow =>
    streamRow({ streamId: 'svm.token.swaps', tokenId: `solana:${address}`, key: address, desk: 'Tape pane', ...over });
  const tapeOf = (tokenId: string | null, ...rows: StreamRow[]): FakeDesk => {
    const fake = filled();
    fake.connect({ state: 'connected' });
    fake.streams.state.rows = rows;
    fake.desk.ui.setState(({ tape }) => ({ tape: { ...tape, tokenId } }));
    return fake;
  };

  test('is named in the border, with how long it has been silent', () => {
    const fake = tapeOf(`solana:${sol}`, feed(sol, { silentMs: 45_000 }), feed(jup, { silentMs: 99_000 }));
    expect(drawn(fake, 'tape', 60)[0]).toMatch(/Tape SOL ━*─* SOL silent 45 s {2}all sizes /);
  });

  test('among all tokens the first is named, and the others are counted', () => {
    const fake = tapeOf(null, feed(sol, { silentMs: 45_000 }), feed(jup, { silentMs: 99_000 }));
    expect(drawn(fake, 'tape', 60)[0]).toContain('SOL silent 45 s, 1 more');
  });

  test('says its reason whole when it was refused', () => {
    const reason = 'the subscription was refused: this key may not listen to swaps of this token';
    const fake = tapeOf(`solana:${jup}`, feed(jup, { state: 'refused', reason }));
    const lines = drawn(fake, 'tape', 50, 12);
    expect(lines[0]).toContain('JUP refused');
    const text = lines.map((line) => line.slice(2, -2).trim()).join(' ');
    expect(text).toContain(`✕ JUP: ${reason}. R retries.`);
  });

  test('is nothing to tell for another token, for one that is only watched, or while the connection is down', () => {
    const silent = { silentMs: 45_000 };
    for (const fake of [
      tapeOf(`solana:${sol}`, feed(sol, {}), feed(jup, silent)),
      tapeOf(`solana:${sol}`, feed(sol, { ...silent, desk: '', isWatched: true })),
    ])
      expect(drawn(fake, 'tape').join('\n')).not.toContain('silent');
    const down = tapeOf(`solana:${sol}`, feed(sol, silent));
    down.connect({ state: 'reconnecting' });
    expect(drawn(down, 'tape').join('\n')).not.toContain('silent');
  });
});

describe('whatever comes over the wire', () => {
  const draw = (fake: FakeDesk, text: string, width: number, height: number) => {
    const over = {
      positions: wire.positions.positions[0],
      order: wire.orders.orders[0],
      held: wire.holdings.positions[0],
    };
    fake.answer(
      'positions',
      {
        ...wire.positions,
        positions: [{ ...over.positions, coin: text, leverageType: text, marginUsed: text }, over.positions],
      },
      readAtMs,
    );
    fake.answer(
      'orders',
      {
        orders: [
          {
            ...over.order,
            orderId: text,
            status: text,
            inputToken: text,
            trigger: { metric: text, direction: text, value: text },
          },
          over.order,
        ],
      },
      readAtMs,
    );
    fake.answer(
      'balances',
      {
        wallets: [
          { chain: text, walletAddress: text, nativeSymbol: text, nativeBalance: text, nativeBalanceUsd: text },
        ],
        warnings: [text],
      },
      readAtMs,
    );
    fake.answer('holdings', { positions: [{ ...over.held, tokenAddress: text, latestBalanceRaw: text }] }, readAtMs);
    fake.answer('wallets', [{ ...wire.wallets[0], label: text, address: text }], readAtMs);
    return paneIds.flatMap((id) => lines(fake, id, width, height).map((line) => ({ id, line })));
  };

  test.each(hostileTexts)('%j never leaves its cell', (text) => {
    for (const width of [27, 46, 80, 200])
      for (const { id, line } of draw(filled(), text, width, 9)) {
        const [shown = ''] = texts([line]);
        expect(isCellSafe(shown), `${id}: ${JSON.stringify(shown)}`).toBe(true);
        expect(lineWidth(line), `${id}: ${shown}`).toBe(width);
      }
  });

  test.each(hostileTexts)('%j never leaves the details', (text) => {
    const fake = filled();
    draw(fake, text, 80, 9);
    for (const id of tableIds)
      for (const row of visibleRows(fake.desk, id).rows)
        for (const { label, value } of tablePane(id).details(row, fake.desk))
          expect(isCellSafe(value), `${id} ${label}: ${JSON.stringify(value)}`).toBe(true);
  });

  test('every line of every pane has the width of the pane, and there are as many as it is high', () => {
    const size = { width: fc.integer({ min: 24, max: 160 }), height: fc.integer({ min: 4, max: 30 }) };
    const fake = filled();
    fc.assert(
      fc.property(fc.record({ text: cellText, ...size }), ({ text, width, height }) => {
        const all = draw(fake, text, width, height);
        expect(all).toHaveLength(height * paneIds.length);
        for (const { id, line } of all) expect(lineWidth(line), `${id}: ${texts([line])[0]}`).toBe(width);
      }),
      { numRuns: cases(10, 150) },
    );
  });
});
