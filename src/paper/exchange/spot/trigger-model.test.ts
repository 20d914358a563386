import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cases, isSoak } from '../../../../test/run/cases.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import { Wallets } from '../../account/wallets.ts';
import type { TokenBook } from './tokens/token-book.ts';
import { nativeToken, type PaperToken, tokenListings } from './tokens/token-list.ts';
import { exactMetric, type UsdMetric, usdText } from './trading/exact-usd.ts';
import { subjectOf } from './trading/swap-router.ts';
import { TriggerBook } from './triggers/trigger-book.ts';
import { expiresAtMs, type NewTriggerOrder, type TriggerOrder } from './triggers/trigger-order.ts';

const metrics = ['price_usd', 'market_cap_usd', 'liquidity_usd'] as const;
const directions = ['above', 'below'] as const;
const percentages = [0.01, 0.05, 0.5, 1, 1.25, 3.3333333333333335, 10, 99];

/** Three coins on Base whose reserves a test sets as it likes. */
function openBook() {
  const native = nativeToken('base').token;
  const [usdc, , aero] = tokenListings('base');
  const market = (listing: typeof usdc, nativeReserve: bigint, tokenReserve: bigint) => ({
    listing: listing!,
    pool: {
      nativeReserve,
      tokenReserve,
      get nativeHeld() {
        return this.nativeReserve;
      },
    },
  });
  const hub = market(usdc, 2_000n * 10n ** 18n, 7_000_000n * 10n ** 6n);
  const other = market(aero, 300n * 10n ** 18n, 1_400_000n * 10n ** 18n);
  const tokens: PaperToken[] = [native, usdc!.token, aero!.token];
  const book = {
    native: () => native,
    marketOf: (token: PaperToken) => (token === aero!.token ? other : hub),
    find: (_: string, address: string) => tokens.find((token) => token.address === address.toLowerCase()) ?? native,
  } as unknown as TokenBook;
  return { book, tokens, pools: [hub.pool, other.pool] as const };
}

/** Looks at every order on every tick, in the order of their creation. */
class NaiveBook {
  readonly orders: { order: TriggerOrder; subject: PaperToken; best: bigint; status: string }[] = [];
  readonly #readValue: (metric: UsdMetric, token: PaperToken) => bigint;

  constructor(readValue: (metric: UsdMetric, token: PaperToken) => bigint) {
    this.#readValue = readValue;
  }

  add(order: TriggerOrder, subject: PaperToken): void {
    const value = this.#readValue(order.triggerMetric, subject);
    this.orders.push({ order, subject, best: value, status: 'active' });
    if (order.triggerBehavior === 'immediate') return;
    // Whoever trails the same value has seen it, too.
    for (const entry of this.orders) {
      const isSame = entry.subject === subject && entry.order.triggerMetric === order.triggerMetric;
      if (isSame && entry.order.triggerBehavior === 'trailing') this.#observe(entry, value);
    }
  }

  tick(nowMs: number): string[] {
    const events: string[] = [];
    for (const entry of this.orders) {
      if (entry.status !== 'active') continue;
      const value = this.#readValue(entry.order.triggerMetric, entry.subject);
      this.#observe(entry, value);
      const isExpired = nowMs >= (expiresAtMs(entry.order) ?? Number.POSITIVE_INFINITY);
      if (!isExpired && !this.#isReached(entry, value)) continue;
      entry.status = isExpired ? 'expired' : 'triggered';
      events.push(`${entry.order.orderId} ${entry.status}`);
    }
    return events;
  }

  #observe(entry: NaiveBook['orders'][number], value: bigint): void {
    const isBetter = entry.order.triggerDirection === 'below' ? value > entry.best : value < entry.best;
    if (entry.status === 'active' && isBetter) entry.best = value;
  }

  #isReached({ order, best }: NaiveBook['orders'][number], value: bigint): boolean {
    const isBelow = order.triggerDirection === 'below';
    const shown = new Big(usdText(value));
    let level = new Big(order.triggerValue ?? 0);
    if (order.triggerBehavior === 'trailing') {
      const percent = new Big(order.trailingPercentage ?? 0);
      const part = new Big(100)[isBelow ? 'minus' : 'plus'](percent);
      level = new Big(usdText(best)).times(part).times('0.01');
    }
    return isBelow ? shown.lte(level) : shown.gte(level);
  }
}

type Step = readonly [kind: number, pick: number, change: number, detail: number];
const step: fc.Arbitrary<Step> = fc.tuple(fc.nat(99), fc.nat(9999), fc.integer({ min: -400, max: 400 }), fc.nat(9999));

