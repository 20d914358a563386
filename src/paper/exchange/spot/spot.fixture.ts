import type { Chain } from '../../../domain/market/chain.ts';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import { Wallets } from '../../account/wallets.ts';
import { Bus, type StreamMessage } from '../../world/bus.ts';
import { ReferencePrices } from '../prices/reference-prices.ts';
import { tokenBySymbol } from './account/seed-account.ts';
import { SpotMarket } from './trading/spot-market.ts';

export const startMs = Date.UTC(2026, 5, 1, 12);

/** A spot market under test: records what it publishes and controls its time. */
export function spotFixture(seed = 1) {
  const bus = new Bus();
  const messages: StreamMessage[] = [];
  bus.subscribe((message) => messages.push(message));
  const prices = new ReferencePrices(seededRandom(seed + 1), { startMs });
  const spot = new SpotMarket({
    clock: new FakeClock(startMs),
    random: seededRandom(seed),
    bus,
    prices,
    startMs,
    userId: 'usr_1',
    wallets: new Wallets(),
  });
  return {
    spot,
    prices,
    messages,
    token: (chain: Chain, symbol: string) => tokenBySymbol(spot.book, chain, symbol),
    on: (stream: string) => messages.filter((message) => message.stream === stream),
    /** Lets time pass without crowd trades. */
    wait: (ms: number) => {
      for (let left = ms; left > 0; left -= 50) spot.advance(spot.nowMs + Math.min(50, left), 0);
    },
    /** Runs the whole market. */
    run: (ms: number) => {
      for (let left = ms; left > 0; left -= 50) {
        prices.advance(50);
        spot.advance(spot.nowMs + 50, 50);
      }
    },
  };
}
