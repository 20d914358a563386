import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe, wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { tablePane } from '../panes.ts';
import { cells, drawnPane, tableDesk } from '../table-desk.fixture.ts';

const [fill] = wire.fills;
const fills = [
  fill,
  {
    coin: 'ETH',
    side: 'sell',
    px: '3512.4',
    sz: '4.2',
    fee: '6.638436',
    closedPnl: '-12.5',
    oid: 71,
    time: Date.UTC(2025, 11, 31, 20),
    direction: 'Open Short',
    startPosition: '0',
    cloid: '0xabc',
  },
  { coin: 'NEW', side: 'buy', px: '2', sz: '1.25', time: Date.UTC(2026, 0, 1, 13) },
];

const filled = (answer: readonly unknown[] = fills) => tableDesk('fills', answer);
const shown = (fake: FakeDesk, width = 110, height = 9) => drawnPane(fake, 'fills', width, height);

describe('perp trades', () => {
  test('are drawn the newest first, those of another day with their date', () => {
    const pane = shown(filled());
    expect(pane[0]).toMatch(/^┏━ Perp trades ━+ 3 in 24 h ━┓$/);
    expect(cells(pane[2])).toEqual(['▸', '13:00:00', 'NEW', 'BUY', '–', '2.0000', '1.25', '2.50', '–', '–']);
    expect(cells(pane[3])).toEqual(['12:00:00', 'BTC', 'BUY', '–', '96,412', '0.1500', '14.46K', '6.51', '0.00']);
    expect(cells(pane[4])).toEqual([
      '12-31 20:00:00',
      'ETH',
      'SELL',
      'open short',
      '3,512.4',
      '4.2000',
      '14.75K',
      '6.64',
      '−12.50',
    ]);
  });

  test('add up below, also what the filter hides; what did not come is said', () => {
    const fake = filled();
    fake.desk.ui.setState({ filter: { fills: 'eth' } });
    expect(shown(fake)[0]).toContain('/eth 1 of 3');
    expect(shown(fake).at(-2)).toContain(
      'closed PnL −12.50 + 1 unknown   fees 13.15 + 1 unknown   after fees −25.65   traded 29.22K',
    );
    expect(shown(fake, 56).at(-2)).toMatch(/closed PnL −12\.50 \+ 1 unknown +┃$/);
  });

  test('give their exact values to details and files', () => {
    const fake = filled();
    const pane = tablePane('fills');
    const eth = pane.rows(fake.desk)[2];
    expect(Object.fromEntries(pane.details(eth, fake.desk).map(({ label, value }) => [label, value]))).toEqual({
      time: '2025-12-31 20:00:00 UTC',
      trade: 'sell ETH, Open Short',
      price: '3,512.4 USD',
      size: '4.2000 ETH',
      value: '14.75K USD',
      fee: '6.638436 USD',
      'closed PnL': '−12.50 USD',
      'position before': '0.0000 ETH',
      'order id': '71',
      cloid: '0xabc',
    });
    expect(
      Object.fromEntries((pane.fields?.(eth, fake.desk) ?? []).map(({ name, value }) => [name, value])),
    ).toMatchObject({
      time: '2025-12-31T20:00:00.000Z',
      side: 'sell',
      price: '3512.4',
      size: '4.2',
      fee_usd: '6.638436',
    });
  });

  test('that are alike are rows of their own', () => {
    const fake = filled([fill, fill, fill]);
    const keys = tablePane('fills')
      .rows(fake.desk)
      .map((row) => tablePane('fills').keyOf(row));
    expect(new Set(keys).size).toBe(3);
  });

  test('one that cannot be read stands above them, and is not taken for zero', () => {
    const pane = shown(filled([...fills, { coin: 'BTC' }]));
    expect(pane[2]).toContain('unreadable: ');
    expect(pane.at(-2)).toContain('fees 13.15 + 2 unknown');
  });

  test('say what they wait for, what failed, and where the next ones come from', () => {
    const fake = fakeDesk();
    expect(shown(fake).join('\n')).toContain('Reading the perp trades …');
    fake.fail('fills', Object.assign(new Error('no scope'), { code: 'FORBIDDEN' }), readAtMs);
    expect(shown(fake).join('\n')).toContain('✕ no scope');
    expect(shown(filled([])).join('\n')).toContain('Fills are listed here: N places an order.');
  });

  test('are dim with their age when they are older than they should be', () => {
    const fake = filled();
    fake.clock.nowMs += 40_000;
    expect(shown(fake)[0]).toContain('40 s old');
  });

  test.each([
    [38, 5],
    [72, 10],
    [200, 58],
  ])('fill %i×%i, whatever a text says', (width, height) => {
    for (const text of ['BTC', ...hostileTexts]) {
      const strange = {
        coin: text,
        side: text,
        px: text,
        sz: '1',
        fee: text,
        direction: text,
        cloid: text,
        time: 8.7e15,
      };
      const lines = shown(filled([...fills, strange]), width, height);
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
    }
  });
});
