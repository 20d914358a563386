import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecimalError, dec, readDecimal } from '../numbers/decimal.ts';
import { type Position, previewClose, previewMargin, toPosition, type WirePosition } from './position.ts';

// The position that the venue's documentation shows; maximum leverage 50.
const wire = {
  coin: 'ETH',
  szi: '0.0335',
  entryPx: '2986.3',
  leverageType: 'isolated',
  leverageValue: '20',
  liquidationPx: '2866.26936529',
  marginUsed: '4.967826',
  positionValue: '100.02765',
  returnOnEquity: '-0.0026789',
  unrealizedPnl: '-0.0134',
} as const;
const positionAt = (position: WirePosition, markPx: string | null, maxLeverage: number | null): Position =>
  toPosition(position, readDecimal(markPx), maxLeverage);
const btc = positionAt(
  {
    coin: 'BTC',
    szi: '0.15',
    entryPx: '96412',
    leverageType: 'isolated',
    leverageValue: '5',
    liquidationPx: '81188.7158',
    marginUsed: '2892.36',
    unrealizedPnl: '92.925',
  },
  '97031.5',
  10,
);

/** The numbers of an object as text, for comparing. */
const texts = (value: object) =>
  Object.fromEntries(Object.entries(value).map(([key, part]) => [key, part instanceof Big ? part.toFixed() : part]));

const preview = (position: Position, delta: string, maxLeverage = 10) => {
  const result = previewMargin(position, dec(delta), maxLeverage);
  if (typeof result === 'string') throw new Error(result);
  return result;
};

describe('reading', () => {
  test('what the wire says is taken as it is, and the PnL follows from the mark', () => {
    expect(texts(positionAt({ ...wire, unrealizedPnl: '-0.01', returnOnEquity: '-0.5' }, '2985.9', 50))).toMatchObject({
      coin: 'ETH',
      side: 'long',
      szi: '0.0335',
      entryPx: '2986.3',
      markPx: '2985.9',
      liquidationPx: '2866.26936529',
      unrealizedPnl: '-0.0134',
      reportedPnl: '-0.01',
      roePct: '-0.26789003114221612',
      marginUsed: '4.967826',
      leverage: '20',
      leverageType: 'isolated',
      notionalUsd: '100.02765',
    });
  });

  test('each number that is missing follows from the others', () => {
    const without = (field: keyof typeof wire, markPx: string | null = '2985.9') =>
      positionAt({ ...wire, [field]: null }, markPx, 50);
    expect(without('entryPx').entryPx?.toFixed()).toBe('2986.3');
    expect(without('unrealizedPnl').unrealizedPnl?.toFixed()).toBe('-0.0134');
    expect(without('positionValue').notionalUsd?.toFixed()).toBe('100.02765');
    expect(without('returnOnEquity').roePct?.toFixed(5)).toBe('-0.26789');
    expect(positionAt(wire, null, 50).markPx?.toFixed()).toBe('2985.9');
    const short = { coin: 'ETH', szi: '-2', positionValue: '200', unrealizedPnl: '20' };
    expect(positionAt(short, '100', 50).entryPx?.toFixed()).toBe('110');
  });

  test('the liquidation price of an isolated position is derived on the near side', () => {
    // Losing position: its margin as sent is the smaller reading. Winning: the result is taken out of it.
    const losing = positionAt({ ...wire, liquidationPx: null }, '2985.9', 50);
    expect(losing.liquidationPx?.gt('2866.2694')).toBe(true);
    expect(losing.liquidationPx?.lt('2866.7')).toBe(true);
    const winning = {
      coin: 'X',
      szi: '1',
      entryPx: '100',
      marginUsed: '30',
      unrealizedPnl: '10',
      leverageType: 'isolated',
    };
    expect(positionAt(winning, '110', 10).liquidationPx?.toFixed(6)).toBe('84.210526');
    expect(positionAt({ ...winning, leverageType: 'cross' }, '110', 10).liquidationPx).toBeNull();
  });

  test('what does not follow stays unknown', () => {
    const bare = positionAt({ coin: 'X', szi: '-1', marginUsed: 'soon', leverageValue: '1e999' }, null, null);
    expect(texts(bare)).toEqual({
      coin: 'X',
      side: 'short',
      szi: '-1',
      entryPx: null,
      markPx: null,
      liquidationPx: null,
      liquidationDistancePct: null,
      unrealizedPnl: null,
      reportedPnl: null,
      roePct: null,
      marginUsed: null,
      leverage: null,
      leverageType: null,
      notionalUsd: null,
    });
  });

  test('a size of zero divides nothing', () => {
    const flat = positionAt({ coin: 'X', szi: '0', positionValue: '0', unrealizedPnl: '0' }, null, 10);
    expect(flat.markPx).toBeNull();
    expect(previewClose(flat, 50, 2).remainingMargin).toBeNull();
  });

  test('an unreadable size is an error', () => {
    expect(() => positionAt({ coin: 'X', szi: 'many' }, null, null)).toThrow(DecimalError);
  });

  test('the liquidation distance is what the mark may move against the position', () => {
    expect(btc.liquidationDistancePct?.toFixed(1)).toBe('16.3');
    const short = positionAt({ coin: 'X', szi: '-1', liquidationPx: '120' }, '100', null);
    expect(short.liquidationDistancePct?.toFixed()).toBe('20');
  });
});

