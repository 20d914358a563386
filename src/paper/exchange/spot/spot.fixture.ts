import type { Chain } from '../../../domain/chain.ts';
import { FakeClock } from '../../../platform/fake-clock.ts';
import { seededRandom } from '../../../platform/random.ts';
import { Bus, type StreamMessage } from '../../bus.ts';
import { ReferencePrices } from '../reference-prices.ts';
import { tokenBySymbol } from './seed-account.ts';
import { SpotMarket } from './spot-market.ts';

export const startMs = Date.UTC(2026, 5, 1, 12);

/** A spot market for tests, with what it publishes, and hands on its time. */
export function spotFixture(seed = 1) {
  const bus = new Bus();
  const messages: StreamMessage[] = [];
  bus.subscribe((message) => messages.push(message));
  const prices = new ReferencePrices(seededRandom(seed + 1));
  const spot = new SpotMarket({
    ...{ clock: new FakeClock(startMs), random: seededRandom(seed), bus, prices, startMs, userId: 'usr_1' },
  });
  return {
    spot,
    prices,
    messages,
    token: (chain: Chain, symbol: string) => tokenBySymbol(spot.book, chain, symbol),
    on: (stream: string) => messages.filter((message) => message.stream === stream),
    /** Lets time pass with the crowd standing still. */
    wait: (ms: number) => {
      for (let left = ms; left > 0; left -= 50) spot.advance(spot.nowMs + Math.min(50, left), 0);
    },
    /** Lets the whole market run. */
    run: (ms: number) => {
      for (let left = ms; left > 0; left -= 50) {
        prices.advance(50);
        spot.advance(spot.nowMs + 50, 50);
      }
    },
  };
}
