import { expect, test } from 'vitest';
import { parseTokenId } from '../../domain/market/token.ts';
import { hostileTexts, isCellSafe } from '../../stores/desk-data.fixture.ts';
import { fillSupply, jupId, jupStats, takeStats } from '../../stores/market/owners.fixture.ts';
import { fakeDesk, readAtMs, texts } from '../desk/fake-desk.fixture.ts';
import { lineWidth, plainText } from '../text/span.ts';
import { holderRecords } from './holder-record.ts';
import { ownersLine, ownersTable, spokenOwners } from './owners-lines.ts';

const jup = parseTokenId(jupId)!;
const limits = { maxPct: { insiders: '20' }, maxAgeMs: 300_000, unit: 'base-units' } as const;

function setUp({ ageMs = 12_000, supply = true } = {}) {
  const fake = fakeDesk({ caps: { owners: limits } });
  if (supply) fillSupply(fake.cache);
  takeStats(fake.desk.owners, { ...jupStats, sniperBalances: '30000000000' }, readAtMs - ageMs - 60_000);
  takeStats(fake.desk.owners, jupStats, readAtMs - ageMs);
  const line = (width: number) => plainText(ownersLine(fake.desk, jup, width));
  const table = (width: number) => texts(ownersTable(fake.desk, jup, width));
  return { ...fake, line, table };
}

test('with room, each group has share, gauge, trend, change, wallets and age', () => {
  const { table } = setUp();
  expect(table(84)).toEqual([
    'GROUP              SHARE                 TREND     CHANGE  WALLETS    AGE',
    'developer         1.20 % ▕▏           ▏  ▄▄▄▄▄▄▄▄    0.00        1   12 s',
    'top 10           18.40 % ▕██▎         ▏  ▄▄▄▄▄▄▄▄    0.00       10   12 s',
    'insiders         23.10 %!▕██▊         ▏  ▄▄▄▄▄▄▄▄    0.00        9   12 s',
    'snipers           3.05 % ▕▍           ▏  ▁▁▁▁▇▇▇▇   +0.05       11   12 s',
    'bundlers          0.00 % ▕            ▏  ▄▄▄▄▄▄▄▄    0.00        0   12 s',
    'fresh wallets     2.00 % ▕▎           ▏  ▄▄▄▄▄▄▄▄    0.00       61   12 s',
    'pro traders       4.40 % ▕▌           ▏  ▄▄▄▄▄▄▄▄    0.00       24   12 s',
    '! insiders over your limit of 20 %',
    '1,500 holders. Groups overlap. Change in points. Supply = market cap ÷ price.',
  ]);
});

test('in a narrow box the trend goes first, and no line is wider than it may be', () => {
  const { table } = setUp();
  expect(table(40).slice(0, 5)).toEqual([
    'GROUP       SHARE       CHANGE    #  AGE',
    'developer  1.20 % ▕▏  ▏   0.00    1 12 s',
    'top 10    18.40 % ▕▌  ▏   0.00   10 12 s',
    'insiders  23.10 %!▕▊  ▏   0.00    9 12 s',
    'snipers    3.05 % ▕▏  ▏  +0.05   11 12 s',
  ]);
  for (const width of [40, 60, 90])
    for (const line of table(width)) expect(line.length, line).toBeLessThanOrEqual(width);
});

test('one line has as many groups as fit, those over a limit first, and the age', () => {
  const { line } = setUp();
  expect(line(200)).toBe(
    'insiders 23 %!  dev 1.2 %  top 10 18 %  snipers 3.1 %↑  bundlers 0.0 %  fresh 2.0 %  pro 4.4 %  12 s',
  );
  expect(line(50)).toBe('insiders 23 %!  dev 1.2 %  top 10 18 %  12 s');
  for (const width of [20, 30, 54, 60]) expect(line(width).length).toBeLessThanOrEqual(width);
});

test('stale figures show their age as a warning', () => {
  const { desk } = setUp({ ageMs: 480_000 });
  expect(ownersLine(desk, jup, 60).at(-1)).toMatchObject({ text: '  8 m', tone: 'warn' });
});

test('without a supply the balances are shown in tokens', () => {
  const { line, table, cache } = setUp({ supply: false });
  fillSupply(cache, { marketCapUsd: null });
  expect(line(60)).toBe('dev 12.00K  top 10 184.00K  insiders 231.00K  12 s');
  expect(table(84).join('\n')).toContain('Supply unknown. Balances in tokens.');
});

test('balances in doubt are not turned into tokens: one is shown as it was sent', () => {
  const { desk, cache } = fakeDesk();
  fillSupply(cache);
  takeStats(desk.owners, { top10HolderBalances: '184000.5' }, readAtMs);
  expect(texts(ownersTable(desk, jup, 84)).join('\n')).toMatch(
    /check owners\.balance_unit\. Sent for top 10:\s184000\.5\./,
  );
});

test.each<[string, (fake: ReturnType<typeof fakeDesk>) => void, string]>([
  ['nothing has come', () => {}, 'Waiting for ownership figures …'],
  [
    'the service knows nothing',
    ({ desk }) => takeStats(desk.owners, null, readAtMs - 4_000),
    'The service has no ownership figures for this token (4 s ago).',
  ],
  [
    'the service refuses',
    ({ desk }) => desk.owners.setProblem(jupId, 'not offered'),
    'No ownership figures: not offered.',
  ],
])('one calm line where %s', (_, happen, words) => {
  const fake = fakeDesk();
  happen(fake);
  expect(texts(ownersTable(fake.desk, jup, 84))).toEqual([words]);
  expect(spokenOwners(fake.desk, jup)).toEqual([words]);
  expect(lineWidth(ownersLine(fake.desk, jup, 60))).toBe(60);
});

test('EVM tokens have no figures', () => {
  const { desk } = fakeDesk();
  const token = parseTokenId('base:0x532f27101965dd16442e59d40670faf5ebb142e4')!;
  expect(texts(ownersTable(desk, token, 84))).toEqual(['The service has no ownership figures for tokens on Base.']);
});

test('figures stay on screen when the stream fails, with the reason', () => {
  const { desk, table } = setUp();
  for (const text of hostileTexts) {
    desk.owners.setProblem(jupId, text);
    expect(table(84).every(isCellSafe)).toBe(true);
  }
  desk.owners.setProblem(jupId, 'not offered');
  expect(table(84).join('\n')).toMatch(/insiders +23\.10 %!(?:.|\n)*No new figures: not offered\./);
});

test('a screen reader hears a sentence per group', () => {
  const { desk } = setUp();
  const lines = spokenOwners(desk, jup);
  expect(lines).toContain('Insiders: 23.10 % of the supply, 9 wallets, over your limit of 20 %, 12 s old.');
  expect(lines).toContain('Snipers: 3.05 % of the supply, up 0.05 points, 11 wallets, 12 s old.');
});

test('records of single holders say whose they are', () => {
  const { desk } = setUp();
  desk.owners.takeRecord(
    jupId,
    {
      boughtUsd: '120.5',
      buysCount: '2',
      avgBuyPriceUsd: '0.5',
      soldUsd: '0',
      sellsCount: '0',
      tokenBalance: '900000000',
    },
    readAtMs - 5_000,
  );
  desk.owners.takeRecord(jupId, { isTokenDev: true, soldUsd: '20000', sellsCount: '3' }, readAtMs - 70_000);
  expect(holderRecords(desk, jup)).toEqual([
    ['developer', 'sold 20.00K USD in 3, 1 m old'],
    ['a holder', 'not named by the service: bought 120.50 USD in 2 at 0.50000, holds 900.00, 5 s old'],
  ]);
});
