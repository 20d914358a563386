import type { ApiClient } from '../../client/http/api-client.ts';
import type { StreamManager } from '../../client/streams/stream-model.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { Clock, TimerHandle } from '../../platform/time/clock.ts';
import { wsStreams } from '../../protocol/endpoints/ws.ts';
import { readable } from '../../protocol/schema.ts';
import { toProblem } from '../../stores/problem.ts';
import type { CatalogStream } from '../../stores/streams.ts';

/** A stream as the service lists it. Texts are cleaned. */
export type ListedStream = Pick<CatalogStream, 'streamId' | 'filters'>;

export type CatalogAnswer = { readonly listed: readonly ListedStream[] } | { readonly problem: string };

interface Deps {
  readonly streams: StreamManager;
  readonly client: ApiClient;
  readonly clock: Clock;
}

const askAgainAfterMs = 30_000;

/**
 * Reads the service's catalog of streams after each connect, since the new connection may lead to another version of the
 * service. Returns the function that stops it.
 */
export function readStreamCatalog(
  { streams, client, clock }: Deps,
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
