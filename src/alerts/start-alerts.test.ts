import { afterEach, expect, test } from 'vitest';
import type { FakeClock } from '../platform/time/fake-clock.fixture.ts';
import { queryKeys } from '../stores/desk-data.ts';
import { addRule, createPriceRulesStore, type PriceRule } from './price-rules.ts';
import { watchedDesk } from './watched-desk.fixture.ts';

let clock: FakeClock;
let stop: () => void;
afterEach(() => stop());

const bell = String.fromCharCode(7);
const rule = { of: { kind: 'perp', coin: 'BTC' }, name: 'BTC perp', direction: 'above', value: '100' } as const;

/** A watched desk whose only facts are the mark of BTC, and its alerts. */
function watching(over: Partial<Pick<PriceRule, 'isOnce' | 'isArmed'>> = {}) {
  const rules = createPriceRulesStore();
  addRule(rules, { ...rule, isOnce: false, isArmed: false, ...over });
  const desk = watchedDesk({}, rules);
  ({ clock, stop } = desk);
  const marked = async (markPx: string): Promise<void> => {
    const market = { ctx: { markPx }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } };
    desk.cache.setQueryData(queryKeys.named('markets'), [market]);
    await clock.advance(500);
  };
  const holds = async (...positions: readonly { coin: string; szi: string }[]): Promise<void> => {
    desk.cache.setQueryData(queryKeys.named('positions'), { positions });
    await clock.advance(500);
  };
  return { ...desk, marked, holds };
}

test('a price that is reached alerts once', async () => {
  const { marked, said, rung, rules } = watching();
  await marked('99');
  expect(rules.getState().rules).toMatchObject([{ isArmed: true }]);
  await marked('100.5');
  await marked('101');
  expect(said()).toEqual(['BTC perp above 100 USD reached: 100.5']);
  expect(rung).toEqual([bell]);
  expect(rules.getState().rules).toMatchObject([{ isArmed: false }]);
});

test('prices are checked twice a second, not at every change', async () => {
  const { marked, said } = watching();
  await marked('99');
  await clock.advance(100);
  expect(clock.pending).toBe(1);
  await marked('101');
  expect(said()).toHaveLength(1);
});

test('a condition already met when the alert is set does not fire', async () => {
  const { marked, said } = watching();
  await marked('101');
  await marked('102');
  expect(said()).toEqual([]);
});

test('a price reached while no desk was running is reported at the start', async () => {
  const { marked, said } = watching({ isArmed: true });
  await marked('101');
  await marked('102');
  expect(said()).toEqual(['BTC perp above 100 USD reached: 101']);
});

test('a one-time alert fires once and is removed; others fire again', async () => {
  const once = watching({ isOnce: true });
  await once.marked('99');
  expect(once.rules.getState().rules).toHaveLength(1);
  await once.marked('101');
  expect(once.said()).toEqual(['BTC perp above 100 USD reached: 101. It was a one-time alert and is removed']);
  expect(once.rules.getState().rules).toEqual([]);
  stop();

  const always = watching();
  for (const price of ['99', '101', '90']) await always.marked(price);
  await clock.advance(5_000);
  await always.marked('102');
  expect(always.said()).toHaveLength(2);
  expect(always.rules.getState().rules).toHaveLength(1);
});

test('nothing is checked after stop', async () => {
  const { marked, said, wanted } = watching();
  await marked('99');
  stop();
  expect(wanted.at(-1)).toEqual([]);
  expect(clock.pending).toBe(0);
  await marked('101');
  expect(said()).toEqual([]);
});

test('switching the wallet does not alert; later changes there do', async () => {
  const { wallet, holds, said } = watching();
  await holds({ coin: 'BTC', szi: '1' });
  wallet.id = 'w-2';
  await holds({ coin: 'ETH', szi: '5' });
  expect(said()).toEqual([]);
  await clock.advance(60_000);
  await holds({ coin: 'ETH', szi: '4' });
  expect(said()).toEqual(['Position ETH shrank without this desk: long 5 to long 4']);
});
