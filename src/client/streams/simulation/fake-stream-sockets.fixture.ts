import type { ChannelToken, SocketEvents, SocketFactory } from '../connection/stream-socket.ts';
import type { SocketTarget } from '../session-hosts.ts';
import type { FakeStreamNetwork } from './fake-stream-network.fixture.ts';

/** A socket from the service's side. */
export interface ServerSide {
  readonly id: string;
  readonly address: string;
  readonly events: SocketEvents;
  /** Subscribe frames per channel. */
  readonly asked: Map<string, number>;
  /** Channels requested and neither refused nor dropped; the request itself, to detect a repeat. */
  readonly standing: Map<string, object>;
  readonly subscribed: Set<string>;
  readonly pings: number[];
  /** When the last frame arrives: the next one comes after it. */
  arrivesMs: number;
  isGone: boolean;
  /** Nothing gets through in either direction, and nobody is told. */
  isHalfOpen: boolean;
}

const drop = [1_006, 1_006, null, 1_000, 1_001, 1_011, 1_013, 3_500, 4_001, 4_009, 4_100, 4_150, 4_200, 4_201, 4_300];
export const addressOf = ({ host, port, appKey }: Omit<SocketTarget, 'tls'>): string => `${host}:${port}/${appKey}`;
export const tokenFor = (socketId: string, channel: string): string => `token:${socketId}:${channel}`;

const isAnswer = (event: string) => /^pusher(_internal)?:subscription_/.test(event);

/** The sockets of the simulated service, checked for everything that the desk must never do. */
export class FakeStreamSockets {
  readonly all: ServerSide[] = [];
  /** False: subscriptions and pings are received but never answered. */
  isAnswering = true;
  /** Set to customise a new socket; return true if it is handled. */
  onHandshake: (side: ServerSide) => boolean = () => false;
  /** Address of the latest session. */
  address = '';
  readonly #network: FakeStreamNetwork;

  constructor(network: FakeStreamNetwork) {
    this.#network = network;
  }

  get open(): ServerSide[] {
    return this.all.filter(({ isGone }) => !isGone);
  }

  readonly factory: SocketFactory = (target, events) => {
    const network = this.#network;
    const { random, problems, clock } = network;
    if (this.open.length > 0) problems.push('two sockets at once');
    const address = addressOf(target);
    if (address !== this.address) problems.push('a socket on old parameters');
    const id = `${this.all.length + 1}.${random.int(1_000_000)}`;
    const none = {
      asked: new Map<string, number>(),
      standing: new Map<string, object>(),
      subscribed: new Set<string>(),
      pings: [] as number[],
    };
    const side = { id, address, events, ...none, arrivesMs: clock.monotonic(), isGone: false, isHalfOpen: false };
    this.all.push(side);
    network.note(`socket ${id} to ${address}`);
    this.#shakeHands(side);
    return {
      subscribe: (channel, token) => this.#onSubscribe(side, channel, token),
      unsubscribe: (channel) => {
        network.note(`unsubscribe ${channel}`);
        if (side.isGone) problems.push('an unsubscription on a closed socket');
        if (side.isHalfOpen) return;
        side.subscribed.delete(channel);
        side.standing.delete(channel);
      },
      ping: () => {
        network.note('ping');
        side.pings.push(clock.monotonic());
        if (this.isAnswering) this.post(side, 'pusher:pong', null, null);
      },
      terminate: () => {
        if (!side.isGone) network.note(`terminate ${id}`);
        side.isGone = true;
      },
    };
  };

