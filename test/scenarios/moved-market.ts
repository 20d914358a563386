import { afterAll, afterEach, beforeAll } from 'vitest';
import { startShell } from '../../src/paper/service/service-shell.ts';
import { World } from '../../src/paper/world/world.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { Desk, DeskOptions } from '../driver/open-desk.ts';
import { backToDesk, deskOn } from './desk-on-paper.ts';
import { sentRequests, sinceLastLook } from './sent-requests.ts';

/** A desk on a paper account of its own, in a market that the test moves. */
export interface MovedMarket {
  readonly desk: Desk;
  /** Multiplies the price of a coin. */
  moves(coin: string, factor: number): void;
  /** Lets so much time pass at once for the desk and the service, ms; prices stay. The desk then reads its data again. */
  ages(ms: number): Promise<void>;
  /** Data of a GET below `/api/v2/`: what the service itself says. */
  reads<T>(path: string): Promise<T>;
}

/** `speed`: of what the market does by itself. At 0, prices change only when they are moved, and nobody else trades. */
async function deskOnMovedMarket(speed: number, options: DeskOptions): Promise<MovedMarket> {
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  let world: World | undefined;
  const paper = await startShell({ seed: 1, speed, stateDir: null, clock }, (parts) => {
    world = new World(parts);
    return world;
  });
  const desk = await deskOn(paper, { ...options, onClose: () => void paper.close() });
  return {
    desk,
    moves: (coin, factor) => world?.movePrice(coin, factor),
    ages: async (ms) => {
      aheadMs += ms;
      await desk.ages(ms);
      await desk.press('r');
    },
    reads: async <T>(path: string) => {
      const answer = await fetch(`${paper.baseUrl}/api/v2/${path}`, {
        headers: { authorization: `Bearer ${paper.apiKey}` },
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return ((await answer.json()) as { data: T }).data;
    },
  };
}

/**
 * Stories on one such desk, 200×40: each ends on the desk, and what it has sent is not the next one's. `opened` takes the market
 * before the first. Returns what has been sent since the last look.
 */
export function storiesOnMovedMarket(speed: number, opened: (market: MovedMarket) => void) {
  let desk: Desk;
  const sentSince = sinceLastLook(() => sentRequests(desk));
  beforeAll(async () => {
    const market = await deskOnMovedMarket(speed, { columns: 200, rows: 40 });
    ({ desk } = market);
    opened(market);
  });
  afterEach(async () => {
    await backToDesk(desk);
    sentSince();
  });
  afterAll(() => desk?.close());
  return sentSince;
}
