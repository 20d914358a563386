import type { ApiClient } from '../client/api-client.ts';
import type { StreamManager } from '../client/stream-model.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import type { Clock, TimerHandle } from '../platform/clock.ts';
import { wsStreams } from '../protocol/endpoints/ws.ts';
import { readable } from '../protocol/schema.ts';
import { toProblem } from '../stores/problem.ts';
import type { CatalogStream } from '../stores/streams.ts';

/** A stream as the service lists it; its texts are clean. */
export type ListedStream = Pick<CatalogStream, 'streamId' | 'filters'>;

export type CatalogAnswer = { readonly listed: readonly ListedStream[] } | { readonly problem: string };

interface Surroundings {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly clock: Clock;
}

const askAgainAfterMs = 30_000;

/**
 * Reads the service's catalog of streams whenever a connection stands, since another service, or another version of it,
 * may be behind the next one. Returns the function that ends it.
 */
export function readStreamCatalog(
  { streams, client, clock }: Surroundings,
  onAnswer: (answer: CatalogAnswer) => void,
): () => void {
  const abort = new AbortController();
  let timer: TimerHandle | null = null;
  let isUp = false;

  const read = async (): Promise<void> => {
    timer = null;
    const answer = await ask(client, abort.signal);
    if (abort.signal.aborted) return;
    onAnswer(answer);
    if ('problem' in answer && isUp) timer ??= clock.setTimeout(() => void read(), askAgainAfterMs);
  };
  const stop = streams.onStatus(({ state }) => {
    const wasUp = isUp;
    isUp = state === 'connected';
    if (isUp && !wasUp && timer === null) void read();
  });
  return () => {
    stop();
    abort.abort();
    if (timer !== null) clock.clearTimeout(timer);
  };
}

const ask = (client: ApiClient, signal: AbortSignal): Promise<CatalogAnswer> =>
  client.call(wsStreams, {}, { signal }).then(
    ({ data }): CatalogAnswer => ({
      listed: readable(data.streams).map(({ id, filters }) => ({
        streamId: cleanText(id, textLimits.name),
        filters: readable(filters ?? []).map(({ name, required, description }) => ({
          name: cleanText(name, textLimits.symbol),
          required: required === true,
          description: cleanText(description, 200),
        })),
      })),
    }),
    (error: unknown): CatalogAnswer => ({ problem: cleanText(toProblem(error).message, 200) }),
  );
