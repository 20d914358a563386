import type { ApiClient } from '../../client/http/api-client.ts';
import { ApiError } from '../../client/http/errors.ts';
import { createStreamManager } from '../../client/streams/stream-manager.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { getUsage } from '../../protocol/endpoints/account.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import type { CommandIo } from '../command.ts';
import { type Check, fail, ok, warn } from './doctor-check.ts';

const SUBJECT = 'Service';

/** Whether the service responds, how fast, and whether it accepts the key. */
export async function checkService(client: ApiClient, signal: AbortSignal): Promise<Check[]> {
  try {
    await client.call(getUsage, {}, { signal });
    // The first response includes connecting; an order pays only for the second.
    const { data, latencyMs } = await client.call(getUsage, {}, { signal });
    const scopes = readable(data.scopes);
    const key = `id ${cleanText(data.keyId, 64)}, ${scopes.length} scopes`;
    return [
      latencyMs > 1_000
        ? warn(SUBJECT, `answers in ${Math.round(latencyMs)} ms`, 'Prices will be stale by the time an order arrives.')
        : ok(SUBJECT, `answers in ${Math.round(latencyMs)} ms`),
      scopes.length > 0
        ? ok('Key', key)
        : warn('Key', key, 'It may only read its own usage. Grant it scopes at the service.'),
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const request = error.requestId ? ` (request ${cleanText(error.requestId, 64)})` : '';
    const finding = `${cleanText(error.code, 64)}: ${error.message}${request}`;
    if (error.kind === 'unauthorized')
      return [
        ok(SUBJECT, 'answers'),
        fail('Key', finding, 'Create a new key at the service, then run: swapdeck login'),
      ];
    return [fail(SUBJECT, finding, 'Check the address, the network and any proxy.')];
  }
}

interface StreamCheckOptions {
  readonly client: ApiClient;
  readonly io: CommandIo;
  /** Socket host that the user pinned. */
  readonly socketHost: string | null;
  /** Mint whose swaps the check waits for. */
  readonly tokenAddress: string;
  readonly timeoutMs: number;
}

/** Opens the real socket and waits for one swap. Silence on an open channel is no failure: the token may be quiet. */
export async function checkStreams(options: StreamCheckOptions): Promise<Check> {
  const { client, io, socketHost, tokenAddress, timeoutMs } = options;
  const { clock, random, signal } = io;
  const startMs = clock.monotonic();
  const { promise, resolve } = Promise.withResolvers<Check>();
  const manager = createStreamManager({ client, clock, random, baseUrl: client.baseUrl, socketHost });
  const failed = (finding: string) =>
    resolve(fail('Streams', finding, 'The desk works without streams, but its tape stays empty.'));
  let isLive = false;
  manager.subscribe(
    svmTokenSwaps,
    { tokenAddress },
    {
      onEvent: (swap) => {
        const tookMs = Math.round(clock.monotonic() - startMs);
        if (!isUnreadable(swap)) resolve(ok('Streams', `the first swap came after ${tookMs} ms`));
        else resolve(warn('Streams', `a swap came, but cannot be read: ${swap.unreadable}`, null));
      },
      onState: (state, reason) => {
        isLive = state === 'live';
        if (state === 'refused') failed(`the channel was refused: ${reason}`);
      },
    },
  );
  manager.onStatus(({ state, reason }) => state === 'failed' && failed(reason ?? 'failed'));
  const timer = clock.setTimeout(() => {
    const { state, reason } = manager.status();
    if (isLive) resolve(warn('Streams', `subscribed, but no swap came within ${timeoutMs / 1_000} s`, null));
    else failed(`${state} after ${timeoutMs / 1_000} s${reason ? `: ${reason}` : ''}`);
  }, timeoutMs);
  const stop = () => failed('stopped');
  signal.addEventListener('abort', stop);
  manager.start();
  try {
    return await promise;
  } finally {
    clock.clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    manager.stop();
  }
}
