import { describe, expect, test } from 'vitest';
import { cases, seed } from '../../../../../test/run/cases.ts';
import { allChains } from '../../../../domain/market/chain.ts';
import { seededRandom } from '../../../../platform/time/random.ts';
import { Bus } from '../../../world/bus.ts';
import { Ledger } from '../../ledger.ts';
import { ReferencePrices } from '../../prices/reference-prices.ts';
import { spotFixture, startMs } from '../spot.fixture.ts';
import { OrderFlow } from '../trading/order-flow.ts';
import { planSwap, platformFeeBps } from '../trading/swap-router.ts';
import { swapMoves } from '../trading/swap-service.ts';
import { callers } from './alpha-people.ts';
import { AlphaService } from './alpha-service.ts';
import { CallEffects, largestEffect } from './call-effects.ts';
import { launchInto, withMarkets } from './launches.fixture.ts';
import { mean, standardError } from './sample.fixture.ts';
import { idOf, type Market, TokenBook } from './token-book.ts';
import { TokenHistories } from './token-histories.ts';
import { type PaperToken, tokenListings } from './token-list.ts';

function openBook(of: number) {
  const random = seededRandom(of);
  const ledger = new Ledger();
  const prices = new ReferencePrices(random, { startMs });
  return { random, ledger, prices, book: new TokenBook(random, prices, ledger) };
}

describe('what calls do to prices', () => {
  const { book, random } = openBook(seed);
  const [market] = book.markets as [Market];

  test('is never more than the limit, and up or down alike', () => {
    const effects = new CallEffects();
    let log = 0;
    const directions = { rise: 0, fall: 0 };
    for (let index = 0; index < 5_000; index++) {
      const before = effects.pending(market);
      const direction = random.next() < 0.5 ? 'rise' : 'fall';
      effects.called(market, direction);
      directions[direction]++;
      const size = effects.pending(market) - before;
      expect(Math.sign(size)).toBe(direction === 'rise' ? 1 : -1);
      expect(Math.abs(size)).toBeCloseTo(largestEffect - Math.abs(before), 12);
      expect(Math.abs(effects.pending(market))).toBeLessThanOrEqual(largestEffect);
      effects.advance(random.int(120_000), (_, factor) => {
        log += Math.log(factor);
      });
    }
    expect(Math.abs(log), `seed ${seed}`).toBeLessThan(4.5 * largestEffect * Math.sqrt(5_000));
  });

  test('is less than it costs to change from a token that falls to one that rises', () => {
    const fees = allChains.flatMap((chain) => tokenListings(chain).filter(({ token }) => token.kind === 'token'));
    const cheapest = Math.min(...fees.map(({ feeBps }) => feeBps));
    expect(2 * largestEffect).toBeLessThan((platformFeeBps + 2 * cheapest) / 10_000);
    const of = (effect: string) => callers.filter((caller) => caller.effect === effect).length;
    expect(of('rise')).toBe(of('fall'));
  });
});

interface Followed {
  readonly profileId: string;
  /** Proceeds per SOL spent: bought at the call, sold two minutes later. */
  readonly returned: number;
  /** The price then, as a multiple of that at the call. */
  readonly change: number;
}