  /** Closes a connection from the server's side, now. */
  close(side: ServerSide, code: number | null, reason = ''): void {
    this.#whileHeard(side, () => {
      this.#network.note(`close ${side.id} ${code}`);
      side.isGone = true;
      side.events.onClose(code, reason);
    });
  }

  /** Delivers a frame at once. */
  send(side: ServerSide, event: string, channel: string | null, data: unknown = {}): void {
    this.#whileHeard(side, () => {
      this.#network.note(`frame ${event} ${channel}`);
      side.events.onText(JSON.stringify({ event, channel, data }));
      if (!side.isGone) side.events.onFrame({ event, channel, data });
    });
  }

  /**
   * Delivers a frame with a delay, in order unless the network reorders. A service may publish an event twice or out of
   * order, but it answers each subscription once and in order: answers carry no request id, so a repeated one could not
   * be told from the next.
   */
  post(side: ServerSide, event: string, channel: string | null, data: unknown = {}): void {
    const network = this.#network;
    const nowMs = network.clock.monotonic();
    const isFaulty = !isAnswer(event) && network.isFault('frame');
    const copies = isFaulty && network.random.int(2) === 0 ? 2 : 1;
    for (let copy = 0; copy < copies; copy++) {
      const soonestMs = nowMs + network.delayMs();
      const arrivesMs = isFaulty ? soonestMs : Math.max(soonestMs, side.arrivesMs);
      side.arrivesMs = Math.max(side.arrivesMs, arrivesMs);
      network.later(() => this.send(side, event, channel, data), arrivesMs - nowMs);
    }
  }

  /** To every socket subscribed to the channel. */
  publish(channel: string, event: string, data: unknown): void {
    this.#network.note(`publish ${channel} ${event}`);
    for (const side of this.open) if (side.subscribed.has(channel)) this.post(side, event, channel, data);
  }

  #shakeHands(side: ServerSide): void {
    if (this.onHandshake(side)) return;
    const network = this.#network;
    const greet = (delayMs?: number) => network.later(() => this.#whileHeard(side, () => this.#greet(side)), delayMs);
    if (!network.isFault('handshake')) return greet();
    const code = network.oneOf(drop);
    const fates = [
      () => network.later(() => this.close(side, code)),
      () => this.close(side, code),
      // Silence.
      () => {},
      // Too late.
      () => greet(9_000 + network.random.int(3_000)),
      () => {
        side.isGone = true;
        throw new Error('no socket can be opened');
      },
      () => {
        greet(0);
        network.later(() => this.close(side, code), 0);
      },
      () => {
        greet(0);
        network.later(() => {
          side.isHalfOpen = true;
        }, network.random.int(3_000));
      },
    ];
    network.oneOf(fates)();
  }

  #greet(side: ServerSide): void {
    this.#network.note(`open ${side.id}`);
    side.events.onText('the handshake');
    side.events.onOpen(side.id, 120_000);
  }

  #onSubscribe(side: ServerSide, channel: string, token: ChannelToken | null): void {
    const network = this.#network;
    const { problems } = network;
    network.note(`subscribe ${channel}`);
    if (side.isGone) problems.push('a subscription on a closed socket');
    if (channel.startsWith('presence') && token?.auth !== tokenFor(side.id, channel))
      problems.push(`a stale or missing token on ${channel}`);
    side.asked.set(channel, (side.asked.get(channel) ?? 0) + 1);
    if (!this.isAnswering || side.isHalfOpen) return;
    if (side.standing.has(channel)) problems.push(`${channel} was subscribed twice on one socket`);
    const ask = {};
    side.standing.set(channel, ask);
    const subscribe = () => side.standing.get(channel) === ask && side.subscribed.add(channel);
    const refuse = (status: number) => {
      side.standing.delete(channel);
      this.post(side, 'pusher:subscription_error', channel, { status, error: 'no' });
    };
    const accept = () => {
      if (subscribe()) this.post(side, 'pusher_internal:subscription_succeeded', channel);
    };
    if (!network.isFault('subscription')) return network.later(accept);
    // The second does not execute it; the third executes it and loses the response.
    network.oneOf([() => refuse(network.oneOf([401, 403, 500])), () => {}, () => void subscribe()])();
  }

  #whileHeard(side: ServerSide, run: () => void): void {
    if (!side.isGone && !side.isHalfOpen) run();
  }
}
