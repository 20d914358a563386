// node test/bench/paper-triggers.js: what a market tick costs with many trigger orders that don't fire. The same market
// is played twice, step by step in turns, with 1,000 and with 100,000 orders resting on it: immediate and trailing, on
// six tokens of Base and all three values, in both directions. Bound: at most twice the time.
import { pathToFileURL } from 'node:url';
import { spotFixture } from '../../src/paper/exchange/spot/spot.fixture.ts';

const metrics = ['price_usd', 'market_cap_usd', 'liquidity_usd'];
const directions = ['above', 'below'];
const ticks = 4000;
const tickMs = 50;

/** Microseconds a tick, mean of each round: the trigger book's own part, and the whole spot market's. */
export function measureTriggers(rounds = 5) {
  const markets = [1000, 100_000].map(openMarket);
  const figures = markets.map(() => ({ book: [], market: [] }));
  for (let round = -1; round < rounds; round++) {
    const spent = markets.map(() => ({ book: 0, market: 0 }));
    for (let tick = 0; tick < ticks; tick++) {
      markets.forEach((market, index) => {
        const { book, whole } = market.tick();
        spent[index].book += book;
        spent[index].market += whole;
      });
    }
    // The first round warms up.
    if (round < 0) continue;
    spent.forEach(({ book, market }, index) => {
      figures[index].book.push((book / ticks) * 1000);
      figures[index].market.push((market / ticks) * 1000);
    });
  }
  const [few, many] = figures;
  const ratio = few.book.map((mean, round) => many.book[round] / mean);
  return {
    few,
    many,
    ratio,
    created: markets.map(({ createMs }) => createMs),
    fired: markets.map(({ fired }) => fired()),
  };
}

function openMarket(orderCount) {
  const { spot, prices } = spotFixture(5);
  const { triggers } = spot.account;
  const startedMs = performance.now();
  for (let index = 0; index < orderCount; index++) rest(spot, index);
  const createMs = performance.now() - startedMs;
  let book = 0;
  const advance = triggers.advance.bind(triggers);
  triggers.advance = (...args) => {
    const fromMs = performance.now();
    advance(...args);
    book = performance.now() - fromMs;
  };
  return {
    createMs,
    tick() {
      prices.advance(tickMs);
      const fromMs = performance.now();
      spot.advance(spot.nowMs + tickMs, tickMs);
      return { book, whole: performance.now() - fromMs };
    },
    fired: () => orderCount - triggers.list(orderCount).orders.filter(({ status }) => status === 'active').length,
  };
}

/** One order that is far from firing. */
function rest({ account, book, nowMs }, index) {
  const tokens = book.tokens.filter(({ kind, chain }) => kind === 'token' && chain === 'base');
  const token = tokens[index % tokens.length];
  const triggerMetric = metrics[Math.floor(index / tokens.length) % metrics.length];
  const triggerDirection = directions[Math.floor(index / 2) % 2];
  const isTrailing = index % 2 === 0;
  const spread = (index % 997) / 997;
  const now =
    triggerMetric === 'price_usd'
      ? book.priceUsd(token)
      : triggerMetric === 'market_cap_usd'
        ? book.marketCapUsd(token)
        : book.liquidityUsd(token);
  const level = now * (triggerDirection === 'above' ? 2 + spread : 0.3 + 0.2 * spread);
  account.triggers.create(
    {
      chain: 'base',
      walletId: 'wal_base',
      inputToken: token.address,
      outputToken: book.native('base').address,
      amount: '1000',
      slippageBps: 100,
      expiryHours: 24 + (index % 100),
      triggerMetric,
      triggerDirection,
      triggerBehavior: isTrailing ? 'trailing' : 'immediate',
      ...(isTrailing ? { trailingPercentage: 50 + spread * 40 } : { triggerValue: level.toFixed(12) }),
    },
    nowMs,
  );
}

const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { few, many, ratio, created, fired } = measureTriggers();
  const line = (name, values) => console.log(`${name.padEnd(48)}${middle(values).toFixed(2).padStart(9)}`);
  line('trigger tick, 1,000 resting orders, µs', few.book);
  line('trigger tick, 100,000 resting orders, µs', many.book);
  line('  as a multiple (bound: ≤ 2)', ratio);
  line('whole spot tick, 1,000 resting orders, µs', few.market);
  line('whole spot tick, 100,000 resting orders, µs', many.market);
  console.log(
    `creating them took ${created.map((ms) => ms.toFixed(0)).join(' and ')} ms; fired meanwhile: ${fired.join(' and ')}`,
  );
}
