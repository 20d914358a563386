import {
  type NamedStream,
  type RecordedEntry,
  type RecordedError,
  type RecordedSession,
  streamKey,
} from './recording-format.ts';

/** One call for a session, as it was answered. */
export interface SessionAnswer {
  /** Which entry it is, from 0. */
  readonly at: number;
  readonly asked: readonly NamedStream[];
  readonly outcome: RecordedSession | RecordedError;
}

/** One attempt to connect: the calls for its session, then the connection where one came about, with its further calls. */
export class RecordedAttempt {
  readonly firstAt: number;
  readonly answers: SessionAnswer[] = [];
  /** Refused authorisations per channel, in order. */
  readonly refusals = new Map<string, RecordedError[]>();
  /** The entry after which everything for connecting is known. */
  readyAt: number;

  constructor(firstAt: number) {
    this.firstAt = firstAt;
    this.readyAt = firstAt;
  }

  /** Why it came to nothing; null where a session was given. */
  get error(): RecordedError | null {
    const last = this.answers.at(-1)?.outcome;
    return this.session === null && last && !('type' in last) ? last : null;
  }

  /** The first that was given. */
  get session(): RecordedSession | null {
    const given = this.answers.find(({ outcome }) => 'type' in outcome);
    return (given?.outcome as RecordedSession | undefined) ?? null;
  }

  /** The last answer to exactly this question, given before the end of the attempt. */
  exactly(asked: readonly NamedStream[]): SessionAnswer | null {
    const key = listKey(asked);
    return this.answers.findLast((answer) => listKey(answer.asked) === key) ?? null;
  }

  /** The best answer to a question that had this stream in it: one that gave a session. */
  holding(stream: NamedStream): SessionAnswer | null {
    const key = streamKey(stream);
    const all = this.answers.filter(({ asked }) => asked.some((one) => streamKey(one) === key));
    return all.findLast(({ outcome }) => 'type' in outcome) ?? all.at(-1) ?? null;
  }
}

const listKey = (asked: readonly NamedStream[]): string => asked.map(streamKey).join('\n');

/** What is known of a recording before it is played: its attempts to connect, and every stream that was asked for. */
export class RecordingIndex {
  readonly attempts: RecordedAttempt[] = [];
  readonly #streams = new Map<string, NamedStream>();
  #isConnecting = false;

  get streams(): readonly NamedStream[] {
    return [...this.#streams.values()];
  }

  /** `at`: which entry it is, from 0. */
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

  /** A question during a connection is for more streams; one stream after a refused list is the list, asked one by one. */
  #isPartOf(last: RecordedAttempt, asked: readonly NamedStream[]): boolean {
    if (this.#isConnecting) return true;
    const first = last.answers[0]!;
    const wasRefused = !('type' in first.outcome) && first.outcome.outcome === 'rejected' && first.asked.length > 1;
    const isOneOfThem = asked.length === 1 && first.asked.some((one) => streamKey(one) === streamKey(asked[0]!));
    return wasRefused && isOneOfThem && last.exactly(asked) === null;
  }

  #newAttempt(at: number): RecordedAttempt {
    const attempt = new RecordedAttempt(at);
    this.attempts.push(attempt);
    return attempt;
  }
}
