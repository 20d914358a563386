import type { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import type { Random } from '../../../platform/time/random.ts';
import type { ApiClient } from '../../http/api-client.ts';
import { startDeadline } from '../../http/deadline.ts';
import { ApiError } from '../../http/errors.ts';
import { FakeStreamNetwork, type Faults } from './fake-stream-network.fixture.ts';
import { addressOf, FakeStreamSockets, type ServerSide, tokenFor } from './fake-stream-sockets.fixture.ts';

type Asked = { readonly stream: string; readonly filter?: Readonly<Record<string, string>> };

const timeoutMs = 15_000;

/**
 * The simulated service behind a stream manager: sessions, channel authorisation and sockets on a FakeClock, with
 * delays and faults from a seeded random, so that a failing run can be reproduced.
 */
export class FakeStreamService {
  readonly network: FakeStreamNetwork;
  readonly side: FakeStreamSockets;
  readonly sessions: (readonly Asked[])[] = [];
  appKey = 'app1';
  host = '127.0.0.1';
  port = 9;
  adviceMs: number[] | null = null;
  /** All user streams share one channel and are distinguished by event. */
  hasOneUserChannel = false;
  /** Set to customise a session response; return undefined for the usual one. */
  onSession: (subscriptions: readonly Asked[]) => unknown = () => undefined;
  onAuth: (socketId: string, channel: string) => unknown = () => undefined;
  authorisations = 0;
  /** Calls that have not ended; for an authorisation, with its socket. */
  readonly callsUnderWay = new Set<{ readonly id: string; readonly socketId: unknown }>();

  constructor(clock: FakeClock, random: Random) {
    this.network = new FakeStreamNetwork(clock, random);
    this.side = new FakeStreamSockets(this.network);
    this.side.address = this.address;
  }

  /** Current address of its socket. */
  get address(): string {
    return addressOf(this);
  }

  get sockets(): readonly ServerSide[] {
    return this.side.all;
  }

  /** The socket that the desk holds now. */
  get socket(): ServerSide {
    const { open } = this.side;
    if (open.length !== 1) throw new Error(`${open.length} sockets are open`);
    return open[0]!;
  }

  get problems(): string[] {
    return this.network.problems;
  }

  set faults(faults: Faults) {
    this.network.faults = faults;
  }

  set slownessMs(ms: number) {
    this.network.slownessMs = ms;
  }

  set isAnswering(isAnswering: boolean) {
    this.side.isAnswering = isAnswering;
  }

  close(side: ServerSide, code: number | null, reason = ''): void {
    this.side.close(side, code, reason);
  }

  send(side: ServerSide, event: string, channel: string | null, data?: unknown): void {
    this.side.send(side, event, channel, data);
  }

  static channelOf(stream: string, filter: Readonly<Record<string, string>> = {}): string {
    const kind = isUsers(stream) ? 'presence' : 'public';
    return [kind, stream.replaceAll('.', '_'), ...Object.values(filter)].join('-');
  }

  /** Where this service currently publishes a stream. */
  placeOf(stream: string, filter: Readonly<Record<string, string>> = {}): { channel: string; event: string } {
    if (this.hasOneUserChannel && isUsers(stream)) return { channel: 'presence-user', event: stream };
    return { channel: FakeStreamService.channelOf(stream, filter), event: 'update' };
  }

  readonly client: ApiClient = {
    baseUrl: 'http://127.0.0.1:1',
    onAnswer: () => () => {},
    call: (async (
      { id }: { id: string },
      { body = {} }: { body?: Record<string, unknown> },
      options: { signal?: AbortSignal; timeoutMs?: number } = {},
    ) => {
      const { clock } = this.network;
      this.network.note(`call ${id} ${JSON.stringify(body)}`);
      if (id === 'ws.auth') this.#checkSocketId(String(body['socket_id']));
      const call = { id, socketId: body['socket_id'] };
      this.callsUnderWay.add(call);
      const deadline = startDeadline(clock, options.timeoutMs ?? timeoutMs, options.signal);
      try {
        await deadline.race(this.#answerTime());
        const data = this.#answer(id, body);
        this.network.note(`answer ${id}`);
        return { data, requestId: 'r', pagination: null, latencyMs: 1, receivedAtMs: clock.now() };
      } catch (error) {
        const end = error instanceof ApiError ? error : fault(id, 'unknown', null);
        this.network.note(`no answer ${id}: ${end.message}`);
        throw end;
      } finally {
        this.callsUnderWay.delete(call);
        deadline.clear();
      }
    }) as unknown as ApiClient['call'],
  };

  readonly openSocket: FakeStreamSockets['factory'] = (target, events) => this.side.factory(target, events);

  /** Calls whose response nobody can use any more: they should have been aborted. */
  deadCalls(): string[] {
    const calls = [...this.callsUnderWay];
    const sessions = calls.filter(({ id }) => id === 'ws.session');
    const isOpen = (socketId: unknown) => this.side.open.some(({ id }) => id === socketId);
    const dead = calls.filter(({ id, socketId }) => id === 'ws.auth' && !isOpen(socketId));
    return [...sessions.slice(1), ...dead].map(({ id }) => id);
  }

  #answer(endpointId: string, body: Record<string, unknown>): unknown {
    if (endpointId === 'ws.streams') return { streams: [] };
    if (endpointId === 'ws.auth') return this.#authorise(String(body['socket_id']), String(body['channel_name']));
    const subscriptions = body['subscriptions'] as readonly Asked[];
    this.sessions.push(subscriptions);
    const { network } = this;
    // A 401, which ends all attempts, is the rarest.
    if (network.isFault('session'))
      throw refusal(endpointId, network.oneOf([503, 503, 503, null, null, 400, 429, 401]));
    const special = this.onSession(subscriptions);
    if (special !== undefined) return special;
    this.side.address = this.address;
    this.#expectMove();
    return {
      connection: { wsHost: this.host, wsPort: this.port, appKey: this.appKey, forceTls: false },
      session: { recommendedReconnectBackoffMs: this.adviceMs },
      subscriptions: subscriptions.map(({ stream, filter }) => {
        const visibility = isUsers(stream) ? 'presence' : 'public';
        return { stream, ...this.placeOf(stream, filter), visibility };
      }),
    };
  }

  #authorise(socketId: string, channel: string): unknown {
    this.authorisations++;
    if (this.network.isFault('auth')) throw refusal('ws.auth', this.network.oneOf([401, 403, 503, null]));
    return this.onAuth(socketId, channel) ?? { auth: tokenFor(socketId, channel), channel_data: '{"user_id":"u"}' };
  }

  #checkSocketId(socketId: string): void {
    const isOpen = this.side.open.some(({ id }) => id === socketId);
    if (!isOpen) this.problems.push(`an authorisation for the socket ${socketId}, which is gone`);
  }

  /** A desk that learns of another address must leave the old one, at the latest when all its requests are answered. */
  #expectMove(): void {
    const isAsking = () => [...this.callsUnderWay].some(({ id }) => id === 'ws.session');
    for (const side of this.side.open.filter(({ address }) => address !== this.address))
      this.network.later(() => {
        if (!side.isGone && !isAsking()) this.problems.push('the desk stays on old parameters');
      }, 1);
  }

  async #answerTime(): Promise<void> {
    const { network } = this;
    const isHanging = network.isFault('hang');
    if (isHanging && network.random.int(2) === 0) return await new Promise<never>(() => {});
    const delayMs = isHanging ? 10_000 + network.random.int(5_000) : network.delayMs();
    await new Promise<void>((resolve) => network.later(resolve, delayMs));
  }
}

const isUsers = (stream: string): boolean => /^(portfolio|automation)\./.test(stream);

const refusal = (endpointId: string, status: number | null): ApiError =>
  fault(endpointId, status !== null && status < 500 ? 'rejected' : 'unknown', status);

export function fault(endpointId: string, outcome: ApiError['outcome'], status: number | null): ApiError {
  const kinds: Record<number, ApiError['kind']> = { 400: 'validation', 401: 'unauthorized', 403: 'forbidden' };
  const kind = status === null ? 'network' : (kinds[status] ?? 'server');
  return new ApiError({ endpointId, kind, code: 'X', outcome, message: `failed with ${status}`, status });
}
