import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { wire } from '../../../stores/desk-data.fixture.ts';
import { type FakeDesk, fakeDesk, readAtMs, readRows, texts } from '../../desk/fake-desk.fixture.ts';
import { closeForm } from '../../forms/close/close-form.ts';
import { livePosition, positionSubject } from '../../forms/position-form-parts.ts';
import { plainText } from '../../text/span.ts';
import { paneLines } from '../pane-lines.ts';
import { positionDetails } from './position-details.ts';
import { withExits } from './position-exits.ts';

// Every PnL of a frame is size × (mark − entry) of the mark and the entry shown beside it, whatever the service reports.

const coins = ['BTC', 'ETH', 'SOL', 'DOGE'] as const;

const decimal = (least: number, most: number, digits: number) =>
  fc.integer({ min: least * 10 ** digits, max: most * 10 ** digits }).map((units) => new Big(units).div(10 ** digits));

/** Prices as the venue has them, at most five significant figures, so that none is rounded on screen. */
const position = fc.record({
  size: decimal(0.01, 50, 2),
  isShort: fc.boolean(),
  entry: fc.integer({ min: 100, max: 99_999 }).map((price) => new Big(price)),
  movePct: decimal(-30, 30, 1),
  /** The service's own figures are of another moment. */
  reported: fc.option(decimal(-5_000, 5_000, 2)),
});
type Drawn = typeof position extends fc.Arbitrary<infer T> ? T : never;

const state = fc.array(position, { minLength: 1, maxLength: coins.length });

const sizeOf = ({ size, isShort }: Drawn): Big => size.times(isShort ? -1 : 1);
const markOfDrawn = ({ entry, movePct }: Drawn): Big => entry.times(movePct.plus(100)).div(100).round(0);

function deskWith(drawn: readonly Drawn[]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  const markets = drawn.map((one, index) => ({
    ctx: { markPx: markOfDrawn(one).toFixed() },
    meta: { name: coins[index], szDecimals: 2, maxLeverage: 20 },
  }));
  const positions = drawn.map((one, index) => ({
    coin: coins[index],
    szi: sizeOf(one).toFixed(),
    entryPx: one.entry.toFixed(),
    leverageType: 'cross',
    leverageValue: '5',
    marginUsed: '100',
    positionValue: '1',
    returnOnEquity: '0.5',
    unrealizedPnl: one.reported?.toFixed() ?? null,
  }));
  fake.answer('markets', markets, readAtMs);
  fake.answer('positions', { ...wire.positions, positions }, readAtMs);
  return fake;
}

const signedUsd = /[+−]?[\d,]+\.\d\d[KM]?/;

/** A shown amount and half of its last digit, USD. */
function amountIn(text: string): { usd: Big; within: Big } {
  const [shown = ''] = signedUsd.exec(text) ?? [];
  const unit = shown.endsWith('K') ? 1_000 : shown.endsWith('M') ? 1_000_000 : 1;
  const usd = new Big(shown.replace('−', '-').replace(/[+,KM]/g, '')).times(unit);
  return { usd, within: new Big(unit).div(200) };
}

function expectAmount(text: string, expected: Big): void {
  const { usd, within } = amountIn(text);
  expect(usd.minus(expected).abs().lte(within), `${text}: ${expected.toFixed(4)}`).toBe(true);
}

const number = (text: string | undefined): Big => new Big((text ?? '').replace('−', '-').replace(/[+,]/g, ''));

test('every PnL on screen is size × (shown mark − entry)', () => {
  fc.assert(
    fc.property(state, (drawn) => {
      const { desk } = deskWith(drawn);
      const lines = texts(paneLines(desk, 'positions', { x: 0, y: 1, width: 140, height: 14 }));
      let sum = new Big(0);
      for (const [index, one] of drawn.entries()) {
        const coin = coins[index] ?? '';
        const cells = (lines.find((line) => line.includes(` ${coin} `)) ?? '')
          .replace('no stop', '–')
          .trim()
          .split(/\s+/);
        // LIQ, LIQ DIST, STOP and TARGET are dashes.
        const [size, entry, mark, , , , , shownPnl = ''] = cells.slice(cells.indexOf(coin) + 1);
        const pnl = number(size).times(number(mark).minus(number(entry)));
        sum = sum.plus(pnl);
        expect(number(mark).eq(markOfDrawn(one)), lines.join('\n')).toBe(true);
        expectAmount(shownPnl, pnl);

        const row = livePosition(desk, coin);
        if (!row) throw new Error(`no ${coin}`);
        const details = positionDetails(desk, { ...row, ...withExits(desk, row) }, row.position);
        const detail = (label: string): string => details.find((line) => line.label === label)?.value ?? '';
        expect(detail('mark')).toContain(`${mark} (`);
        expectAmount(detail('unrealised'), pnl);
        expect(plainText(positionSubject(desk, row))).toContain(`mark ${mark} (`);
        const { draft } = closeForm(desk, row, 'w-perps').evaluate({ percentage: '100' });
        if (!draft) throw new Error('no draft');
        const rows = readRows(closeForm(desk, row, 'w-perps').confirmation(draft));
        expect(rows.find((line) => line.startsWith('price:'))).toContain(`mark ${mark} (`);
        expectAmount(rows.find((line) => line.startsWith('realised PnL:')) ?? '', pnl);
      }
      expectAmount(lines[0]?.split('open')[1] ?? '', sum);
    }),
    { numRuns: cases(1_000, 20_000) },
  );
});

test('a confirmation follows the frame: its mark, its size and its PnL are those of the row behind it', () => {
  const fake = fakeDesk();
  fake.fill();
  const row = livePosition(fake.desk, 'BTC');
  if (!row) throw new Error('no BTC');
  const form = closeForm(fake.desk, row, 'w-perps');
  const { draft } = form.evaluate({ percentage: '100' });
  if (!draft) throw new Error('no draft');
  const [btc, eth] = wire.markets;
  fake.clock.nowMs += 3_000;
  fake.answer('markets', [{ ...btc, ctx: { markPx: '97412' } }, eth], fake.clock.nowMs);
  const rows = readRows(form.confirmation(draft));
  expect(rows).toContainEqual('price: market, mark 97,412 (0.0 s)');
  expect(rows.find((line) => line.startsWith('realised PnL:'))).toContain('+150.00 USD');
});

test('a mark of zero is a missing one: the service’s figures stand in', () => {
  const fake = fakeDesk();
  fake.fill();
  const [btc, eth] = wire.markets;
  fake.answer('markets', [{ ...btc, ctx: { markPx: '0' } }, eth], readAtMs);
  const { position } = livePosition(fake.desk, 'BTC') ?? {};
  expect(position?.markPx?.toFixed(2)).toBe('97031.53');
  expect(position?.unrealizedPnl?.toFixed(2)).toBe('92.93');
});
