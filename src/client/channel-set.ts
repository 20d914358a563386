import { cleanText } from '../domain/clean-text.ts';
import type { Clock, TimerHandle } from '../platform/clock.ts';
import type { Random } from '../platform/random.ts';
import { wsAuth } from '../protocol/endpoints/ws.ts';
import type { ApiClient } from './api-client.ts';
import { ApiError } from './errors.ts';
import { backoffMs } from './stream-backoff.ts';
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
  /** Authorisations in a row that the network or the service lost. */
  lostCount: number;
  /** The last answer was taken for that of an earlier question. If that one was lost, it was the answer to the last. */
  isInDoubt: boolean;
  /** Authorisations asked for: only the last one's answer counts. */
  authorisations: number;
  timer: TimerHandle | null;
}

export interface ChannelSetOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly socket: StreamSocket;
  /** Tokens are bound to it: a set lives and dies with one socket, so no token outlives its socket. */
  readonly socketId: string;
  /** Raised when the socket is gone. */
  readonly signal: AbortSignal;
  onState(wanted: Wanted, state: ChannelState, reason: string | null): void;
  onEvent(wanted: Wanted, data: unknown): void;
}

const answerMs = 10_000;
/** Less, so that a call that hangs is known to be the call's fault and not the channel's. */
const authoriseMs = 8_000;

/** Subscribes channels on one socket, each once, however many wanted streams share it. */
export class ChannelSet {
  readonly #options: ChannelSetOptions;
  readonly #byName = new Map<string, Subscription>();
  /** Questions on this socket that have no answer yet, by channel, with those of subscriptions that are gone. */
  readonly #unanswered = new Map<string, number>();

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
      lostCount: 0,
      isInDoubt: false,
      authorisations: 0,
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
    const isAccepted = event === 'pusher_internal:subscription_succeeded';
    if (channel !== null && (isAccepted || event === 'pusher:subscription_error')) {
      const unanswered = this.#countAnswer(channel);
      // What comes before a question is the answer to an earlier one.
      if (!subscription?.isSent) return;
      if (unanswered > 1) this.#doubt(subscription);
      else if (!isAccepted) this.#onRefused(subscription, data, unanswered === 1);
      else if (unanswered === 1) this.#settle(subscription, 'live', null);
    } else if (subscription?.isSent)
      // Streams that share a channel are told apart by their events.
      for (const wanted of [...subscription.feeds])
        if (wanted.channel?.event === event) this.#options.onEvent(wanted, data);
  }

  /** The socket is gone: nothing is sent any more. */
  close(): void {
    for (const subscription of this.#byName.values()) this.#stopTimer(subscription);
    this.#byName.clear();
  }

  #request(subscription: Subscription): void {
    // The server may have done what it did not answer, and must not be asked twice.
    if (subscription.isSent) this.#options.socket.unsubscribe(subscription.channel.name);
    subscription.isSent = false;
    subscription.isInDoubt = false;
    this.#settle(subscription, 'pending', null);
    if (!this.#isAwaited(subscription)) return;
    this.#waitForAnswer(subscription);
    if (subscription.channel.isPresence) void this.#authorise(subscription);
    else this.#send(subscription, null);
  }

  #waitForAnswer(subscription: Subscription): void {
    this.#stopTimer(subscription);
    subscription.timer = this.#options.clock.setTimeout(() => this.#giveUp(subscription), answerMs);
  }

  /** Where there is a doubt, an answer that is still missing is lost: no more is waited for, and the channel is asked for anew. */
  #giveUp(subscription: Subscription): void {
    if (!subscription.isInDoubt) return this.#settle(subscription, 'refused', 'no answer to the subscription in 10 s');
    this.#unanswered.delete(subscription.channel.name);
    this.#request(subscription);
  }

  async #authorise(subscription: Subscription): Promise<void> {
    const { client, socketId: socket_id, signal } = this.#options;
    const input = { body: { socket_id, channel_name: subscription.channel.name } };
    const authorisation = ++subscription.authorisations;
    const isAwaited = () => this.#isAwaited(subscription) && subscription.authorisations === authorisation;
    try {
      const { data } = await client.call(wsAuth, input, { signal, timeoutMs: authoriseMs });
      if (isAwaited()) this.#send(subscription, { auth: data.auth, channelData: data.channel_data ?? null });
    } catch (error) {
      if (!isAwaited()) return;
      const isKeyRefused = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (isKeyRefused && this.#authoriseAgain(subscription)) return;
      const why = error instanceof ApiError ? error.message : 'the authorisation failed';
      const isLost = error instanceof ApiError && (error.outcome !== 'rejected' || error.kind === 'rate-limited');
      if (isLost) return this.#authoriseLater(subscription, why);
      this.#settle(subscription, 'refused', `not authorised: ${why}`);
    }
  }

  /** A call that the network or the service lost says nothing about the channel, and the socket may live for days. */
  #authoriseLater(subscription: Subscription, why: string): void {
    const { clock, random } = this.#options;
    this.#settle(subscription, 'pending', `not authorised yet: ${why}`);
    // Told of it, a listener may have ended the connection or have left.
    if (!this.#isAwaited(subscription)) return;
    const delayMs = backoffMs(++subscription.lostCount, [], random);
    subscription.timer = clock.setTimeout(() => this.#request(subscription), delayMs);
  }

  #authoriseAgain(subscription: Subscription): boolean {
    if (subscription.isAuthorisedAgain) return false;
    subscription.isAuthorisedAgain = true;
    void this.#authorise(subscription);
    return true;
  }

  /** Nobody waits any more after the time-out, the last listener's leave (when told of a state, for one) or the socket's end. */
  #isAwaited(subscription: Subscription): boolean {
    return this.#byName.get(subscription.channel.name) === subscription && subscription.state === 'pending';
  }

  #send(subscription: Subscription, token: Parameters<StreamSocket['subscribe']>[1]): void {
    if (!this.#isAwaited(subscription)) return;
    subscription.isSent = true;
    this.#unanswered.set(subscription.channel.name, (this.#unanswered.get(subscription.channel.name) ?? 0) + 1);
    this.#options.socket.subscribe(subscription.channel.name, token);
  }

  /** Answers come in the order of the questions. How many were missing, with this one: of 1, it is the last question's. */
  #countAnswer(channel: string): number {
    const unanswered = this.#unanswered.get(channel) ?? 0;
    if (unanswered > 1) this.#unanswered.set(channel, unanswered - 1);
    else this.#unanswered.delete(channel);
    return unanswered;
  }

  /** The answer to an earlier question, and the last one's is on its way; or the earlier one's is lost, and no more comes. */
  #doubt(subscription: Subscription): void {
    subscription.isInDoubt = true;
    this.#waitForAnswer(subscription);
  }

  #onRefused(subscription: Subscription, data: unknown, isAnswer: boolean): void {
    // A service that refuses unasked has ended what was live; otherwise it repeats itself.
    if (!isAnswer && subscription.state !== 'live') return;
    subscription.isInDoubt = false;
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
