import { describe, expect, test } from 'vitest';
import { hostileTexts, isCellSafe, wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs } from '../../desk/fake-desk.fixture.ts';
import { tablePane } from '../panes.ts';
import { cells, drawnPane, tableDesk } from '../table-desk.fixture.ts';

const market = (name: string, ctx: object, meta: object = {}) => ({
  ctx: { markPx: '1', ...ctx },
  meta: { name, szDecimals: 2, maxLeverage: 10, ...meta },
});

const markets = [
  market('HYPE', {
    markPx: '31.61',
    prevDayPx: '31.625',
    dayNtlVlm: '373590000',
    funding: '-0.00002',
    openInterest: '6000000',
  }),
  market(
    'BTC',
    { markPx: '97031.5', prevDayPx: '95000', dayNtlVlm: '3560000000', funding: '0.0000125', openInterest: '19000' },
    { szDecimals: 4, maxLeverage: 40 },
  ),
  market('ETH', { markPx: '3498.1', dayNtlVlm: '1620000000' }, { szDecimals: 4, maxLeverage: 25 }),
  market('NEW', { markPx: '0.0052' }, { maxLeverage: 3, onlyIsolated: true }),
];

const filled = (answer: readonly unknown[] = markets) => tableDesk('markets', answer);
const shown = (fake: FakeDesk, width = 130, height = 12) => drawnPane(fake, 'markets', width, height);

const coins = (fake: FakeDesk): (string | undefined)[] =>
  shown(fake)
    .slice(2, 6)
    .map((line) => cells(line.replace('▸', ' '))[0]);

