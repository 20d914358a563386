import {
  type NamedStream,
  type RecordedEntry,
  type RecordedError,
  type RecordedSession,
  streamKey,
} from './recording-format.ts';

/** One session request with its response. */
export interface SessionAnswer {
  /** Index of the entry, from 0. */
  readonly at: number;
  readonly asked: readonly NamedStream[];
  readonly outcome: RecordedSession | RecordedError;
}

/**
 * One attempt to connect: its session requests, then the connection if one was established, with its further requests.
 */
export class RecordedAttempt {
  readonly firstAt: number;
  readonly answers: SessionAnswer[] = [];
  /** Failed authorisations per channel, in order. */
  readonly refusals = new Map<string, RecordedError[]>();
  /** The entry after which everything needed to connect is known. */
  readyAt: number;

  constructor(firstAt: number) {
    this.firstAt = firstAt;
    this.readyAt = firstAt;
  }

  /** Why it failed; null if a session was granted. */
  get error(): RecordedError | null {
    const last = this.answers.at(-1)?.outcome;
    return this.session === null && last && !('type' in last) ? last : null;
  }

  /** The first granted session. */
  get session(): RecordedSession | null {
    return this.answers.map(({ outcome }) => outcome).find((outcome) => 'type' in outcome) ?? null;
  }

  /** The last response to exactly this request before the end of the attempt. */
  exactly(asked: readonly NamedStream[]): SessionAnswer | null {
    const key = listKey(asked);
    return this.answers.findLast((answer) => listKey(answer.asked) === key) ?? null;
  }

  /** The best response to a request that included this stream: one that granted a session. */
  holding(stream: NamedStream): SessionAnswer | null {
    const key = streamKey(stream);
    const all = this.answers.filter(({ asked }) => asked.some((one) => streamKey(one) === key));
    return all.findLast(({ outcome }) => 'type' in outcome) ?? all.at(-1) ?? null;
  }
}

const listKey = (asked: readonly NamedStream[]): string => asked.map(streamKey).join('\n');

/** Everything known about a recording before it is replayed: its attempts to connect, and every requested stream. */
export class RecordingIndex {
  readonly attempts: RecordedAttempt[] = [];
  readonly #streams = new Map<string, NamedStream>();
  #isConnecting = false;

  get streams(): readonly NamedStream[] {
    return [...this.#streams.values()];
  }

  /** `at`: index of the entry, from 0. */
  add(entry: RecordedEntry, at: number): void {
    if (entry.type === 'session' || entry.type === 'no-session') this.#addAnswer(entry, at);
    else if (entry.type === 'not-authorised') {
      const refusals = this.attempts.at(-1)?.refusals;
      refusals?.set(entry.channel, [...(refusals.get(entry.channel) ?? []), entry.error]);
    } else if (entry.type === 'connect') this.#isConnecting = true;
    else if (entry.type === 'close' || entry.type === 'hangup') this.#isConnecting = false;
  }

  #addAnswer(entry: RecordedEntry & { type: 'session' | 'no-session' }, at: number): void {
    for (const stream of entry.asked) this.#streams.set(streamKey(stream), stream);
    const last = this.attempts.at(-1);
    const attempt = last && this.#isPartOf(last, entry.asked) ? last : this.#newAttempt(at);
    attempt.answers.push({ at, asked: entry.asked, outcome: entry.type === 'session' ? entry : entry.error });
    if (!this.#isConnecting) attempt.readyAt = at;
  }

  /**
   * A request during a connection is for more streams. A single stream after a refused list is part of that list,
   * requested one by one.
   */
  #isPartOf(last: RecordedAttempt, asked: readonly NamedStream[]): boolean {
    if (this.#isConnecting) return true;
    const [first] = last.answers;
    const [only, ...others] = asked;
    if (!first || !only || others.length > 0) return false;
    const wasRefused = !('type' in first.outcome) && first.outcome.outcome === 'rejected' && first.asked.length > 1;
    const isOneOfThem = first.asked.some((one) => streamKey(one) === streamKey(only));
    return wasRefused && isOneOfThem && last.exactly(asked) === null;
  }

  #newAttempt(at: number): RecordedAttempt {
    const attempt = new RecordedAttempt(at);
    this.attempts.push(attempt);
    return attempt;
  }
}
