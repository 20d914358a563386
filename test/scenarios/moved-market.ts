import { startShell } from '../../src/paper/service/service-shell.ts';
import { World } from '../../src/paper/world/world.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import type { Desk, DeskOptions } from '../driver/open-desk.ts';
import { deskOn } from './desk-on-paper.ts';

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
export async function deskOnMovedMarket(speed: number, options: DeskOptions): Promise<MovedMarket> {
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