/** Two hours of market in the Solana tokens without a reference asset, every call followed with 0.1 SOL. */
function followAll(of: number): Followed[] {
  const { random, ledger, prices, book } = openBook(of);
  const markets = book.markets.filter(
    ({ listing: { token, reference } }) =>
      token.chain === 'solana' && (token.kind === 'hub' || (token.kind === 'token' && !reference)),
  );
  const view = withMarkets(book, markets);
  const flow = new OrderFlow(view, prices, ledger, random);
  const effects = new CallEffects();
  const bus = new Bus();
  const onCall: CallEffects['called'] = (market, effect) => effects.called(market, effect);
  const alpha = new AlphaService({
    book: view,
    bus,
    random,
    histories: new TokenHistories(book, prices, startMs),
    userId: 'usr_1',
    startMs,
    onCall,
  });
  const native = book.native('solana');
  const stake = 100_000_000n;
  const swap = (input: PaperToken, output: PaperToken, amount: bigint): bigint => {
    const plan = planSwap(book, input, output, amount)!;
    ledger.post('swap', swapMoves(plan, 'wal_main'));
    return plan.amountOut;
  };
  ledger.credit('wal_main', idOf(native), 10_000n * stake, 'faucet');
  const open: { profileId: string; token: PaperToken; tokens: bigint; priceUsd: number; dueMs: number }[] = [];
  const closed: Followed[] = [];
  let nowMs = startMs;
  bus.subscribe(({ stream, filter, data }) => {
    if (stream !== 'alpha.signalFeedProfile') return;
    const { tokenAddress } = data as { tokenAddress: string };
    const token = book.find('solana', tokenAddress)!;
    const position = { profileId: filter['profileId']!, token, priceUsd: book.priceUsd(token), dueMs: nowMs + 120_000 };
    open.push({ ...position, tokens: swap(native, token, stake) });
  });
  for (; nowMs < startMs + 2 * 3_600_000; nowMs += 1_000) {
    prices.advance(1_000);
    effects.advance(1_000, (market, factor) => flow.nudge(market, factor));
    flow.advance(1_000, () => {});
    alpha.advance(nowMs, 1_000);
    while (open[0] && open[0].dueMs <= nowMs) {
      const { profileId, token, tokens, priceUsd } = open.shift()!;
      const change = book.priceUsd(token) / priceUsd;
      closed.push({ profileId, change, returned: Number(swap(token, native, tokens)) / Number(stake) });
    }
  }
  return closed;
}

describe('who follows calls', () => {
  const followed = Array.from({ length: cases(20, 100) }, (_, index) => followAll(seed + index)).flat();
  const of = (effect: string | null) => {
    const names = callers.filter((caller) => caller.effect === effect).map(({ username }) => username);
    return followed.filter(({ profileId }) => names.includes(profileId));
  };

  test.each(callers)('$username loses money, whatever their record', ({ username }) => {
    const returns = followed.filter(({ profileId }) => profileId === username).map(({ returned }) => returned);
    expect(returns.length).toBeGreaterThan(100);
    expect(mean(returns) + 3 * standardError(returns), `seed ${seed}`).toBeLessThan(1 - 0.005);
  });

  test('of some callers sees prices rise more often, of others fall', () => {
    const [rise, fall] = [of('rise'), of('fall')].map((some) => some.map(({ change }) => change)) as [
      number[],
      number[],
    ];
    const error = Math.hypot(standardError(rise), standardError(fall));
    expect((mean(rise) - mean(fall)) / error, `seed ${seed}`).toBeGreaterThan(1.5);
  });
});

const calledLaunches: Record<'rise' | 'fall' | 'none', number[]> = { rise: [], fall: [], none: [] };

test('some callers call launches that many hold, others those that insiders will sell', () => {
  const { spot, messages } = spotFixture(seed);
  const markets = launchInto(spot.book, 12, seededRandom(seed));
  for (let second = 1; second <= 10_000; second++) spot.alpha.advance(startMs + second * 1_000, 1_000);
  for (const { stream, filter, data } of messages) {
    if (stream !== 'alpha.signalFeedProfile') continue;
    const effect = callers.find(({ username }) => username === filter['profileId'])!.effect;
    const { tokenAddress } = data as { tokenAddress: string };
    const launch = markets.find(({ subject }) => subject.address === tokenAddress)?.listing.launch;
    const called = calledLaunches[effect ?? 'none'];
    if (launch) called.push(launch.developer + launch.insider + launch.bundler);
  }
  // Some of the tokens that they call besides are launches by chance.
  expect(mean(calledLaunches.fall), `seed ${seed}`).toBeGreaterThan(mean(calledLaunches.rise) + 0.1);
});