function play(steps: readonly Step[], saveEvery: number) {
  const { book, tokens, pools } = openBook();
  let triggers = new TriggerBook(book, seededRandom(7), new Wallets());
  const readValue = (metric: UsdMetric, token: PaperToken) => exactMetric(book, metric, token);
  const naive = new NaiveBook(readValue);
  let nowMs = 1_000_000;
  const fired = new Map<string, number>();
  const create = (pick: number, change: number, detail: number) => {
    const [input, output] = [tokens[pick % 3]!, tokens[(pick + 1 + (detail % 2)) % 3]!];
    const subject = subjectOf(input, output);
    const triggerMetric = metrics[detail % 3]!;
    const isTrailing = pick % 2 === 0;
    const now = readValue(triggerMetric, subject);
    const order: NewTriggerOrder = {
      chain: 'base',
      walletId: 'wal_base',
      inputToken: input.address,
      outputToken: output.address,
      amount: '5',
      triggerMetric,
      triggerDirection: directions[(pick >> 1) % 2]!,
      slippageBps: 100,
      expiryHours: pick % 5,
      triggerBehavior: isTrailing ? 'trailing' : 'immediate',
      ...(isTrailing
        ? { trailingPercentage: percentages[detail % percentages.length]! }
        : { triggerValue: usdText((now * BigInt(10_000 + change)) / 10_000n) }),
    };
    naive.add(triggers.create(order, nowMs), subject);
  };
  const tick = () => {
    const events: string[] = [];
    triggers.advance(
      nowMs,
      ({ orderId, status }) => {
        events.push(`${orderId} ${status}`);
        fired.set(orderId, (fired.get(orderId) ?? 0) + 1);
      },
      ({ orderId, status }) => events.push(`${orderId} ${status}`),
    );
    expect(events).toEqual(naive.tick(nowMs));
  };
  const cancel = (pick: number) => {
    const waiting = naive.orders.filter(({ status }) => status === 'active');
    const entry = waiting[pick % (waiting.length || 1)];
    if (!entry) return;
    entry.status = 'cancelled';
    triggers.cancel(entry.order.orderId, nowMs);
  };
  for (const [index, [kind, pick, change, detail]] of steps.entries()) {
    const pool = pools[pick % 2]!;
    if (kind < 35) create(pick, change, detail);
    else if (kind < 45) cancel(pick);
    else if (kind < 75) pool.nativeReserve = (pool.nativeReserve * BigInt(10_000 + change)) / 10_000n;
    else {
      nowMs += detail < 500 ? 3_600_000 : 50;
      tick();
    }
    if (index % saveEvery === saveEvery - 1) {
      const saved = triggers.snapshot();
      triggers = new TriggerBook(book, seededRandom(index), new Wallets());
      triggers.restore(JSON.parse(JSON.stringify(saved)));
    }
  }
  tick();
  expect([...fired.values()].filter((times) => times > 1)).toEqual([]);
  for (const { order, best, status } of naive.orders) {
    expect(triggers.get(order.orderId).status).toBe(status);
    if (order.triggerBehavior === 'trailing' && status === 'active') {
      expect(triggers.bestValue(triggers.get(order.orderId))).toBe(usdText(best));
    }
  }
  return fired.size;
}

test('fires what a book that looks at every order fires, in the same order, once', () => {
  const runs = cases(15, 100);
  let fires = 0;
  const course = fc.array(step, { minLength: 400, maxLength: 400, size: 'max' });
  fc.assert(
    fc.property(course, fc.constantFrom(37, 250, 5000), (steps, saveEvery) => {
      fires += play(steps, saveEvery);
    }),
    { numRuns: runs, endOnFailure: true },
  );
  if (isSoak) console.log(`${runs} runs of 400 steps, ${fires} orders fired`);
  // A market in which nothing fires would prove nothing.
  expect(fires).toBeGreaterThan(runs * 20);
});

test('pages show what was there when the first was asked for, once each, while orders come and go', () => {
  const turn = fc.record({
    limit: fc.integer({ min: 0, max: 7 }),
    created: fc.nat(4),
    cancelled: fc.array(fc.nat(99), { maxLength: 4 }),
  });
  fc.assert(
    fc.property(fc.nat(30), fc.array(turn, { minLength: 1, maxLength: 30 }), (before, turns) => {
      const { book, tokens } = openBook();
      const triggers = new TriggerBook(book, seededRandom(3), new Wallets());
      const made: TriggerOrder[] = [];
      const create = () => {
        const pair = { inputToken: tokens[0]!.address, outputToken: tokens[2]!.address, amount: '5' };
        const when = { triggerMetric: 'price_usd', triggerDirection: 'above', triggerValue: '999999' } as const;
        const how = { triggerBehavior: 'immediate', slippageBps: 100, expiryHours: 24 } as const;
        made.push(triggers.create({ chain: 'base', walletId: 'wal_base', ...pair, ...when, ...how }, 0));
      };
      for (let count = 0; count < before; count++) create();
      const expected = made.map(({ orderId }) => orderId).reverse();
      const seen: string[] = [];
      let cursor: string | undefined;
      let isDone = false;
      for (const { limit, created, cancelled } of [
        ...turns,
        ...Array(8).fill({ limit: 7, created: 1, cancelled: [] }),
      ]) {
        if (isDone) break;
        const page = triggers.list(limit, cursor);
        expect(page.orders.length).toBeLessThanOrEqual(limit);
        seen.push(...page.orders.map(({ orderId }) => orderId));
        isDone = page.nextCursor === null;
        cursor = page.nextCursor ?? undefined;
        for (let count = 0; count < created; count++) create();
        for (const pick of cancelled as number[]) {
          const order = made[pick % (made.length || 1)];
          if (order?.status === 'active') triggers.cancel(order.orderId, 1);
        }
      }
      expect(seen).toEqual(expected.slice(0, seen.length));
      if (isDone) expect(seen).toEqual(expected);
    }),
    { numRuns: 300 },
  );
});
