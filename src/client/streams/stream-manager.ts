import type { ConnectionStatus } from '../../domain/stream/connection-status.ts';
import type { RawMessage } from '../../domain/stream/raw-message.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { Clock, TimerHandle } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import { describeIssue } from '../../protocol/schema.ts';
import type { AnyStream, StreamData } from '../../protocol/stream.ts';
import type { ApiClient } from '../http/api-client.ts';
import type { ChannelSet } from './channels/channel-set.ts';
import { describeChannels } from './channels/describe-channels.ts';
import { type ChannelState, type Wanted, type WantedListener, WantedStreams } from './channels/wanted-streams.ts';
import { ClockWatch } from './connection/clock-watch.ts';
import { openPusherSocket } from './connection/pusher-socket.ts';
import { backoffMs } from './connection/stream-backoff.ts';
import { StreamConnection } from './connection/stream-connection.ts';
import { initialMachine, type MachineEffect, type MachineEvent, step } from './connection/stream-machine.ts';
import type { SocketFactory } from './connection/stream-socket.ts';
import { createEmitter, type Emitter } from './emitter.ts';
import { FrameLog } from './frame-log.ts';
import { BootstrapError, createBootstrap, type Session } from './session-bootstrap.ts';
import { StreamGaps } from './stream-gaps.ts';
import type { StreamChannel, StreamGap, StreamListener, StreamManager } from './stream-model.ts';

export interface StreamManagerOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly baseUrl: string;
  /** Host that the session may name although it is not of the base URL's domain; null for none. */
  readonly socketHost?: string | null | undefined;
  /** pusher-js on a real WebSocket when absent. */
  readonly openSocket?: SocketFactory | undefined;
  /** Receives errors thrown by listeners; a listener cannot harm the connection. */
  readonly onFault?: (error: unknown) => void;
}

/** Connects to nothing before `start`. */
export const createStreamManager = (options: StreamManagerOptions): StreamManager => new Manager(options);

/** One attempt to connect. Its results are ignored once another attempt has replaced it. */
interface Attempt {
  readonly abort: AbortController;
  session: Session | null;
  connection: StreamConnection | null;
  channels: ChannelSet | null;
  isExtending: boolean;
}

class Manager implements StreamManager {
  readonly #options: StreamManagerOptions;
  readonly #bootstrap: ReturnType<typeof createBootstrap>;
  readonly #wanted = new WantedStreams();
  readonly #statusListeners = new Set<(status: ConnectionStatus) => void>();
  readonly #teller: Emitter;
  readonly #gaps: StreamGaps;
  readonly #frames = new FrameLog();
  readonly #watch: ClockWatch;
  readonly #counters = { messages: 0, unreadable: 0, reconnects: 0 };
  readonly #events: MachineEvent[] = [];
  #isStepping = false;
  #machine = initialMachine;
  #attempt: Attempt | null = null;
  /** The countdown to the next attempt, or the pause before channels are retried: never both. */
  #timer: TimerHandle | null = null;
  #isRunning = false;
  #isFlushPlanned = false;
  #extendFailures = 0;
  #hasConnected = false;
  #sinceMs: number;
  #nextAttemptAtMs: number | null = null;
  #lastMessageAtMs: number | null = null;
  #latencyMs: number | null = null;

