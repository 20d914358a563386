import { ApiError } from '../client/http/errors.ts';
import type { OpenWire, WireEvents } from '../client/streams/connection/wire.ts';
import type { StreamManager } from '../client/streams/stream-model.ts';
import { fieldsOf } from '../domain/fields.ts';
import type { Clock } from '../platform/time/clock.ts';
import type { Recording } from './open-recording.ts';
import type { NamedStream, RecordedEntry } from './recording-format.ts';
import type { RecordedAttempt } from './recording-index.ts';

export const endReason = 'the recording ends here';
/** One of the codes after which clients do not reconnect. */
const endCode = 4_300;

/** Recorded times are rounded. */
const hangUpGraceMs = 1;

interface PlayedWire {
  readonly attempt: RecordedAttempt | null;
  readonly events: WireEvents;
}

/** Goes through the entries, each at its time, and keeps the manager's attempts in step with the recorded ones. */
export class ReplayPlayer {
  readonly #clock: Clock;
  readonly #attempts: readonly RecordedAttempt[];
  readonly #entries: Iterator<RecordedEntry, void>;
  readonly #waiting = new Set<() => void>();
  readonly #endListeners: (() => void)[] = [];
  /** Subscription answers replayed on this connection, by channel. */
  readonly #subscribed = new Map<string, string>();
  #streams: Pick<StreamManager, 'status' | 'retryNow'> | null = null;
  /** Index of the last replayed entry. */
  #at = -1;
  /** The manager's current attempt, and the entries' current attempt. */
  #asking = -1;
  #recorded = -1;
  /** The manager's list was refused, and it requests its streams one by one. */
  #isAskingEach = false;
  #wire: PlayedWire | null = null;
  #isOver = false;

  constructor(recording: Recording, clock: Clock) {
    this.#clock = clock;
    this.#attempts = recording.index.attempts;
    this.#entries = recording.entries();
  }

  start(streams: Pick<StreamManager, 'status' | 'retryNow'>): void {
    this.#streams = streams;
    this.#schedule();
  }

  onEnd(listener: () => void): void {
    if (this.#isOver) listener();
    else this.#endListeners.push(listener);
  }

  /** The attempt that a request belongs to; null after the end of the recording. */
  attemptFor(asked: readonly NamedStream[]): RecordedAttempt | null {
    if (this.#isOver) return null;
    if (this.#wire) return this.#wire.attempt;
    if (!(this.#isAskingEach && asked.length === 1)) {
      this.#asking++;
      // A manager that starts late joins the recording at its current position.
      while ((this.#attempts[this.#asking + 1]?.firstAt ?? Number.POSITIVE_INFINITY) <= this.#at) this.#asking++;
      this.#isAskingEach = false;
    }
    return this.#attempts[this.#asking] ?? null;
  }

  /** The whole list was refused: the single requests that follow belong to the same attempt. */
  asksEach(): void {
    this.#isAskingEach = true;
  }

  /** The attempt of the established connection, for its authorisations. */
  get connected(): RecordedAttempt | null {
    return this.#wire?.attempt ?? null;
  }

  /** Resolves when the entry has been replayed or the recording has ended. Rejects when `signal` aborts. */
  async played(at: number, signal?: AbortSignal): Promise<void> {
    while (!this.#isOver && this.#at < at) await this.#nextEntry(signal);
  }

  openWire(_url: string, events: WireEvents): ReturnType<OpenWire> {
    const wire: PlayedWire = { attempt: this.#attempts[this.#asking] ?? null, events };
    this.#isAskingEach = false;
    if (this.#isOver) queueMicrotask(() => events.onClose(endCode, endReason));
    else this.#wire = wire;
    return {
      send: (text) => {
        if (this.#wire === wire) this.#onSent(text, wire);
      },
      terminate: () => {
        if (this.#wire === wire) this.#wire = null;
      },
    };
  }

  /** A client that subscribes later than the recorded one gets the same answer. */
  #onSent(text: string, wire: PlayedWire): void {
    if (!text.includes('"pusher:subscribe"')) return;
    const { channel } = fieldsOf(fieldsOf(JSON.parse(text)).data);
    const answer = typeof channel === 'string' ? this.#subscribed.get(channel) : undefined;
    if (answer === undefined) return;
    queueMicrotask(() => {
      if (this.#wire === wire) wire.events.onText(answer);
    });
  }

  #nextEntry(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(go);
        reject(aborted());
      };
      const go = (): void => {
        signal?.removeEventListener('abort', onAbort);
        resolve();
      };
      if (signal?.aborted) return reject(aborted());
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(go);
    });
  }

  #schedule(): void {
    const { done, value: entry } = this.#entries.next();
    const waitMs = done ? 0 : Math.max(0, entry.t - this.#clock.monotonic());
    this.#clock.setTimeout(() => {
      if (done || entry.type === 'end') return this.#end();
      this.#at++;
      this.#play(entry);
      this.#wakeAll();
      this.#schedule();
    }, waitMs);
  }

  #play(entry: RecordedEntry): void {
    const attempt = this.#attempts[this.#recorded + 1];
    if (attempt?.firstAt === this.#at) {
      this.#recorded++;
      if (this.#asking < this.#recorded) this.#nudge();
    }
    if (entry.type === 'connect') this.#subscribed.clear();
    // A connection that the manager does not have: it gave up earlier than the recorded one.
    const wire = this.#wire?.attempt === this.#attempts[this.#recorded] ? this.#wire : null;
    if (entry.type === 'text') this.#noteSubscribed(entry.text);
    if (entry.type === 'open') wire?.events.onOpen();
    else if (entry.type === 'text') wire?.events.onText(entry.text);
    else if (entry.type === 'unusable') wire?.events.onUnusable(entry.text, entry.reason);
    else if (entry.type === 'close') this.#close(wire, entry.code, entry.reason);
    else if (entry.type === 'hangup') this.#hangUp(wire);
  }

  #noteSubscribed(text: string): void {
    const channel = text.includes('pusher_internal:subscription_succeeded') && /"channel":"([^"]+)"/.exec(text)?.[1];
    if (channel) this.#subscribed.set(channel, text);
  }

  /** Whatever made the desk terminate the connection does so again now, and it knows the reason: it goes first. */
  #hangUp(wire: PlayedWire | null): void {
    this.#clock.setTimeout(() => {
      if (this.#wire === wire) this.#close(wire, null, 'the desk hung up');
    }, hangUpGraceMs);
  }

  #close(wire: PlayedWire | null, code: number | null, reason: string): void {
    if (!wire) return;
    this.#wire = null;
    wire.events.onClose(code, reason);
  }

  /**
   * The recording continues while the manager waits or has failed: the user had pressed a key, or the manager's waits
   * are longer.
   */
  #nudge(): void {
    const status = this.#streams?.status();
    if (status?.state === 'failed' || (status?.nextAttemptAtMs ?? null) !== null) this.#streams?.retryNow();
  }

  #end(): void {
    this.#isOver = true;
    const wire = this.#wire;
    this.#wire = null;
    wire?.events.onClose(endCode, endReason);
    this.#wakeAll();
    // A permanently failed connection stays failed; one that waits for an attempt would wait for nothing.
    if ((this.#streams?.status().nextAttemptAtMs ?? null) !== null) this.#streams?.retryNow();
    for (const listener of this.#endListeners.splice(0)) listener();
  }

  #wakeAll(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const go of waiting) go();
  }
}

const aborted = (): ApiError =>
  new ApiError({
    endpointId: 'ws.session',
    kind: 'network',
    code: 'ABORTED',
    outcome: 'not-sent',
    message: 'nobody waits for the answer any more',
  });
