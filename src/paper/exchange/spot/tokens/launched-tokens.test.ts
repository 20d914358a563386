import { describe, expect, test } from 'vitest';
import { cases, seed } from '../../../../../test/run/cases.ts';
import { type Random, seededRandom } from '../../../../platform/time/random.ts';
import { Wallets } from '../../../account/wallets.ts';
import { Bus } from '../../../world/bus.ts';
import { Ledger } from '../../ledger.ts';
import { ReferencePrices } from '../../prices/reference-prices.ts';
import { OrderFlow } from '../trading/order-flow.ts';
import { planSwap } from '../trading/swap-router.ts';
import { swapMoves } from '../trading/swap-service.ts';
import { HolderStats } from './holder-stats.ts';
import { LaunchedTokens, type LaunchMoves } from './launched-tokens.ts';
import { launchInto, launchOnCurve, withMarkets } from './launches.fixture.ts';
import { mean, median, standardError } from './sample.fixture.ts';
import { idOf, type Market, TokenBook } from './token-book.ts';
import type { PaperToken } from './token-list.ts';

const hourMs = 3_600_000;
/** 0.1 SOL: without much impact in the smallest pool. */
const stake = 100_000_000n;

/** The fair prices of many launches after each of some times, as multiples of the first, and who was rugged. */
function fairCourses(of: number, count: number, timesMs: readonly number[], stepMs: number) {
  const random = seededRandom(of);
  const ledger = new Ledger();
  const book = new TokenBook(random, new ReferencePrices(random, { startMs: 0 }), ledger);
  const markets = launchInto(book, count, random);
  const launched = new LaunchedTokens(book, ledger, random);
  const prices = new Map(markets.map((market) => [market, market.listing.startUsd]));
  const rugged = new Map<Market, number>();
  const nudge = (market: Market, factor: number) => prices.set(market, prices.get(market)! * factor).get(market)!;
  let nowMs = 0;
  const multiples = timesMs.map((untilMs) => {
    for (; nowMs < untilMs; nowMs += stepMs)
      launched.advance(stepMs, {
        nudge,
        sellOut: (market) => void rugged.set(market, nowMs),
        graduate: () => {},
        remove: () => false,
      });
    return markets.map((market) => prices.get(market)! / market.listing.startUsd);
  });
  const held = markets.map(({ listing: { launch } }) => launch!.developer + launch!.insider + launch!.bundler);
  return { multiples, markets, rugged, held };
}

describe('launched tokens', () => {
  const seeds = Array.from({ length: 20 }, (_, index) => seed + index);
  const timesMs = [hourMs / 6, hourMs, 3 * hourMs, 6 * hourMs];
  const courses = seeds.map((of) => fairCourses(of, cases(100, 1_000), timesMs, 30_000));
  const multiplesAt = (index: number) => courses.flatMap(({ multiples }) => multiples[index]!);

  test.each([0, 1, 2])('are worth what they cost on average, at each time (%i)', (index) => {
    const multiples = multiplesAt(index);
    expect(Math.abs(mean(multiples) - 1), `seed ${seed}`).toBeLessThan(4.5 * standardError(multiples));
  });

  test('mostly die within hours; a few multiply', () => {
    const [early, late] = [multiplesAt(1), multiplesAt(3)];
    expect(median(early)).toBeLessThan(0.7);
    expect(median(late)).toBeLessThan(0.2);
    const part = (isOne: (multiple: number) => boolean) => late.filter(isOne).length / late.length;
    expect(part((multiple) => multiple < 0.2)).toBeGreaterThan(0.5);
    expect(part((multiple) => multiple > 2)).toBeGreaterThan(0.02);
    expect(part((multiple) => multiple > 2)).toBeLessThan(0.2);
  });

  test('are rugged within minutes, and far more often if insiders hold much', () => {
    const all = courses.flatMap(({ markets, rugged, held }) =>
      markets.map((market, index) => ({ held: held[index]!, ruggedMs: rugged.get(market) })),
    );
    const rate = (some: typeof all) => some.filter(({ ruggedMs }) => ruggedMs !== undefined).length / some.length;
    const [close, wide] = [all.filter(({ held }) => held > 0.25), all.filter(({ held }) => held < 0.25)];
    expect(rate(close)).toBeGreaterThan(0.6);
    expect(rate(close)).toBeLessThan(0.9);
    expect(rate(wide)).toBeLessThan(0.25);
    expect(rate(wide)).toBeGreaterThan(0);
    expect(median(all.flatMap(({ ruggedMs }) => ruggedMs ?? []))).toBeLessThan(15 * 60_000);
  });

  test('take one long step like many short ones', () => {
    const spread = (stepMs: number) => {
      const { multiples } = fairCourses(seed, cases(1_000, 10_000), [hourMs], stepMs);
      const logs = multiples[0]!.map(Math.log);
      return { middle: median(logs), error: 1.25 * standardError(logs) };
    };
    const [short, long] = [spread(5_000), spread(60_000)];
    expect(Math.abs(short.middle - long.middle)).toBeLessThan(4 * Math.hypot(short.error, long.error));
  });
});