describe('markets', () => {
  test('are drawn the most traded first, with rates of the hour and the year, and what one holds', () => {
    const pane = shown(filled());
    expect(pane[0]).toMatch(/^┏━ Markets ━+ 4 markets ━┓$/);
    expect(cells(pane[1])).toEqual([
      'COIN',
      'MARK',
      '24H',
      'FUNDING/H',
      'APR',
      'OI',
      'VOL 24H',
      'MAX LEV',
      'POSITION',
      'TREND',
    ]);
    expect(cells(pane[2])).toEqual([
      '▸ BTC',
      '97,032',
      '+2.14 %',
      '+0.0013 %',
      '+11.0 %',
      '1.84B',
      '3.56B',
      '40×',
      'long 0.1500',
      '–',
    ]);
    expect(cells(pane[3])).toEqual(['ETH', '3,498.1', '–', '–', '–', '–', '1.62B', '25×', 'short 4.2000', '–']);
    expect(cells(pane[4])).toEqual([
      'HYPE',
      '31.610',
      '−0.05 %',
      '−0.0020 %',
      '−17.5 %',
      '189.66M',
      '373.59M',
      '10×',
      '–',
    ]);
    expect(cells(pane[5])).toEqual(['NEW', '0.0052000', '–', '–', '–', '–', '–', 'iso 3×', '–']);
  });

  test('have the margin account below them, to the cent, whose line is there before it is read', () => {
    const fake = filled();
    const spot = { coin: 'USDC', hold: '20.25', total: '120.5' };
    fake.answer('perpAccount', { ...wire.perpAccount, spotBalances: [spot] }, readAtMs);
    expect(shown(fake).at(-2)).toContain(
      'account 25,130.26   used 6,818.40   withdrawable 18,204.77   USDC balance 120.50',
    );
    fake.desk.ui.setState({ visible: ['positions', 'markets'] });
    expect(shown(fake).at(-2), 'the positions say the rest').toMatch(/^┃ {3}USDC balance 120\.50 {3}in use 20\.25 +┃$/);
    fake.desk.ui.setState({ visible: ['markets'] });
    expect(shown(fake, 60).at(-2)).toMatch(/account 25,130\.26 {3}used 6,818\.40 +┃$/);
    fake.cache.removeQueries({ queryKey: ['desk', 'perpAccount'] });
    expect(shown(fake).at(-2)).toContain('account …');
    fake.fail('perpAccount', Object.assign(new Error('no scope'), { code: 'FORBIDDEN' }), readAtMs);
    expect(shown(fake).at(-2)).toContain('✕ account: FORBIDDEN');
  });

  test('are sorted by what a column means', () => {
    const fake = filled();
    const by = (column: string, descending = true) => {
      fake.desk.ui.setState({ sort: { markets: { column, descending } } });
      return coins(fake);
    };
    expect(by('change')).toEqual(['BTC', 'HYPE', 'ETH', 'NEW']);
    expect(by('funding', false)).toEqual(['HYPE', 'BTC', 'ETH', 'NEW']);
    expect(by('leverage', false)).toEqual(['NEW', 'HYPE', 'ETH', 'BTC']);
    expect(by('own')).toEqual(['ETH', 'BTC', 'HYPE', 'NEW']);
  });

  test('leave their columns by priority, coin and mark last', () => {
    const fake = filled();
    const header = (width: number) => shown(fake, width)[1]?.replace(/[┃ ]+/g, ' ').trim();
    expect(header(82)).toBe('COIN MARK 24H FUNDING/H APR OI VOL 24H POSITION');
    expect(header(60)).toBe('COIN MARK 24H FUNDING/H OI VOL 24H');
    expect(header(38)).toBe('COIN MARK 24H');
  });

  test('show what their marks have done since the desk was started', () => {
    const fake = filled();
    for (const [index, px] of ['10', '11', '12'].entries()) {
      const atMs = readAtMs + index * 10_000;
      fake.answer('markets', [market('BTC', { markPx: px })], atMs);
      fake.desk.priceSamples.take(fake.desk.data.read('markets').data ?? [], atMs);
    }
    expect(shown(fake)[2]).toContain('▁▁▁▁▄▄▄▄▇▇▇▇');
  });

  test('say in their details who pays the funding, and give every digit to a file', () => {
    const fake = filled();
    const pane = tablePane('markets');
    const [btc, , hype] = pane.rows(fake.desk);
    const details = (row: unknown) =>
      Object.fromEntries(pane.details(row, fake.desk).map(({ label, value }) => [label, value]));
    expect(details(btc)).toMatchObject({
      funding: '+0.0013 % per hour: longs pay shorts',
      position: 'long 0.1500',
      oracle: 'unknown',
      'open interest': '1.84B USD (19,000 BTC)',
    });
    expect(details(hype)).toMatchObject({ funding: '−0.0020 % per hour: shorts pay longs', position: 'none' });
    expect(
      Object.fromEntries((pane.fields?.(btc, fake.desk) ?? []).map(({ name, value }) => [name, value])),
    ).toMatchObject({
      coin: 'BTC',
      mark_price: '97031.5',
      funding_hourly_pct: '0.00125',
      open_interest_usd: '1843598500',
      max_leverage: 40,
      own_size: '0.15',
      oracle_price: null,
    });
  });

  test('one that cannot be read comes last, and is counted on the border', () => {
    const fake = filled([{ ctx: {}, meta: {} }, ...markets]);
    const pane = shown(fake);
    expect(pane[0]).toContain('1 unreadable  5 markets');
    expect(pane[6]).toContain('unreadable: ');
    expect(tablePane('markets').details(tablePane('markets').rows(fake.desk)[4], fake.desk)).toEqual([
      { label: 'unreadable', value: expect.stringMatching(/expected|Invalid/) },
    ]);
  });

  test('say what they wait for, what failed and that there are none', () => {
    const fake = fakeDesk();
    expect(shown(fake).join('\n')).toContain('Reading the perp markets …');
    fake.fail('markets', Object.assign(new Error('down'), { code: 'HTTP_503' }), readAtMs);
    expect(shown(fake).join('\n')).toContain('✕ down');
    expect(shown(filled([])).join('\n')).toContain('The service lists no perp markets. r reads again.');
  });

  test('are dim with their age when they are older than they should be', () => {
    const fake = filled();
    fake.clock.nowMs += 20_000;
    expect(shown(fake)[0]).toContain('20 s old');
  });

  test.each([
    [38, 5],
    [72, 14],
    [78, 12],
    [200, 58],
  ])('fill %i×%i, whatever a name says', (width, height) => {
    for (const name of ['BTC', ...hostileTexts]) {
      const fake = filled([...markets, market(name, {})]);
      fake.answer(
        'perpAccount',
        { accountValue: name, withdrawable: '1', spotBalances: [{ coin: name, hold: '0', total: '2' }] },
        readAtMs,
      );
      const lines = shown(fake, width, height);
      expect(lines).toHaveLength(height);
      for (const line of lines) expect(isCellSafe(line), JSON.stringify(line)).toBe(true);
    }
  });
});
