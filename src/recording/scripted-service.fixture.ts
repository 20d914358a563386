import type { ApiClient } from '../client/http/api-client.ts';
import { ApiError } from '../client/http/errors.ts';
import type { OpenWire, WireEvents } from '../client/streams/connection/wire.ts';
import type { FakeClock } from '../platform/time/fake-clock.fixture.ts';

type Asked = { readonly stream: string; readonly filter: Readonly<Record<string, string>> };

/** Secrets that the service sends; none of them may be in a recording. */
export const canaries = {
  auth: 'canary-auth-key:c4n4rys1gnature00112233',
  channelData: '{"user_id":"c4n4ryUser","user_info":{"name":"Canary \\"Bird\\""}}',
  member: 'c4n4ryMember',
};

export const isPresence = (stream: string): boolean => /^(portfolio|automation)\./.test(stream);
export const channelOf = ({ stream, filter }: Asked): string =>
  [isPresence(stream) ? 'presence' : 'public', ...stream.split('.'), ...Object.values(filter)].join('-');

/** A service below pusher-js, on a FakeClock: sessions, authorisations, and one wire at a time. */
export class ScriptedService {
  readonly baseUrl = 'http://127.0.0.1:7';
  readonly #clock: FakeClock;
  wire: { readonly events: WireEvents; readonly sent: string[]; readonly admitted: Set<string> } | null = null;
  appKey = 'app1';
  isAnsweringPings = true;
  isShakingHands = true;
  /** Set to customise a response; undefined for the usual one. */
  onSession: (asked: readonly Asked[]) => unknown = () => undefined;
  onAuth: (channel: string) => unknown = () => undefined;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  readonly client: ApiClient = {
    baseUrl: this.baseUrl,
    onAnswer: () => () => {},
    call: (async (endpoint: { id: string }, input: { body: Record<string, unknown> }) => {
      await new Promise<void>((resolve) => this.#clock.setTimeout(resolve, 20));
      const data =
        endpoint.id === 'ws.auth'
          ? (this.onAuth(String(input.body['channel_name'])) ?? {
              auth: canaries.auth,
              channel_data: canaries.channelData,
            })
          : this.#session(input.body['subscriptions'] as Asked[]);
      return { data, requestId: 'r', pagination: null, latencyMs: 1, receivedAtMs: this.#clock.now() };
    }) as unknown as ApiClient['call'],
  };

  readonly openWire: OpenWire = (_url, events) => {
    const wire = { events, sent: [] as string[], admitted: new Set<string>() };
    this.wire = wire;
    const later = (delayMs: number, run: () => void) =>
      this.#clock.setTimeout(() => this.wire === wire && run(), delayMs);
    later(5, () => events.onOpen());
    const handshake = { socket_id: '12.34', activity_timeout: 120 };
    if (this.isShakingHands)
      later(7, () => this.text({ event: 'pusher:connection_established', data: JSON.stringify(handshake) }));
    return {
      send: (text) => {
        wire.sent.push(text);
        const { event, data } = JSON.parse(text) as { event: string; data: { channel: string } };
        if (event === 'pusher:ping' && this.isAnsweringPings)
          later(4, () => this.text({ event: 'pusher:pong', data: {} }));
        if (event === 'pusher:subscribe') later(3, () => this.#admit(data.channel));
      },
      terminate: () => {
        if (this.wire === wire) this.wire = null;
      },
    };
  };

  text(frame: unknown): void {
    this.wire?.events.onText(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Publishes to a channel; only its subscribers receive it. */
  say(channel: string, data: unknown): void {
    if (this.wire?.admitted.has(channel)) this.text({ event: 'update', channel, data: JSON.stringify(data) });
  }

  close(code: number | null, reason: string): void {
    const { wire } = this;
    this.wire = null;
    wire?.events.onClose(code, reason);
  }

  #admit(channel: string): void {
    this.wire?.admitted.add(channel);
    const members = {
      presence: { ids: [canaries.member], hash: { [canaries.member]: { name: canaries.member } }, count: 1 },
    };
    const data = JSON.stringify(channel.startsWith('presence') ? members : {});
    this.text({ event: 'pusher_internal:subscription_succeeded', channel, data });
  }

  #session(asked: readonly Asked[]): unknown {
    return (
      this.onSession(asked) ?? {
        connection: { wsHost: '127.0.0.1', wsPort: 7, appKey: this.appKey, forceTls: false },
        session: null,
        subscriptions: asked.map((one) => ({ stream: one.stream, channel: channelOf(one), event: 'update' })),
      }
    );
  }
}

export const callFault = (fields: Partial<ConstructorParameters<typeof ApiError>[0]>): ApiError =>
  new ApiError({ endpointId: 'ws.session', kind: 'server', code: 'X', outcome: 'unknown', message: 'no', ...fields });
