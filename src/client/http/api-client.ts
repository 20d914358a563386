import ky, { type KyResponse } from 'ky';
import { parseBaseUrl } from '../../platform/config/base-url.ts';
import { checkDispatcher, dispatchOnce } from '../../platform/process/dispatch-once.ts';
import { registerSecret } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../../protocol/endpoint.ts';
import { type BuiltRequest, buildRequest } from './build-request.ts';
import { pause, startDeadline } from './deadline.ts';
import { ApiError } from './errors.ts';
import { type Pagination, readFailure, readSuccess } from './read-response.ts';
import { type RawResponse, readBody } from './response-body.ts';
import { retryDelayMs, retryLimit } from './retry-policy.ts';
import { toTransportError } from './transport-error.ts';

/** A success of the service, read with the operation's own schema. */
export interface ApiResult<T> {
  readonly data: T;
  /** The service's name for the request, from the envelope. */
  readonly requestId: string;
  /** Null where the answer is no list in pages. */
  readonly pagination: Pagination | null;
  /** Round trip of the answered attempt, ms. */
  readonly latencyMs: number;
  /** Wall clock, ms since the epoch. */
  readonly receivedAtMs: number;
}

/** Both are optional: without them a call has the client's time-out and can't be given up. */
export interface CallOptions {
  /** Raised, the call ends with code ABORTED. What was sent by then may have been done. */
  readonly signal?: AbortSignal;
  /** For the whole call including retries, ms. */
  readonly timeoutMs?: number;
}

/** How a call ended, for the header's latency and reachability. Calls refused before sending are not reported. */
export interface CallEnd {
  readonly endpointId: string;
  readonly latencyMs: number;
  readonly outcome: 'ok' | ApiError;
}

/**
 * The service at one base URL under one key. GETs are tried up to three times (retry-policy.ts), what changes something once.
 */
export interface ApiClient {
  readonly baseUrl: string;
  /** Rejects only with ApiError. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: CallOptions,
  ): Promise<ApiResult<ResponseData<E>>>;
  /** Calls the listener at the end of each call that left. Returns how to stop that. */
  onAnswer(listener: (end: CallEnd) => void): () => void;
}

/** How to reach the service. `fetch` and `clock` are for tests and recordings. */
export interface ApiClientOptions {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Overrides for names that the contract leaves open. */
  readonly names?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
  /** For each call that names none, ms; 15 s when absent. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 15_000;

/**
 * Throws an Error when the base URL or the key cannot be used, or this Node cannot hold a request to one attempt. The key is
 * never quoted.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { apiKey, clock, names = {} } = options;
  const base = new URL(parseBaseUrl(options.baseUrl));
  // fetch quotes an invalid header value, including the key.
  if (!/^[\x21-\x7e]{1,4096}$/.test(apiKey)) throw new Error('the API key is empty or contains invalid characters');
  registerSecret(apiKey);
  checkDispatcher();
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
          // An error in the header callback must not turn a completed order into a failed one.
        }
    };
    try {
      const answer = await deadline.race(attempts.run(request, deadline.signal));
      const isSuccess = answer.status >= 200 && answer.status < 300;
      if (!isSuccess) throw readFailure(endpoint, answer, clock.now());
      const success = await readSuccess(endpoint, answer);
      end('ok');
      // Read with the operation's own schema.
      const data = success.data as ResponseData<E>;
      return { ...success, data, latencyMs: attempts.latencyMs(), receivedAtMs: clock.now() };
    } catch (fault) {
      const error =
        fault instanceof ApiError ? fault : toTransportError(endpoint, base.host, fault, attempts.count > 0);
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

type AttemptInit = RequestInit & { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> };

/** The attempts of one call: exactly one if the call changes something, up to three for a GET. */
class Attempts {
  readonly #options: ApiClientOptions;
  readonly #endpoint: AnyEndpoint;
  readonly #fetch: typeof fetch;
  readonly #authorization: string;
  #answer: RawResponse | null = null;
  #startMs = 0;
  #tookMs: number | null = null;
  count = 0;

  constructor(options: ApiClientOptions, endpoint: AnyEndpoint) {
    this.#options = options;
    this.#endpoint = endpoint;
    this.#fetch = options.fetch ?? fetch;
    this.#authorization = `Bearer ${options.apiKey}`;
  }

  /** Latency of the last attempt, ms; still growing while it runs. */
  latencyMs(): number {
    return this.#tookMs ?? this.#options.clock.monotonic() - this.#startMs;
  }

  /** Resolves with the last response, whatever its status. Rejects with the error of the last attempt. */
  async run(request: BuiltRequest, signal: AbortSignal): Promise<RawResponse> {
    const init = {
      method: this.#endpoint.method,
      signal,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(typeof request.body === 'string' && { 'content-type': 'application/json' }),
      },
      body: request.body,
    } satisfies RequestInit;
    try {
      await (this.#endpoint.mutates ? this.#sendOnce(request.url, init) : this.#sendWithRetries(request.url, init));
    } catch (error) {
      if (!this.#answer) throw error;
    }
    // An attempt that nobody answered has thrown.
    return this.#answer!;
  }

  /** Without ky and without a Request, of which fetch would make another: nothing is to be retried, and an order waits for it. */
  #sendOnce(url: URL, init: AttemptInit): Promise<unknown> {
    const headers = { ...init.headers, authorization: this.#authorization };
    return this.#attempt(init.signal, () => this.#fetch(url, { ...init, headers, dispatcher: dispatchOnce() }));
  }

  #sendWithRetries(url: URL, init: AttemptInit): Promise<unknown> {
    const { clock, random } = this.#options;
    return ky(url, {
      ...init,
      // We keep our own deadline, so that it runs on the injected clock and covers the body too.
      timeout: false,
      // ky makes a Request of whatever it is given.
      fetch: (request) => this.#attempt((request as Request).signal, () => this.#fetchWithKey(request as Request)),
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
            await pause(clock, delayMs, init.signal);
            // Here rather than by the signal of ky's next request: that one follows ours, but may do so too late.
            init.signal.throwIfAborted();
          },
        ],
      },
    });
  }

  /** Added last, so that no request inside a ky error contains the key. */
  #fetchWithKey(request: Request): Promise<Response> {
    const headers = new Headers(request.headers);
    headers.set('authorization', this.#authorization);
    return this.#fetch(new Request(request, { headers }), { redirect: 'error' });
  }

  /** ky sees only status and headers. The body is read here, to control its size and detect resets. */
  async #attempt(signal: AbortSignal, send: () => Promise<Response>): Promise<KyResponse> {
    signal.throwIfAborted();
    this.#answer = null;
    this.#tookMs = null;
    this.#startMs = this.#options.clock.monotonic();
    this.count++;
    try {
      this.#answer = await readBody(await send());
    } finally {
      this.#tookMs = this.#options.clock.monotonic() - this.#startMs;
    }
    const { status, headers } = this.#answer;
    // Typed otherwise is `json` alone, and there is no body here.
    return new Response(null, { status, headers }) as KyResponse;
  }
}
