import { z } from 'zod';
import type { ApiClient } from '../../client/http/api-client.ts';
import { createStreamManager } from '../../client/streams/stream-manager.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import type { Level, StreamResult } from './check-report.ts';
import { compare, type Finding, isSurprise } from './compare.ts';
import type { PlannedStream } from './plan-streams.ts';

interface WatchOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly socketHost: string | null;
  readonly signal: AbortSignal;
  readonly ms: number;
  readonly planned: readonly PlannedStream[];
}

/** How far the watching has come, for the progress line. */
export interface WatchProgress {
  readonly live: number;
  readonly events: number;
}

/** A result and the events behind it, as they came. */
export interface WatchedStream {
  readonly stream: AnyStream;
  readonly result: StreamResult;
  readonly events: readonly unknown[];
}

/** More of one kind show nothing new. */
const mostCompared = 500;

class Watched {
  readonly planned: PlannedStream;
  state = 'pending';
  reason: string | null = null;
  count = 0;
  readonly events: unknown[] = [];

  constructor(planned: PlannedStream) {
    this.planned = planned;
  }

  end(connection: string): WatchedStream {
    const { stream, filter, findings: planning } = this.planned;
    const findings = [...planning, ...compare(stream.payload, this.events)];
    const result = { id: stream.id, filter, events: this.count, findings, ...this.#outcome(connection, findings) };
    return { stream, result, events: this.events };
  }

  #outcome(connection: string, findings: readonly Finding[]): { level: Level; problem: string | null } {
    if (this.state === 'refused') return { level: 'fail', problem: cleanText(this.reason ?? 'refused', 300) };
    if (this.state !== 'live') return { level: 'fail', problem: cleanText(connection, 300) };
    const level = this.count === 0 ? 'quiet' : 'ok';
    return { level: findings.some(isSurprise) ? 'warn' : level, problem: null };
  }
}

/** Subscribes to the planned streams, and compares each event with the stream's schema until the time is over. */
export async function watchStreams(
  { client, clock, random, socketHost, signal, ms, planned }: WatchOptions,
  tell: (progress: WatchProgress, leftMs: number) => void,
): Promise<WatchedStream[]> {
  const manager = createStreamManager({ client, clock, random, baseUrl: client.baseUrl, socketHost });
  const watched = planned.map((one) => new Watched(one));
  const endMs = clock.monotonic() + ms;
  const told = () =>
    tell(
      {
        live: watched.filter(({ state }) => state === 'live').length,
        events: watched.reduce((sum, { count }) => sum + count, 0),
      },
      Math.max(0, endMs - clock.monotonic()),
    );
  // Read with its own schema, an event would have lost its unknown fields.
  for (const one of watched)
    manager.subscribe({ ...one.planned.stream, payload: z.unknown(), readPlain: undefined }, one.planned.filter, {
      onEvent: (data) => {
        one.count++;
        if (one.events.length < mostCompared) one.events.push(data);
        told();
      },
      onState: (state, reason) => {
        one.state = state;
        one.reason = reason;
        told();
      },
    });
  const { promise, resolve } = Promise.withResolvers<void>();
  manager.onStatus(({ state }) => state === 'failed' && resolve());
  const timer = clock.setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  if (signal.aborted) resolve();
  manager.start();
  await promise;
  clock.clearTimeout(timer);
  const { state, reason } = manager.status();
  const connection = state === 'connected' ? 'the service did not confirm it' : (reason ?? state);
  const results = watched.map((one) => one.end(connection));
  manager.stop();
  return results;
}
