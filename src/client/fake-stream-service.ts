import type { FakeClock } from '../platform/fake-clock.ts';
import type { Random } from '../platform/random.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';
import type { ChannelToken, SocketEvents, SocketFactory } from './stream-socket.ts';

/** Chances, 0 to 1, that the service misbehaves at each step. All 0: a good service. */
export interface Faults {
  readonly session: number;
  readonly handshake: number;
  readonly auth: number;
  readonly subscription: number;
}

export const noFaults: Faults = { session: 0, handshake: 0, auth: 0, subscription: 0 };

/** A socket as the service sees it. */
export interface ServerSide {
  readonly id: string;
  readonly events: SocketEvents;
  /** Subscribe frames per channel. */
  readonly asked: Map<string, number>;
  readonly subscribed: Set<string>;
  readonly pings: number[];
  isGone: boolean;
}

type Asked = { readonly stream: string; readonly filter?: Readonly<Record<string, string>> };

/**
 * The service behind a stream manager in tests: sessions, channel authorisation and sockets on a FakeClock, with delays and
 * faults drawn from a seeded random, so that a failing run can be played again.
 */
export class FakeStreamService {
  readonly sockets: ServerSide[] = [];
  readonly sessions: (readonly Asked[])[] = [];
  readonly problems: string[] = [];
  faults: Faults = noFaults;
  /** Longest delay of anything the service does, ms. */
  slownessMs = 0;
  appKey = 'app1';
  host = '127.0.0.1';
  adviceMs: number[] | null = null;
  /** Set to answer a session in a special way; return undefined for the usual answer. */
  onSession: (subscriptions: readonly Asked[]) => unknown = () => undefined;
  onAuth: (socketId: string, channel: string) => unknown = () => undefined;
  /** False: subscriptions and pings are heard and never answered. */
  isAnswering = true;
  authorisations = 0;
  readonly #clock: FakeClock;
  readonly #random: Random;