interface Plan {
  readonly lists: (book: TokenBook, random: Random) => Market;
  readonly holdMs: number;
  readonly stepMs: number;
  /** Sells as soon as the price is below this part of what it was at the listing. */
  readonly stopAt: number;
}

const graduate: Plan['lists'] = (book, random) => launchInto(book, 1, random)[0]!;

/** Buys each of ten launches at its listing, sells it by plan, and returns each one's proceeds per SOL spent. */
function buyAll(of: number, { lists, holdMs, stepMs, stopAt }: Plan): number[] {
  const random = seededRandom(of);
  const ledger = new Ledger();
  const prices = new ReferencePrices(random, { startMs: 0 });
  const book = new TokenBook(random, prices, ledger);
  const markets = Array.from({ length: 10 }, () => lists(book, random));
  const flow = new OrderFlow(withMarkets(book, markets), prices, ledger, random);
  const launched = new LaunchedTokens(book, ledger, random);
  const insiders = (market: Market) => launched.insiders(market);
  const holders = new HolderStats({ book, ledger, bus: new Bus(), wallets: new Wallets(), insiders });
  const moves: LaunchMoves = {
    nudge: (market, factor) => flow.nudge(market, factor),
    sellOut: (market) => {
      for (const { amount } of holders.insidersOf(market)) flow.sell(market, amount, () => {});
    },
    graduate: (market) => {
      flow.buyOut(market, () => {});
      book.graduate(market, `${market.pool.address}2`);
    },
    remove: () => false,
  };
  const native = book.native('solana');
  const swap = (input: PaperToken, output: PaperToken, amount: bigint): bigint => {
    const plan = planSwap(book, input, output, amount)!;
    ledger.post('swap', swapMoves(plan, 'wal_main'));
    return plan.amountOut;
  };
  ledger.credit('wal_main', idOf(native), 10n * stake, 'faucet');
  const bought = markets.map((market) => ({
    market,
    tokens: swap(native, market.subject, stake),
    priceUsd: book.priceUsd(market.subject),
    returned: null as number | null,
  }));
  for (let leftMs = holdMs; leftMs > 0; leftMs -= stepMs) {
    launched.advance(stepMs, moves);
    flow.advance(stepMs, () => {});
    for (const each of bought) {
      const { subject } = each.market;
      const isDue = leftMs === stepMs || book.priceUsd(subject) < each.priceUsd * stopAt;
      if (isDue) each.returned ??= Number(swap(subject, native, each.tokens)) / Number(stake);
    }
  }
  return bought.map(({ returned }) => returned!);
}

describe('who buys every launch', () => {
  const runs = Array.from({ length: cases(20, 100) }, (_, index) => seed + index);
  // 0.5 % to the service and 0.3 % to the pool, twice.
  const kept = (0.995 * 0.997) ** 2;

  test.each([1_000, 3_000])('and sells it later loses the costs, and mostly far more (steps of %i ms)', (stepMs) => {
    const returns = runs.flatMap((of) => buyAll(of, { lists: graduate, holdMs: hourMs / 2, stepMs, stopAt: 0 }));
    expect(Math.abs(mean(returns) - kept), `seed ${seed}`).toBeLessThan(4.5 * standardError(returns));
    expect(median(returns), `seed ${seed}`).toBeLessThan(0.85);
  });

  test('and sells as soon as it falls gains nothing by that', () => {
    const returns = runs.flatMap((of) =>
      buyAll(of, { lists: graduate, holdMs: hourMs / 2, stepMs: 1_000, stopAt: 0.85 }),
    );
    expect(mean(returns) - kept, `seed ${seed}`).toBeLessThan(4.5 * standardError(returns));
  });
});

describe('who buys every token on its curve', () => {
  const runs = Array.from({ length: cases(20, 100) }, (_, index) => seed + index);
  // 0.5 % to the service and 1 % to the curve, twice; a pool would take less than the curve.
  const kept = (0.995 * 0.99) ** 2;

  test.each([1_000, 20_000])('and sells it later loses the costs, and mostly far more (steps of %i ms)', (stepMs) => {
    const returns = runs.flatMap((of) => buyAll(of, { lists: launchOnCurve, holdMs: hourMs / 4, stepMs, stopAt: 0 }));
    expect(mean(returns) - kept, `seed ${seed}`).toBeLessThan(4.5 * standardError(returns));
    expect(mean(returns) - kept, `seed ${seed}`).toBeGreaterThan(-4.5 * standardError(returns) - 0.02);
    expect(median(returns), `seed ${seed}`).toBeLessThan(0.85);
  });

  test('and sells as soon as it falls gains nothing by that', () => {
    const returns = runs.flatMap((of) =>
      buyAll(of, { lists: launchOnCurve, holdMs: hourMs / 4, stepMs: 1_000, stopAt: 0.85 }),
    );
    expect(mean(returns) - kept, `seed ${seed}`).toBeLessThan(4.5 * standardError(returns));
  });
});
