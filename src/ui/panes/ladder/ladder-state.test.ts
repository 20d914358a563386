import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowAtOrBelow } from '../../../domain/market/price-grid.ts';
import {
  armedIdleMs,
  isArmed,
  type LadderEvent,
  type LadderState,
  ladderReducer,
  startLadder,
  visiblePrices,
} from './ladder-state.ts';

const at = { coin: 'BTC', atMs: 0 } as const;
const centre = (price: string): LadderEvent => ({ ...at, type: 'centre', price: new Big(price), szDecimals: 5 });
const playing = (...events: LadderEvent[]): LadderState => events.reduce(ladderReducer, startLadder);
const view = (state: LadderState) => state.views.get('BTC')!;
const walk = (step: number, rows = 9): LadderEvent => ({ ...at, type: 'walk', step, rows });

const events = fc.oneof(
  fc.integer({ min: -30, max: 30 }).map((step) => walk(step)),
  fc.constantFrom(walk(Number.POSITIVE_INFINITY), walk(Number.NEGATIVE_INFINITY)),
  fc.constantFrom(1 as const, -1 as const).map((step): LadderEvent => ({ ...at, type: 'regroup', step })),
  fc
    .integer({ min: 90_000, max: 99_000 })
    .map((price): LadderEvent => ({ ...at, type: 'point', price: new Big(price) })),
  fc.integer({ min: 90_000, max: 99_000 }).map((price) => centre(String(price))),
  fc.constant<LadderEvent>({ ...at, type: 'arm' }),
  fc.constant<LadderEvent>({ ...at, type: 'size', size: '0.1' }),
);

describe('the ladder', () => {
  test('is centred on a price, with rows about a basis point apart', () => {
    const { centre: middle, cursor, grid } = view(playing(centre('96858.5')));
    expect([middle.toFixed(), cursor.toFixed(), grid.group]).toEqual(['96850', '96850', 10]);
  });

  test('stays where it is while the cursor walks inside it, and follows the cursor beyond', () => {
    const shown = (state: LadderState) => visiblePrices(view(state), 9).map((price) => price.toFixed());
    const start = playing(centre('96850'));
    expect(shown(playing(centre('96850'), walk(-4)))).toEqual(shown(start));
    expect(shown(playing(centre('96850'), walk(-5)))[0]).toBe('96900');
    expect(shown(playing(centre('96850'), walk(-5), walk(5)))[0]).toBe('96900');
  });

  test('shows its cursor after any keys at any height, on a row of the grid', () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 40 }), fc.integer({ min: 1, max: 60 }), (list, rows) => {
        const { cursor, centre: middle, grid, ...rest } = view(playing(centre('96850'), ...list));
        const shown = visiblePrices({ cursor, centre: middle, grid, ...rest }, rows);
        expect(shown).toHaveLength(rows);
        expect(shown.filter((price) => price.eq(cursor))).toHaveLength(1);
        expect(rowAtOrBelow(cursor, grid).eq(cursor)).toBe(true);
        for (const [index, price] of shown.entries()) if (index > 0) expect(price.lt(shown[index - 1]!)).toBe(true);
      }),
    );
  });

  test('keeps group and size when it is centred anew', () => {
    const { grid, size } = view(
      playing(
        centre('96850'),
        { ...at, type: 'regroup', step: 1 },
        { ...at, type: 'size', size: '0.5' },
        centre('90000'),
      ),
    );
    expect([grid.group, size]).toEqual([20, '0.5']);
  });
});

describe('arming', () => {
  const arm: LadderEvent = { ...at, type: 'arm' };
  test('holds for one market, while its keys are used', () => {
    const armed = playing(centre('96850'), arm);
    expect([isArmed(armed, 'BTC', armedIdleMs - 1), isArmed(armed, 'BTC', armedIdleMs)]).toEqual([true, false]);
    expect(isArmed(armed, 'ETH', 0)).toBe(false);
    const used = ladderReducer(armed, { ...walk(1), atMs: armedIdleMs - 1 });
    expect(isArmed(used, 'BTC', armedIdleMs + 1)).toBe(true);
  });

  test('never comes back by itself: a key after ten idle minutes, or in another market, disarms', () => {
    const armed = playing(centre('96850'), arm);
    expect(ladderReducer(armed, { ...walk(1), atMs: armedIdleMs }).armed).toBeNull();
    expect(ladderReducer(armed, { ...walk(1), coin: 'ETH' }).armed).toBeNull();
    fc.assert(
      fc.property(fc.array(events.filter(({ type }) => type !== 'arm')), (list) => {
        expect(playing(centre('96850'), ...list).armed).toBeNull();
      }),
    );
  });
});
