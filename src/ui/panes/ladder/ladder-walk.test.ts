import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { pools } from '../../../../test/walk/alphabet.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { type FakeDesk, settle } from '../../desk/fake-desk.fixture.ts';
import type { FormController } from '../../forms/form-controller.ts';
import { handleKey } from '../../keyboard/desk-keys.ts';
import { openOverlay } from '../../overlays/open-overlay.ts';
import { ladderSize, onLadder, readBook } from './ladder.fixture.ts';
import { ladderPane } from './ladder-pane.ts';

const keysInAll = cases(10_000, 200_000);
const keysInOne = 500;
/** Two and a half reads. */
const bookLimitMs = 5_000;

const wholeKeyboard = pools.flatMap(([, keys]) => keys).filter((key) => key.length === 1 || /^[A-Z]/.test(key));
const ladderKeys = ['a', 'b', 's', 'x', '>', 'c', 'S', 'Up', 'Down', 'Left', 'Right', 'Enter', 'y', 'Esc', 'M-l', '1'];

const move = fc.record({
  key: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ladderKeys) },
    { weight: 1, arbitrary: fc.constantFrom(...wholeKeyboard, 'y', 'H') },
  ),
  /** Before the key. */
  waitMs: fc.constantFrom(0, 30, 200, 400, 900, 900, 1_500, 6_000),
  comesIn: fc.constantFrom('book', 'book', 'book', 'nothing', 'drop'),
});
type Move = { readonly key: string; readonly waitMs: number; readonly comesIn: string };

/** An order form that the ladder opened. */
interface Placing {
  readonly row: { readonly coin: string; readonly isBuy: boolean; readonly limitPx: string };
  readonly values: unknown;
}

/** Plays keys on the ladder, and checks what each of them opens and sends. Returns how many orders the ladder placed. */
async function play(moves: readonly Move[], isOneClick: boolean): Promise<number> {
  const fake = onLadder({ actions: { confirmation: () => ({ by: isOneClick ? 'nothing' : 'key' }) } });
  const placings = new WeakMap<FormController, Placing>();
  let bookAtMs = 0;
  let placed = 0;
  for (const { key, waitMs, comesIn } of moves) {
    if (comesIn === 'book') {
      for (const coin of ['BTC', 'ETH']) readBook(fake, coin);
      bookAtMs = fake.clock.nowMs;
    }
    fake.connect({ state: comesIn === 'drop' ? 'reconnecting' : 'connected' });
    fake.desk.trading.setState({ mode: 'active' });
    fake.clock.nowMs += waitMs;
    const isFresh = comesIn !== 'drop' && fake.clock.nowMs - bookAtMs <= bookLimitMs;
    const [before, sentBefore] = [formOf(fake), fake.done.length];
    const screen = key === 'b' || key === 's' ? screenOf(fake) : nothing;
    const wasConfirming = before?.state.phase === 'confirm';
    handleKey(fake.desk, key, ladderSize);
    const opened = formOf(fake);
    if (opened && opened !== before && /^(Buy|Sell) at /.test(opened.spec.title)) {
      expect({ key, isFresh, ...screen }).toMatchObject({
        key: expect.stringMatching(/^[bs]$/),
        isFresh: true,
        isArmed: true,
      });
      const row = { coin: screen.coin, isBuy: key === 'b', limitPx: screen.price };
      placings.set(opened, { row, values: opened.state.values });
    }
    for (const [kind, draft] of ordersSince(fake, sentBefore)) {
      if (!isOneClick)
        expect({ key, wasConfirming }).toMatchObject({
          key: expect.stringMatching(/^(y|Enter)$/),
          wasConfirming: true,
        });
      const form = before ?? opened;
      const placing = form && placings.get(form);
      if (!form || !placing) continue;
      // Whoever goes back to the form may type another order.
      if (form.state.values === placing.values) expect([kind, draft]).toMatchObject(['placePerpOrder', placing.row]);
      placed++;
    }
    await settle();
  }
  return placed;
}

const formOf = ({ desk }: FakeDesk): FormController | null => openOverlay(desk, 'form')?.form ?? null;

/** One key sends one order at most. */
function ordersSince({ done }: FakeDesk, count: number): unknown[][] {
  const orders = done.slice(count).filter(([kind]) => /Order$/.test(String(kind)));
  expect(orders.length).toBeLessThanOrEqual(1);
  return orders;
}

/** No other key opens an order, so that it need not be drawn before them. */
const nothing = { coin: '', isArmed: false, price: '' };

/** What a person sees of the ladder: whether it is armed, its market, and the price under the cursor. */
function screenOf({ desk }: FakeDesk): typeof nothing {
  const [border = [], ...lines] = ladderPane.lines(desk, { x: 0, y: 0, width: 100, height: 20 });
  const cursor = lines.find(([, , first]) => first?.text === '▸ ') ?? [];
  return {
    coin: /Ladder (\w+)/.exec(border.map(({ text }) => text).join(''))?.[1] ?? '',
    isArmed: border.some(({ text }) => text === 'ARMED'),
    price: readDecimal(cursor.find(({ inverse }) => inverse)?.text.replaceAll(/[ ,]/g, ''))?.toFixed() ?? '',
  };
}

test.each([
  ['a confirmation each', false],
  ['one-click', true],
] as const)('walked at random, with %s, it sends no order that was not meant', async (_, isOneClick) => {
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: keysInOne, maxLength: keysInOne }), async (moves) => {
      await play([...set, ...moves], isOneClick);
    }),
    // Shrinking hundreds of keys would take minutes.
    { numRuns: keysInAll / keysInOne, endOnFailure: true },
  );
});

const meant = (keys: readonly string[]): Move[] => keys.map((key) => ({ key, waitMs: 1_000, comesIn: 'book' }));
/** Arms it and sets a size. */
const set = meant(['a', 'S', '0', '.', '1', 'Enter']);

test('the same keys place orders when they are meant', async () => {
  expect(await play([...set, ...meant(['Down', 'b', 'y', 'Esc', 'Up', 'Up', 's', 'y'])], false)).toBe(2);
  expect(await play([...set, ...meant(['Down', 'b', 'Esc', 'Up', 'Up', 's'])], true)).toBe(2);
});