  constructor(options: StreamManagerOptions) {
    this.#options = options;
    this.#bootstrap = createBootstrap(options);
    this.#teller = createEmitter((error) => options.onFault?.(error));
    this.#gaps = new StreamGaps({
      clock: options.clock,
      wanted: this.#wanted,
      teller: this.#teller,
      isConnected: () => this.#machine.state === 'connected',
    });
    this.#sinceMs = options.clock.now();
    this.#watch = new ClockWatch(options.clock, (fromMs) => this.#onJump(fromMs));
  }

  status(): ConnectionStatus {
    const { state, reason, attempt } = this.#machine;
    const [nextAttemptAtMs, lastMessageAtMs, latencyMs] = [
      this.#nextAttemptAtMs,
      this.#lastMessageAtMs,
      this.#latencyMs,
    ];
    return { state, reason, attempt, nextAttemptAtMs, sinceMs: this.#sinceMs, lastMessageAtMs, latencyMs };
  }

  onStatus(listener: (status: ConnectionStatus) => void): () => void {
    this.#statusListeners.add(listener);
    return () => this.#statusListeners.delete(listener);
  }

  onGap(listener: (gap: StreamGap) => void): () => void {
    return this.#gaps.onGap(listener);
  }

  counters() {
    return { ...this.#counters };
  }

  frames(channel: string | null, count: number): RawMessage[] {
    return this.#frames.latest(channel, count);
  }

  channels(): StreamChannel[] {
    return describeChannels(this.#wanted.all(), this.#options.clock.now());
  }

  subscribe<S extends AnyStream>(stream: S, filter: Readonly<Record<string, string>>, listener: StreamListener<S>) {
    // The payload is parsed with the stream's own schema before it is passed on.
    const own: WantedListener = {
      onEvent: (data, atMs) => listener.onEvent(data as StreamData<S>, atMs),
      onState: (state, reason) => listener.onState?.(state, reason),
    };
    const wanted = this.#wanted.add(stream, filter, own);
    if (wanted.state !== 'pending') this.#teller.one(() => own.onState?.(wanted.state, wanted.reason));
    this.#planFlush();
    return () => {
      if (!this.#wanted.remove(wanted, own)) return;
      this.#attempt?.channels?.remove(wanted);
      this.#gaps.tellIfSettled();
    };
  }

  start(): void {
    this.#isRunning = true;
    this.#watch.start();
    if (this.#machine.state === 'failed') this.#dispatch({ type: 'start' });
    else this.#planFlush();
  }

  stop(): void {
    this.#isRunning = false;
    this.#watch.stop();
    this.#dispatch({ type: 'stop' });
  }

  retryNow(): void {
    if (!this.#isRunning) return;
    if (this.#machine.state !== 'connected') return this.#dispatch({ type: 'retry' });
    this.#attempt?.channels?.retryRefused();
    for (const wanted of this.#wanted.all()) if (!wanted.channel) this.#setState(wanted, 'pending', null);
    this.#planFlush();
  }

  /** Streams wanted in the same tick go out in one request. */
  #planFlush(): void {
    if (this.#isFlushPlanned) return;
    this.#isFlushPlanned = true;
    queueMicrotask(() => {
      this.#isFlushPlanned = false;
      if (!this.#isRunning || this.#wanted.size === 0) return;
      if (this.#machine.state === 'disconnected') this.#dispatch({ type: 'start' });
      else if (this.#machine.state === 'connected') void this.#extend();
    });
  }

  /** A listener may stop or retry in the middle of a step: that becomes the next step. */
  #dispatch(event: MachineEvent): void {
    this.#events.push(event);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#events.shift(); next; next = this.#events.shift()) this.#step(next);
    } finally {
      this.#isStepping = false;
    }
  }

  #step(event: MachineEvent): void {
    const before = this.#machine;
    const { clock, random } = this.#options;
    const { state, effects } = step(before, event, clock.monotonic(), random);
    this.#machine = state;
    if (before.state === 'connected' && state.state !== 'connected')
      this.#gaps.begin(this.#lastMessageAtMs ?? this.#sinceMs, state.reason ?? 'stopped');
    if (before.state !== state.state) this.#sinceMs = clock.now();
    this.#nextAttemptAtMs = state.nextAttemptMs === null ? null : clock.now() + state.nextAttemptMs - clock.monotonic();
    for (const effect of effects) this.#perform(effect);
    this.#notify();
  }

  #perform(effect: MachineEffect): void {
    if (effect.type === 'drop') this.#drop();
    else if (effect.type === 'wait') this.#setTimer(effect.delayMs, () => this.#dispatch({ type: 'timer' }));
    else if (effect.type === 'bootstrap') void this.#askForSession();
    else this.#open();
  }

  #drop(): void {
    const attempt = this.#attempt;
    this.#attempt = null;
    this.#clearTimer();
    attempt?.abort.abort();
    attempt?.connection?.close();
    this.#latencyMs = null;
    for (const wanted of this.#wanted.all()) {
      wanted.channel = null;
      wanted.traffic.interrupt();
      this.#setState(wanted, 'pending', null);
    }
  }

  async #askForSession(): Promise<void> {
    const attempt: Attempt = {
      abort: new AbortController(),
      session: null,
      connection: null,
      channels: null,
      isExtending: false,
    };
    this.#attempt = attempt;
    try {
      attempt.session = await this.#bootstrap(this.#wanted.all(), attempt.abort.signal);
    } catch (error) {
      if (this.#attempt !== attempt) return;
      const isFinal = error instanceof BootstrapError && error.isFinal;
      return this.#dispatch({
        type: 'bootstrap-failed',
        reason: error instanceof Error ? error.message : String(error),
        isFinal,
      });
    }
    if (this.#attempt !== attempt) return;
    const { parameters, adviceMs } = attempt.session;
    this.#dispatch({ type: 'bootstrapped', parameters, adviceMs });
  }

  #open(): void {
    const attempt = this.#attempt;
    const session = attempt?.session;
    if (!session) throw new Error('a connection is opened by what a session says');
    const { client, clock, random, openSocket = openPusherSocket } = this.#options;
    attempt.connection = new StreamConnection({
      session,
      client,
      clock,
      random,
      openSocket,
      events: {
        onOpen: (channels) => this.#onOpen(attempt, session, channels),
        onClose: (code, reason) => this.#dispatch({ type: 'closed', code, reason }),
        onText: (text) => {
          this.#lastMessageAtMs = clock.now();
          this.#frames.push(text, this.#lastMessageAtMs);
        },
        onFrame: ({ channel }) => this.#frames.belongsTo(channel),
        onLatency: (latencyMs) => {
          this.#latencyMs = latencyMs;
          this.#notify();
        },
        onReport: (reason) => this.#dispatch({ type: 'reported', reason }),
        onBadFrame: (reason) => {
          this.#counters.unreadable++;
          this.#frames.isBad(reason);
        },
        onState: (wanted, state, reason) => this.#setState(wanted, state, reason),
        onEvent: (wanted, data) => this.#deliver(wanted, data),
      },
    });
  }

  /** The machine slept, its clock was set, or the process was stopped: nothing is known about that time. */
  #onJump(fromMs: number): void {
    this.#attempt?.connection?.probe();
    for (const wanted of this.#wanted.all()) {
      wanted.traffic.interrupt();
      wanted.liveSinceMs = this.#options.clock.now();
    }
    this.#gaps.begin(fromMs, 'the clock jumped: system sleep or clock correction');
    this.#dispatch({ type: 'resumed' });
    this.#gaps.tellIfSettled();
  }

  #onOpen(attempt: Attempt, session: Session, channels: ChannelSet): void {
    if (this.#attempt !== attempt) return;
    attempt.channels = channels;
    this.#extendFailures = 0;
    if (this.#hasConnected) this.#counters.reconnects++;
    this.#hasConnected = true;
    this.#dispatch({ type: 'opened' });
    this.#attach(attempt, session);
    this.#gaps.tellIfSettled();
    // Streams wanted while the session was being requested.
    this.#planFlush();
  }

  #attach(attempt: Attempt, { matches }: Session): void {
    for (const [wanted, match] of matches) {
      if (this.#attempt !== attempt || !this.#wanted.has(wanted)) continue;
      if ('refused' in match) this.#setState(wanted, 'refused', match.refused);
      else attempt.channels?.add(wanted, match);
    }
  }

  /** Requests channels for streams wanted after the connection was established. */
  async #extend(): Promise<void> {
    const attempt = this.#attempt;
    const missing = this.#wanted.all().filter(({ channel, state }) => !channel && state === 'pending');
    if (!attempt?.session || attempt.isExtending || missing.length === 0) return;
    attempt.isExtending = true;
    const session = await this.#bootstrap(missing, attempt.abort.signal).catch((error: BootstrapError) => error);
    attempt.isExtending = false;
    if (this.#attempt !== attempt) return this.#planFlush();
    if (session instanceof Error) return this.#onExtendFailed(session, missing);
    this.#extendFailures = 0;
    if (session.parameters !== attempt.session.parameters)
      return this.#dispatch({ type: 'closed', code: 4_200, reason: 'the service has moved the streams' });
    this.#attach(attempt, session);
    this.#planFlush();
  }

  #onExtendFailed(error: BootstrapError, missing: readonly Wanted[]): void {
    const isOver = error.isFinal || error.isRejected;
    // Before any listener is told: a listener may end the connection, and this timer with it.
    if (!isOver) {
      this.#extendFailures++;
      this.#setTimer(backoffMs(this.#extendFailures, [], this.#options.random), () => this.#planFlush());
    }
    for (const wanted of missing)
      if (this.#wanted.has(wanted)) this.#setState(wanted, isOver ? 'refused' : 'pending', error.message);
    if (isOver) this.#planFlush();
  }

  #deliver(wanted: Wanted, data: unknown): void {
    const atMs = this.#options.clock.now();
    this.#counters.messages++;
    wanted.traffic.seen(atMs);
    const plain = wanted.stream.readPlain?.(data) ?? null;
    const read = plain === null ? wanted.stream.payload.safeParse(data) : { success: true as const, data: plain };
    const unreadable = read.success ? null : cleanText(describeIssue(read.error), 200);
    if (unreadable !== null) {
      this.#counters.unreadable++;
      wanted.traffic.unreadable++;
      this.#frames.isBad(unreadable);
    }
    const event = read.success ? read.data : { unreadable };
    this.#teller.all(wanted.listeners, (listener) => listener.onEvent(event, atMs));
  }

  #setState(wanted: Wanted, state: ChannelState, reason: string | null): void {
    if (wanted.state === state && wanted.reason === reason) return;
    wanted.state = state;
    wanted.reason = reason;
    if (state === 'live') wanted.liveSinceMs = this.#options.clock.now();
    this.#teller.all(wanted.listeners, (listener) => {
      // A listener may have changed the state.
      if (wanted.state === state) listener.onState?.(state, reason);
    });
    this.#gaps.streamMoved(wanted);
  }

  #notify(): void {
    this.#teller.all(this.#statusListeners, (listener) => listener(this.status()));
  }

  #setTimer(delayMs: number, run: () => void): void {
    this.#clearTimer();
    this.#timer = this.#options.clock.setTimeout(() => {
      this.#timer = null;
      run();
    }, delayMs);
  }

  #clearTimer(): void {
    if (this.#timer !== null) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = null;
  }
}