  constructor(clock: FakeClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The socket that the desk holds now. */
  get socket(): ServerSide {
    const open = this.sockets.filter(({ isGone }) => !isGone);
    if (open.length !== 1) throw new Error(`${open.length} sockets are open`);
    return open[0]!;
  }

  static channelOf(stream: string, filter: Readonly<Record<string, string>> = {}): string {
    const isPresence = /^(portfolio|automation)\./.test(stream);
    return [isPresence ? 'presence' : 'public', stream.replaceAll('.', '_'), ...Object.values(filter)].join('-');
  }

  readonly client: ApiClient = {
    baseUrl: 'http://127.0.0.1:1',
    onAnswer: () => () => {},
    call: (async (
      endpoint: { id: string },
      input: { body?: Record<string, unknown> },
      options?: { signal?: AbortSignal },
    ) => {
      await this.#delay(options?.signal);
      const data = this.#answer(endpoint.id, input.body ?? {});
      return { data, requestId: 'r', pagination: null, latencyMs: 1, receivedAtMs: this.#clock.now() };
    }) as unknown as ApiClient['call'],
  };

  readonly openSocket: SocketFactory = (target, events) => {
    if (this.sockets.some(({ isGone }) => !isGone)) this.problems.push('two sockets at once');
    if (target.appKey !== this.appKey) this.problems.push('a socket on old parameters');
    const id = `${this.sockets.length + 1}.${this.#random.int(1_000_000)}`;
    const side: ServerSide = { id, events, asked: new Map(), subscribed: new Set(), pings: [], isGone: false };
    this.sockets.push(side);
    const fate = this.#isFault('handshake') ? this.#random.int(3) : -1;
    if (fate === 0) this.#later(() => this.close(side, 1_006));
    else if (fate === 1) this.#later(() => this.close(side, [4_100, 4_200, 1_013][this.#random.int(3)]!));
    // Fate 2 is silence.
    else if (fate < 0) this.#later(() => this.#whileOpen(side, () => events.onOpen(id, 120_000)));
    return {
      subscribe: (channel, token) => this.#onSubscribe(side, channel, token),
      unsubscribe: (channel) => {
        side.subscribed.delete(channel);
        side.asked.delete(channel);
      },
      ping: () => {
        side.pings.push(this.#clock.monotonic());
        if (this.isAnswering) this.#later(() => this.send(side, 'pusher:pong', null));
      },
      terminate: () => {
        side.isGone = true;
      },
    };
  };

  /** Ends a connection from the server's side. */
  close(side: ServerSide, code: number | null, reason = ''): void {
    this.#whileOpen(side, () => {
      side.isGone = true;
      side.events.onClose(code, reason);
    });
  }

  send(side: ServerSide, event: string, channel: string | null, data: unknown = {}): void {
    this.#whileOpen(side, () => {
      side.events.onText(JSON.stringify({ event, channel, data }));
      side.events.onFrame({ event, channel, data });
    });
  }

  #answer(endpointId: string, body: Record<string, unknown>): unknown {
    if (endpointId === 'ws.streams') return { streams: [] };
    if (endpointId === 'ws.auth') return this.#authorise(String(body['socket_id']), String(body['channel_name']));
    const subscriptions = body['subscriptions'] as readonly Asked[];
    this.sessions.push(subscriptions);
    if (this.#isFault('session')) throw fault(endpointId, 'unknown', 503);
    const special = this.onSession(subscriptions);
    if (special !== undefined) return special;
    return {
      connection: { wsHost: this.host, wsPort: 9, appKey: this.appKey, forceTls: false },
      session: { recommendedReconnectBackoffMs: this.adviceMs },
      subscriptions: subscriptions.map(({ stream, filter }) => {
        const channel = FakeStreamService.channelOf(stream, filter);
        return { stream, channel, event: 'update', visibility: channel.startsWith('presence') ? 'presence' : 'public' };
      }),
    };
  }

  #authorise(socketId: string, channel: string): unknown {
    this.authorisations++;
    if (this.#isFault('auth')) throw fault('ws.auth', 'unknown', [401, 403, 503][this.#random.int(3)]!);
    return this.onAuth(socketId, channel) ?? { auth: `token:${socketId}:${channel}`, channel_data: '{"user_id":"u"}' };
  }

  #onSubscribe(side: ServerSide, channel: string, token: ChannelToken | null): void {
    if (side.isGone) this.problems.push('a subscription on a closed socket');
    if (channel.startsWith('presence') && token?.auth !== `token:${side.id}:${channel}`)
      this.problems.push(`a stale or missing token on ${channel}`);
    side.asked.set(channel, (side.asked.get(channel) ?? 0) + 1);
    if (!this.isAnswering) return;
    const fate = this.#isFault('subscription') ? this.#random.int(2) : -1;
    // Fate 1 is silence.
    if (fate === 0)
      this.#later(() => this.send(side, 'pusher:subscription_error', channel, { status: 403, error: 'no' }));
    if (fate >= 0) return;
    this.#later(() => {
      if (!side.asked.has(channel)) return;
      side.subscribed.add(channel);
      this.send(side, 'pusher_internal:subscription_succeeded', channel);
    });
  }

  #whileOpen(side: ServerSide, run: () => void): void {
    if (!side.isGone) run();
  }

  #isFault(kind: keyof Faults): boolean {
    return this.#random.next() < this.faults[kind];
  }

  #later(run: () => void): void {
    this.#clock.setTimeout(run, this.#random.next() * this.slownessMs);
  }

  async #delay(signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => this.#later(resolve));
    if (signal?.aborted) throw fault('aborted', 'unknown', null);
  }
}

export function fault(endpointId: string, outcome: ApiError['outcome'], status: number | null): ApiError {
  const kinds: Record<number, ApiError['kind']> = { 400: 'validation', 401: 'unauthorized', 403: 'forbidden' };
  const kind = status === null ? 'network' : (kinds[status] ?? 'server');
  return new ApiError({ endpointId, kind, code: 'X', outcome, message: `failed with ${status}`, status });
}
