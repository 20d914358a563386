import Big from 'big.js';
import { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../../platform/time/random.ts';
import type { AnyEndpoint, CallInput, ResponseInput } from '../../../protocol/endpoint.ts';
import { isUnreadable } from '../../../protocol/schema.ts';
import { defaultPerpWalletId, paperUserId, Wallets } from '../../account/wallets.ts';
import { perpRoutes } from '../../routes/perp.ts';
import { Bus, type StreamMessage } from '../../world/bus.ts';
import { ReferencePrices } from '../prices/reference-prices.ts';
import { PerpExchange } from './perp-exchange.ts';

export const labStartMs = Date.UTC(2026, 10, 20, 14, 12);
const context = { key: { keyId: 'test', scopes: [] }, userId: paperUserId, nowMs: labStartMs, requestId: 'req_test' };

/** A perp exchange under test: prices move on request, calls go through the routes and both schemas. */
export function openPerpLab(seed = 7) {
  const clock = new FakeClock(labStartMs);
  const random = seededRandom(seed);
  const bus = new Bus();
  const messages: StreamMessage[] = [];
  bus.subscribe((message) => messages.push(message));
  const prices = new ReferencePrices(random, { startMs: labStartMs });
  const perps = new PerpExchange({
    clock,
    random,
    bus,
    prices,
    startMs: labStartMs,
    userId: paperUserId,
    wallets: new Wallets(),
    defaultWalletId: defaultPerpWalletId,
  });
  const routes = perpRoutes(perps);

  function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): ResponseInput<E> {
    const route = routes.find((candidate) => candidate.endpoint === endpoint);
    if (!route) throw new Error(`no route for ${endpoint.id}`);
    const given = input as Record<string, unknown>;
    const parsed: Record<string, unknown> = {};
    for (const part of ['params', 'query', 'body'] as const)
      if (endpoint[part]) parsed[part] = endpoint[part].parse(given[part] ?? {});
    const answer = route.handle(parsed, context);
    const unreadable = findUnreadable(endpoint.response.parse(answer));
    if (unreadable) throw new Error(`${endpoint.id}: ${unreadable}`);
    return answer as ResponseInput<E>;
  }

  /** Like `setPrice`, for several prices and a step of the given length. */
  function setPrices(usdBySymbol: Record<string, number>, elapsedMs: number): void {
    for (const [symbol, usd] of Object.entries(usdBySymbol)) prices.set(symbol, usd);
    perps.advance(clock.now(), elapsedMs);
  }

  return {
    clock,
    perps,
    messages,
    call,
    /** Sets a reference price and runs one market step of 50 ms. */
    setPrice(symbol: string, usd: number): void {
      setPrices({ [symbol]: usd }, 50);
    },
    setPrices,
    priceUsd: (symbol: string) => prices.priceUsd(symbol),
    /** Lets `hours` pass, one market step each. */
    async passHours(hours: number): Promise<void> {
      for (let hour = 0; hour < hours; hour++) {
        await clock.advance(3_600_000);
        perps.advance(clock.now(), 3_600_000);
      }
    },
    position(coin: string, walletId = defaultPerpWalletId) {
      return perps.positions(walletId).positions.find((position) => position.coin === coin);
    },
  };
}

export const big = (value: unknown): Big => new Big(value as string);

function findUnreadable(value: unknown): string | null {
  if (isUnreadable(value)) return value.unreadable;
  if (typeof value !== 'object' || value === null) return null;
  for (const inner of Object.values(value)) {
    const found = findUnreadable(inner);
    if (found) return found;
  }
  return null;
}