describe('closing', () => {
  test('half of a long', () => {
    expect(texts(previewClose(btc, 50, 4))).toEqual({
      closeSize: '0.075',
      keepSize: '0.075',
      notionalUsd: '7277.3625',
      realisedUsd: '46.4625',
      feeUsd: '3.274813125',
      remainingMargin: '1446.18',
    });
  });

  test('a short earns when the mark falls', () => {
    const short = positionAt({ coin: 'X', szi: '-2', entryPx: '110', marginUsed: '40' }, '100', 10);
    expect(previewClose(short, 50, 2).realisedUsd?.toFixed()).toBe('10');
  });

  test('the size is rounded down, all of it is all of it', () => {
    const odd = positionAt({ coin: 'X', szi: '-0.33337' }, '100', 10);
    expect(previewClose(odd, 50, 2).closeSize.toFixed()).toBe('0.16');
    expect(previewClose(odd, 1, 2).closeSize.toFixed()).toBe('0');
    expect(previewClose(odd, 100, 2).closeSize.toFixed()).toBe('0.33337');
  });

  test('without a mark the result is its share, and the fee is unknown', () => {
    const blind = positionAt({ coin: 'X', szi: '4', unrealizedPnl: '8' }, null, 10);
    expect(texts(previewClose(blind, 25, 0))).toMatchObject({ realisedUsd: '2', notionalUsd: null, feeUsd: null });
  });

  test('the fee rate can be the account’s own', () => {
    expect(previewClose(btc, 50, 4, dec('0.0002')).feeUsd?.toFixed()).toBe('1.4554725');
  });

  test.each([0, 101, -1, 12.5, Number.NaN])('%d per cent is no share', (percentage) => {
    expect(() => previewClose(btc, percentage, 4)).toThrow(RangeError);
  });

  test('what is closed and what is kept make up the position', () => {
    const size = fc.integer({ min: 1, max: 10_000_000 }).map((units) => new Big(units).div(10_000));
    fc.assert(
      fc.property(
        size,
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 5 }),
        (szi, percentage, szDecimals) => {
          const { closeSize, keepSize } = previewClose({ ...btc, szi }, percentage, szDecimals);
          return closeSize.plus(keepSize).eq(szi) && closeSize.gte(0) && closeSize.lte(szi.times(percentage).div(100));
        },
      ),
    );
  });
});

describe('changing the margin', () => {
  test('added margin moves liquidation away by what it is worth', () => {
    const more = preview(btc, '1000');
    expect(more.margin.toFixed(2)).toBe('3892.36');
    // 1,000 / (0.15 × (1 − 1/20)) below the 81,188.7158 of now.
    expect(more.liquidationPx?.toFixed(4)).toBe('74171.1719');
    expect(more.distancePct?.toFixed(1)).toBe('23.6');
    expect(more.leverage.toFixed(2)).toBe('3.74');
  });

  test('adding and taking out the same changes nothing, for longs and shorts', () => {
    const amount = fc.integer({ min: 1, max: 1_000 }).map((units) => new Big(units));
    fc.assert(
      fc.property(amount, fc.boolean(), (delta, isShort) => {
        const position = isShort ? { ...btc, szi: dec('-0.15'), liquidationPx: dec('110000') } : btc;
        const { liquidationPx } = preview(position, delta.toFixed());
        if (!liquidationPx || !position.liquidationPx) return false;
        const isFarther = isShort ? liquidationPx.gt(position.liquidationPx) : liquidationPx.lt(position.liquidationPx);
        const back = preview({ ...position, liquidationPx }, delta.times(-1).toFixed()).liquidationPx;
        return isFarther && back?.minus(position.liquidationPx).abs().lt('0.0000001') === true;
      }),
    );
  });

  test('so much margin that nothing liquidates', () => {
    expect(preview(btc, '20000')).toMatchObject({ liquidationPx: null, distancePct: null });
  });

  test('a position that could not be liquidated can be again', () => {
    const safe = { ...btc, liquidationPx: null, marginUsed: dec('15000') };
    expect(preview(safe, '-12107.64').liquidationPx?.toFixed(0)).toBe('81841');
  });

  test.each([
    ['0', 'Enter the margin to add or remove.'],
    ['-2892.36', 'The position has only 2892.36 USD of margin.'],
    ['-1500', 'That would leave 10.5× leverage; BTC allows 10×.'],
  ])('%s is refused in words', (delta, sentence) => {
    expect(previewMargin(btc, dec(delta), 10)).toBe(sentence);
  });

  test('adding is never refused for the leverage that is left', () => {
    expect(preview({ ...btc, marginUsed: dec('1000') }, '100').leverage.toFixed(1)).toBe('13.2');
  });

  test('a cross position, and one whose numbers are unknown, are refused in words', () => {
    expect(previewMargin({ ...btc, leverageType: 'cross' }, dec('1'), 10)).toMatch(/cross margin/);
    expect(previewMargin({ ...btc, marginUsed: null }, dec('1'), 10)).toMatch(/unknown/);
  });

  test('margin that would be gone at once is refused', () => {
    expect(previewMargin({ ...btc, liquidationPx: dec('97000') }, dec('-100'), 10)).toMatch(/past the mark/);
  });
});
