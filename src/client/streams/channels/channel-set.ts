import { fieldsOf } from '../../../domain/fields.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { Clock, TimerHandle } from '../../../platform/time/clock.ts';
import type { Random } from '../../../platform/time/random.ts';
import { wsAuth } from '../../../protocol/endpoints/ws.ts';
import type { ApiClient } from '../../http/api-client.ts';
import { ApiError } from '../../http/errors.ts';
import { backoffMs } from '../connection/stream-backoff.ts';
import type { StreamFrame, StreamSocket } from '../connection/stream-socket.ts';
import type { Channel, ChannelState, Wanted } from './wanted-streams.ts';

/** A channel on one socket, with the wanted streams that use it. */
interface Subscription {
  readonly channel: Channel;
  readonly feeds: Set<Wanted>;
  state: ChannelState;
  reason: string | null;
  isSent: boolean;
  isAuthorisedAgain: boolean;
  /** Consecutive authorisations lost by the network or the service. */
  lostCount: number;
  /** The last answer was attributed to an earlier request. If that one was lost, it was the answer to the latest. */
  isUnresolved: boolean;
  /** Authorisations requested: only the answer to the latest counts. */
  authorisations: number;
  timer: TimerHandle | null;
}

/** What a set needs of the connection whose channels it holds. */
export interface ChannelSetOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly socket: StreamSocket;
  /** Tokens are bound to the socket: a set lives and dies with one socket, so no token outlives it. */
  readonly socketId: string;
  /** Aborted when the socket is gone. */
  readonly signal: AbortSignal;
  /** `reason` is a sentence for the person; null where there is nothing to say. */
  onState(wanted: Wanted, state: ChannelState, reason: string | null): void;
  /** `data` as it came, not yet read with the stream's schema. */
  onEvent(wanted: Wanted, data: unknown): void;
}

const answerMs = 10_000;
/** Shorter, so that a hanging call is known to be the call's fault and not the channel's. */
const authoriseMs = 8_000;

/** Subscribes channels on one socket, each once, however many wanted streams share it. */
export class ChannelSet {
  readonly #options: ChannelSetOptions;
  readonly #byName = new Map<string, Subscription>();
  /** Unanswered requests on this socket by channel, including those of removed subscriptions. */
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
      isUnresolved: false,
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

  /** Retries refused channels because the user asked for it. */
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
      // Whatever comes before our request answers an earlier one.
      if (!subscription?.isSent) return;
      if (unanswered > 1) this.#doubt(subscription);
      else if (!isAccepted) this.#onRefused(subscription, data, unanswered === 1);
      else if (unanswered === 1) this.#settle(subscription, 'live', null);
    } else if (subscription?.isSent)
      // Streams that share a channel are distinguished by event name.
      for (const wanted of [...subscription.feeds])
        if (wanted.channel?.event === event) this.#options.onEvent(wanted, data);
  }

  /** The socket is gone: nothing more is sent. */
  close(): void {
    for (const subscription of this.#byName.values()) this.#stopTimer(subscription);
    this.#byName.clear();
  }

  #request(subscription: Subscription): void {
    // The server may have executed a request that it did not answer, and must not be asked twice.
    if (subscription.isSent) this.#options.socket.unsubscribe(subscription.channel.name);
    subscription.isSent = false;
    subscription.isUnresolved = false;
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

  /** If it is unclear which answer is missing, the missing one counts as lost: stop waiting and subscribe again. */
  #giveUp(subscription: Subscription): void {
    if (!subscription.isUnresolved)
      return this.#settle(subscription, 'refused', 'no response to the subscription in 10 s');
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

  /** A call lost by the network or the service says nothing about the channel, and the socket may live for days. */
  #authoriseLater(subscription: Subscription, why: string): void {
    const { clock, random } = this.#options;
    this.#settle(subscription, 'pending', `not authorised yet: ${why}`);
    // A listener may have ended the connection or left when it was told.
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

  /**
   * Nobody waits any more after the timeout, after the last listener has left (for example when told of a state), or
   * after the socket has closed.
   */
  #isAwaited(subscription: Subscription): boolean {
    return this.#byName.get(subscription.channel.name) === subscription && subscription.state === 'pending';
  }

  #send(subscription: Subscription, token: Parameters<StreamSocket['subscribe']>[1]): void {
    if (!this.#isAwaited(subscription)) return;
    subscription.isSent = true;
    this.#unanswered.set(subscription.channel.name, (this.#unanswered.get(subscription.channel.name) ?? 0) + 1);
    this.#options.socket.subscribe(subscription.channel.name, token);
  }

  /**
   * Answers come in request order. Returns how many were missing, including this one: if 1, it answers the latest
   * request.
   */
  #countAnswer(channel: string): number {
    const unanswered = this.#unanswered.get(channel) ?? 0;
    if (unanswered > 1) this.#unanswered.set(channel, unanswered - 1);
    else this.#unanswered.delete(channel);
    return unanswered;
  }

  /**
   * This answers an earlier request and the latest answer is still to come; or the earlier answer was lost and no more
   * will come.
   */
  #doubt(subscription: Subscription): void {
    subscription.isUnresolved = true;
    this.#waitForAnswer(subscription);
  }

  #onRefused(subscription: Subscription, data: unknown, isAnswer: boolean): void {
    // An unsolicited refusal ends a live subscription; otherwise it repeats an earlier one.
    if (!isAnswer && subscription.state !== 'live') return;
    subscription.isUnresolved = false;
    const { status, error } = fieldsOf(data);
    const isTokenRefused = Number(status) === 401 && subscription.channel.isPresence;
    if (isTokenRefused && this.#isAwaited(subscription) && this.#authoriseAgain(subscription)) return;
    const why = cleanText(error, 200) || 'the server gave no reason';
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
