import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import { Bus, type StreamMessage } from '../world/bus.ts';
import { type App, splitTarget } from './app.ts';

/** Median of an answer of a service that is not on this machine, ms. */
export const realLatencyMs = 120;
export const mostLatencyMs = 10_000;

/** With it, one answer in twenty takes three times the median. */
const spread = 0.67;
/** The part of an answer's time that an event takes: it is pushed, not asked for. */
const eventPart = 0.4;

export interface LatencyOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** Median of an answer, ms. */
  readonly medianMs: number;
}

/** Half of the time passes before the call is executed, half after. Controls below `/paper/` are not late. */
export function lateApp(app: App, { clock, random, medianMs }: LatencyOptions): App {
  const pause = (ms: number): Promise<void> => new Promise((resolve) => clock.setTimeout(resolve, ms));
  return async (request) => {
    const [path] = splitTarget(request.url ?? '/');
    if (path.startsWith('/paper/')) return app(request);
    const ms = medianMs * Math.exp(spread * gaussian(random));
    await pause(ms / 2);
    const answer = await app(request);
    await pause(ms / 2);
    return answer;
  };
}

/** The messages of `bus`, each late, in their order. */
export function lateBus(bus: Bus, { clock, random, medianMs }: LatencyOptions): Bus {
  const late = new Bus();
  const waiting: { readonly dueMs: number; readonly message: StreamMessage }[] = [];
  const publishDue = (): void => {
    while (waiting[0] && waiting[0].dueMs <= clock.monotonic()) late.publish(waiting.shift()!.message);
    // Time passes between two looks: Node warns of a negative delay, on the terminal.
    if (waiting[0]) clock.setTimeout(publishDue, Math.max(0, waiting[0].dueMs - clock.monotonic()));
  };
  bus.subscribe((message) => {
    const ms = eventPart * medianMs * (0.6 + 0.8 * random.next());
    // One that overtakes would be from another connection: a socket delivers in order.
    const dueMs = Math.max(waiting.at(-1)?.dueMs ?? 0, clock.monotonic() + ms);
    if (waiting.push({ dueMs, message }) === 1) clock.setTimeout(publishDue, ms);
  });
  return late;
}

const gaussian = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
