import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/errors.ts';
import { createStreamManager } from '../client/stream-manager.ts';
import { cleanText } from '../domain/clean-text.ts';
import type { TimerHandle } from '../platform/clock.ts';
import { getUsage } from '../protocol/endpoints/account.ts';
import { readable } from '../protocol/schema.ts';
import { svmTokenSwaps } from '../protocol/streams/svm.ts';
import type { CommandIo } from './command.ts';
import { type Check, fail, ok, warn } from './doctor-check.ts';

const SUBJECT = 'Service';

/** Whether the service answers, how fast, and whether it takes the key. */
export async function checkService(client: ApiClient, signal: AbortSignal): Promise<Check[]> {
  try {
    await client.call(getUsage, {}, { signal });
    // The first answer paid for the connection; an order pays for the second alone.
    const { data, latencyMs } = await client.call(getUsage, {}, { signal });
    const scopes = readable(data.scopes);
    const key = `id ${cleanText(data.keyId, 64)}, ${scopes.length} scopes`;
    return [
      latencyMs > 1_000
        ? warn(SUBJECT, `answers in ${Math.round(latencyMs)} ms`, 'Prices will be old by the time an order arrives.')
        : ok(SUBJECT, `answers in ${Math.round(latencyMs)} ms`),
      scopes.length > 0
        ? ok('Key', key)
        : warn('Key', key, 'It may read its own usage only; give it scopes at the service.'),
    ];
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const request = error.requestId ? ` (request ${cleanText(error.requestId, 64)})` : '';
    const finding = `${cleanText(error.code, 64)}: ${error.message}${request}`;
    if (error.kind === 'unauthorized')
      return [ok(SUBJECT, 'answers'), fail('Key', finding, 'Make a new key at the service, then: swapdeck login')];
    return [fail(SUBJECT, finding, 'Check the address, the network and any proxy in between.')];
  }
}

interface StreamCheckOptions {
  readonly client: ApiClient;
  readonly io: CommandIo;
  readonly socketHost: string | null;
  /** Mint whose swaps are waited for. */
  readonly tokenAddress: string;
  readonly timeoutMs: number;
}

/** Opens the real socket and waits for one swap. Silence on an open channel is no failure: a token may rest. */
export async function checkStreams({
  client,
  io,
  socketHost,
  tokenAddress,
  timeoutMs,
}: StreamCheckOptions): Promise<Check> {
  const startMs = io.clock.monotonic();
  const manager = createStreamManager({
    client,
    clock: io.clock,
    random: io.random,
    baseUrl: client.baseUrl,
    ...(socketHost && { socketHost }),
  });
  let timer: TimerHandle;
  try {
    return await new Promise<Check>((resolve) => {
      const after = () => `after ${Math.round(io.clock.monotonic() - startMs)} ms`;
      const cure = 'The desk works without streams, but its tape stays empty; see the reason.';
      manager.subscribe(
        svmTokenSwaps,
        { tokenAddress },
        { onEvent: () => resolve(ok('Streams', `a swap arrived ${after()}`)) },
      );
      manager.onStatus(() => {
        const { state, reason } = manager.status();
        if (state === 'failed') resolve(fail('Streams', reason ?? 'failed', cure));
      });
      timer = io.clock.setTimeout(() => {
        const { state, reason } = manager.status();
        if (state === 'connected')
          resolve(warn('Streams', `connected, but no swap within ${timeoutMs / 1_000} s`, null));
        else resolve(fail('Streams', `${state}${reason ? `: ${reason}` : ''} ${after()}`, cure));
      }, timeoutMs);
      io.signal.addEventListener('abort', () => resolve(fail('Streams', 'stopped', null)));
      manager.start();
    });
  } finally {
    io.clock.clearTimeout(timer);
    manager.stop();
  }
}
