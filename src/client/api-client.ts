import ky, { type KyResponse } from 'ky';
import { parseBaseUrl } from '../platform/base-url.ts';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { keepSecret } from '../platform/secrets.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../protocol/endpoint.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { pause, startDeadline } from './deadline.ts';
import { dispatchOnce } from './dispatch-once.ts';
import { ApiError } from './errors.ts';
import { type Pagination, readFailure, readSuccess } from './judge-answer.ts';
import { judgeFault } from './judge-fault.ts';
import { type RawAnswer, readAnswer } from './read-answer.ts';
import { retryDelayMs, retryLimit } from './retry-policy.ts';

export interface ApiResult<T> {
  readonly data: T;
  readonly requestId: string;
  readonly pagination: Pagination | null;
  /** Round trip of the attempt that was answered, ms. */
  readonly latencyMs: number;
  /** Wall clock, ms since the epoch. */
  readonly receivedAtMs: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** For the whole call, retries included, ms. */
  readonly timeoutMs?: number;
}

/** How a call ended, for the header's latency and "service reachable". Calls refused before they left are not reported. */
export interface CallEnd {
  readonly endpointId: string;
  readonly latencyMs: number;
  readonly outcome: 'ok' | ApiError;
}

export interface ApiClient {
  readonly baseUrl: string;
  /** Rejects with ApiError, and with nothing else. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<ApiResult<ResponseData<E>>>;
  onAnswer(listener: (end: CallEnd) => void): () => void;
}

export interface ApiClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Overrides for the names that the contract leaves open. */
  readonly names?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

/** Throws an Error when the base URL or the key cannot be used; the key is never quoted. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { apiKey, clock, names = {} } = options;
  const base = new URL(parseBaseUrl(options.baseUrl));
  // fetch quotes a header value that it refuses, key and all.
  if (!/^[\x21-\x7e]{1,4096}$/.test(apiKey)) throw new Error('the API key is empty or has characters no key has');
  keepSecret(apiKey);
  const listeners = new Set<(end: CallEnd) => void>();

  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, callOptions: CallOptions = {}) {
    const request = buildRequest(endpoint, input, base, names);
    const attempts = new Attempts(options, endpoint);
    const { timeoutMs = options.timeoutMs ?? defaultTimeoutMs, signal } = callOptions;
    const deadline = startDeadline(clock, timeoutMs, signal);
    const end = (outcome: 'ok' | ApiError) => {
      const report = { endpointId: endpoint.id, latencyMs: attempts.latencyMs(), outcome };
      for (const listener of listeners)
        try {
          listener(report);
        } catch {
          // The header's troubles must not turn an order that was done into one that failed.
        }
    };
    try {
      const answer = await deadline.race(attempts.run(request, deadline.signal));
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (!isSuccess) throw readFailure(endpoint, answer, clock.now());
      const success = readSuccess(endpoint, answer);
      end('ok');
      const data = success.data as ResponseData<E>;
      return { ...success, data, latencyMs: attempts.latencyMs(), receivedAtMs: clock.now() };
    } catch (fault) {
      const error = fault instanceof ApiError ? fault : judgeFault(endpoint, base.host, fault, attempts.count > 0);
      if (attempts.count > 0) end(error);
      throw error;
    } finally {
      deadline.clear();
    }
  }

  return {
    baseUrl: options.baseUrl,
    call,
    onAnswer(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The attempts of one call: exactly one where the call changes something, up to three of a GET. */
class Attempts {
  readonly #options: ApiClientOptions;
  readonly #endpoint: AnyEndpoint;
  readonly #fetch: typeof fetch;
  #answer: RawAnswer | null = null;
  #startMs = 0;
  #tookMs: number | null = null;
  count = 0;

  constructor(options: ApiClientOptions, endpoint: AnyEndpoint) {
    this.#options = options;
    this.#endpoint = endpoint;
    this.#fetch = options.fetch ?? fetch;
  }

  /** Of the last attempt, ms; still growing while it runs. */
  latencyMs(): number {
    return this.#tookMs ?? this.#options.clock.monotonic() - this.#startMs;
  }

  /** Resolves with the last answer, whatever its status; rejects with the fault of the last attempt. */
  async run({ url, body }: BuiltRequest, signal: AbortSignal): Promise<RawAnswer> {
    const { clock, random } = this.#options;
    try {
      await ky(url, {
        method: this.#endpoint.method,
        body,
        signal,
        redirect: 'error',
        // The deadline is ours, so that it runs on the injected clock and covers the body too.
        timeout: false,
        headers: {
          accept: 'application/json',
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        },
        fetch: (request) => this.#once(request as Request),
        retry: {
          limit: retryLimit(this.#endpoint),
          methods: ['get'],
          shouldRetry: ({ error }) => retryDelayMs(error, this.#answer, 1, clock.now(), random) !== null,
          delay: () => 0,
        },
        hooks: {
          beforeRetry: [
            async ({ error, retryCount }) => {
              const delayMs = retryDelayMs(error, this.#answer, retryCount, clock.now(), random) ?? 0;
              await pause(clock, delayMs, signal);
            },
          ],
        },
      });
    } catch (error) {
      if (!this.#answer) throw error;
    }
    return this.#answer!;
  }

  /** ky sees status and headers only: the body is read here, where its size and its resets can be judged. */
  async #once(request: Request): Promise<KyResponse> {
    request.signal.throwIfAborted();
    this.#answer = null;
    this.#tookMs = null;
    this.#startMs = this.#options.clock.monotonic();
    this.count++;
    try {
      // Added this late, the key is in no request that an error of ky holds.
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${this.#options.apiKey}`);
      const response = await this.#fetch(new Request(request, { headers }), {
        redirect: 'error',
        ...(this.#endpoint.mutates && { dispatcher: dispatchOnce() }),
      });
      this.#answer = await readAnswer(response);
    } finally {
      this.#tookMs = this.#options.clock.monotonic() - this.#startMs;
    }
    const { status, headers } = this.#answer;
    return new Response(null, { status, headers }) as KyResponse;
  }
}
