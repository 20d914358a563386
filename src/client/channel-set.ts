import { cleanText } from '../domain/clean-text.ts';
import type { Clock, TimerHandle } from '../platform/clock.ts';
import { wsAuth } from '../protocol/endpoints/ws.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';
import type { StreamFrame, StreamSocket } from './stream-socket.ts';
import type { Channel, ChannelState, Wanted } from './wanted-streams.ts';

/** A channel on one socket, with the wanted streams that it feeds. */
interface Subscription {
  readonly channel: Channel;
  readonly feeds: Set<Wanted>;
  state: ChannelState;
  reason: string | null;
  isSent: boolean;
  isAuthorisedAgain: boolean;
  timer: TimerHandle | null;
}

export interface ChannelSetOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly socket: StreamSocket;
  /** Tokens are bound to it: a set lives and dies with one socket, so no token outlives its socket. */
  readonly socketId: string;
  /** Raised when the socket is gone. */
  readonly signal: AbortSignal;
  onState(wanted: Wanted, state: ChannelState, reason: string | null): void;
  onEvent(wanted: Wanted, data: unknown): void;
}

const answerMs = 10_000;

/** Subscribes channels on one socket, each once, however many wanted streams share it. */
export class ChannelSet {
  readonly #options: ChannelSetOptions;
  readonly #byName = new Map<string, Subscription>();

  constructor(options: ChannelSetOptions) {
    this.#options = options;
  }

  add(wanted: Wanted, channel: Channel): void {
    wanted.channel = channel;
    const known = this.#byName.get(channel.name);
    if (known) {
      known.feeds.add(wanted);
      this.#options.onState(wanted, known.state, known.reason);
      return;
    }
    const feeds = new Set([wanted]);
    const isSent = false;
    const subscription: Subscription = {
      channel,
      feeds,
      state: 'pending',
      reason: null,
      isSent,
      isAuthorisedAgain: false,
      timer: null,
    };
    this.#byName.set(channel.name, subscription);
    this.#request(subscription);
  }

  remove(wanted: Wanted): void {
    const subscription = wanted.channel && this.#byName.get(wanted.channel.name);
    if (!subscription?.feeds.delete(wanted) || subscription.feeds.size > 0) return;
    this.#stopTimer(subscription);
    this.#byName.delete(subscription.channel.name);
    if (subscription.isSent) this.#options.socket.unsubscribe(subscription.channel.name);
  }

  /** Asks once more for the channels that were refused: a person has asked for it. */
  retryRefused(): void {
    for (const subscription of this.#byName.values())
      if (subscription.state === 'refused') {
        subscription.isAuthorisedAgain = false;
        this.#request(subscription);
      }
  }

  onFrame({ event, channel, data }: StreamFrame): void {
    const subscription = channel === null ? undefined : this.#byName.get(channel);
    if (!subscription) return;
    if (event === subscription.channel.event)
      for (const wanted of [...subscription.feeds]) this.#options.onEvent(wanted, data);
    else if (event === 'pusher_internal:subscription_succeeded') this.#settle(subscription, 'live', null);
    else if (event === 'pusher:subscription_error') this.#onRefused(subscription, data);
  }

  /** The socket is gone: nothing is sent any more. */
  close(): void {
    for (const subscription of this.#byName.values()) this.#stopTimer(subscription);
    this.#byName.clear();
  }

  #request(subscription: Subscription): void {
    this.#settle(subscription, 'pending', null);
    const giveUp = () => this.#settle(subscription, 'refused', 'no answer to the subscription in 10 s');
    subscription.timer = this.#options.clock.setTimeout(giveUp, answerMs);
    if (subscription.channel.isPresence) void this.#authorise(subscription);
    else this.#send(subscription, null);
  }

  async #authorise(subscription: Subscription): Promise<void> {
    const { client, socketId: socket_id, signal } = this.#options;
    const input = { body: { socket_id, channel_name: subscription.channel.name } };
    try {
      const { data } = await client.call(wsAuth, input, { signal });
      this.#send(subscription, { auth: data.auth, channelData: data.channel_data ?? null });
    } catch (error) {
      if (!this.#isAwaited(subscription)) return;
      const isKeyRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (isKeyRefused && this.#authoriseAgain(subscription)) return;
      const why = error instanceof ApiError ? error.message : 'the authorisation failed';
      this.#settle(subscription, 'refused', `not authorised: ${why}`);
    }
  }

  #authoriseAgain(subscription: Subscription): boolean {
    if (subscription.isAuthorisedAgain) return false;
    subscription.isAuthorisedAgain = true;
    void this.#authorise(subscription);
    return true;
  }

  /** An answer may come after the time-out, after the last listener left or after the socket: then it is nobody's. */
  #isAwaited(subscription: Subscription): boolean {
    return this.#byName.get(subscription.channel.name) === subscription && subscription.state === 'pending';
  }

  #send(subscription: Subscription, token: Parameters<StreamSocket['subscribe']>[1]): void {
    if (!this.#isAwaited(subscription)) return;
    subscription.isSent = true;
    this.#options.socket.subscribe(subscription.channel.name, token);
  }

  #onRefused(subscription: Subscription, data: unknown): void {
    const { status, error } = (typeof data === 'object' && data !== null ? data : {}) as {
      status?: unknown;
      error?: unknown;
    };
    const isTokenRefused = Number(status) === 401 && subscription.channel.isPresence;
    if (isTokenRefused && this.#isAwaited(subscription) && this.#authoriseAgain(subscription)) return;
    const why = cleanText(error, 200) || 'the server does not say why';
    this.#settle(subscription, 'refused', `the subscription was refused: ${why}`);
  }

  #settle(subscription: Subscription, state: ChannelState, reason: string | null): void {
    this.#stopTimer(subscription);
    subscription.state = state;
    subscription.reason = reason;
    for (const wanted of [...subscription.feeds]) this.#options.onState(wanted, state, reason);
  }

  #stopTimer(subscription: Subscription): void {
    if (subscription.timer !== null) this.#options.clock.clearTimeout(subscription.timer);
    subscription.timer = null;
  }
}
