import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../platform/fake-clock.ts';
import { createQueryCache, DeskData, queryKeys } from '../stores/desk-data.ts';
import { createNoticesStore } from '../stores/notices.ts';
import { createOrderRecordsStore } from '../stores/order-records.ts';
import { createSessionStore } from '../stores/session.ts';
import { addRule, createPriceRules, type PriceRule } from './price-rules.ts';
import { startAlerts } from './start-alerts.ts';

let clock: FakeClock;
let stop: () => void;
beforeEach(() => {
  clock = new FakeClock();
});
afterEach(() => stop());

const bell = String.fromCharCode(7);
const rule = { of: { kind: 'perp', coin: 'BTC' }, name: 'BTC perp', direction: 'above', value: '100' } as const;

/** A watched desk whose only facts are the mark of BTC, and its alerts. */
function watching(over: Partial<Pick<PriceRule, 'isOnce' | 'isArmed'>> = {}) {
  const cache = createQueryCache();
  const data = new DeskData(cache);
  const session = createSessionStore({ mode: 'paper', profile: 'paper', baseUrl: 'http://127.0.0.1' }, clock.now());
  const notices = createNoticesStore();
  const rules = createPriceRules();
  addRule(rules, { ...rule, isOnce: false, isArmed: false, ...over });
  const rung: string[] = [];
  const wallet = { id: 'w-1' };
  const wanted: (readonly string[])[] = [];
  stop = startAlerts({
    data,
    session,
    notices,
    rules,
    clock,
    records: createOrderRecordsStore(),
    settings: {
      ...{ orders: true, positions: true, liquidationPct: null, streamDownMs: null, keyLimit: true, pauseMs: 5_000 },
      ...{ bell: true, notification: 'off', hook: null },
    },
    walletNow: () => wallet.id,
    want: (names) => wanted.push(names),
    secrets: [],
    ring: (bytes) => rung.push(bytes),
  });
  const marked = async (markPx: string): Promise<void> => {
    const market = { ctx: { markPx }, meta: { name: 'BTC', szDecimals: 4, maxLeverage: 40 } };
    cache.setQueryData(queryKeys.named('markets'), [market]);
    await clock.advance(500);
  };
  const holds = async (...positions: readonly { coin: string; szi: string }[]): Promise<void> => {
    cache.setQueryData(queryKeys.named('positions'), { positions });
    await clock.advance(500);
  };
  return { rules, wanted, rung, marked, wallet, holds, said: () => notices.getState().notices.map(({ text }) => text) };
}

test('a price that is reached is said, and rings once', async () => {
  const { marked, said, rung, rules } = watching();
  await marked('99');
  expect(rules.getState().rules).toMatchObject([{ isArmed: true }]);
  await marked('100.5');
  await marked('101');
  expect(said()).toEqual(['BTC perp above 100 USD reached: 100.5']);
  expect(rung).toEqual([bell]);
  expect(rules.getState().rules).toMatchObject([{ isArmed: false }]);
});

test('it is looked at twice a second, not at every change', async () => {
  const { marked, said } = watching();
  await marked('99');
  await clock.advance(100);
  expect(clock.pending).toBe(1);
  await marked('101');
  expect(said()).toHaveLength(1);
});

test('what is so when it is set calls nobody', async () => {
  const { marked, said } = watching();
  await marked('101');
  await marked('102');
  expect(said()).toEqual([]);
});

test('what came to be so while no desk was running is said at the start', async () => {
  const { marked, said } = watching({ isArmed: true });
  await marked('101');
  await marked('102');
  expect(said()).toEqual(['BTC perp above 100 USD reached: 101']);
});

test('one that was set for once calls once and is gone; another calls again', async () => {
  const once = watching({ isOnce: true });
  await once.marked('99');
  expect(once.rules.getState().rules).toHaveLength(1);
  await once.marked('101');
  expect(once.said()).toEqual(['BTC perp above 100 USD reached: 101. It was set for once and is gone']);
  expect(once.rules.getState().rules).toEqual([]);
  stop();

  const always = watching();
  for (const price of ['99', '101', '90']) await always.marked(price);
  await clock.advance(5_000);
  await always.marked('102');
  expect(always.said()).toHaveLength(2);
  expect(always.rules.getState().rules).toHaveLength(1);
});

test('after the end nobody looks any more', async () => {
  const { marked, said, wanted } = watching();
  await marked('99');
  stop();
  expect(wanted.at(-1)).toEqual([]);
  expect(clock.pending).toBe(0);
  await marked('101');
  expect(said()).toEqual([]);
});

test('what another wallet holds is no news; what changes there afterwards is', async () => {
  const { wallet, holds, said } = watching();
  await holds({ coin: 'BTC', szi: '1' });
  wallet.id = 'w-2';
  await holds({ coin: 'ETH', szi: '5' });
  expect(said()).toEqual([]);
  await clock.advance(60_000);
  await holds({ coin: 'ETH', szi: '4' });
  expect(said()).toEqual(['Position ETH shrank, not by this desk: long 5 to long 4']);
});
