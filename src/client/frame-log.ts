/** One message as it came over the wire. */
export interface RawFrame {
  readonly seq: number;
  readonly atMs: number;
  /** At most 4,096 characters of it. Remote text: to be cleaned before it is shown. */
  readonly text: string;
  readonly lengthChars: number;
  readonly channel: string | null;
  /** Why it could not be read; null when it could. */
  readonly problem: string | null;
}

const kept = 500;
const longestChars = 4_096;

/** The last messages, for a person who wants to see what the service really says. Bounded in number and in size. */
export class FrameLog {
  readonly #frames: { -readonly [K in keyof RawFrame]: RawFrame[K] }[] = [];
  #nextSeq = 1;

  /** A message has come; what is found out about it while it is read is added to this one. */
  push(text: string, atMs: number): void {
    const seq = this.#nextSeq++;
    this.#frames[seq % kept] = {
      seq,
      atMs,
      // A slice would keep the whole text alive behind it.
      text: text.length > longestChars ? structuredClone(text.slice(0, longestChars)) : text,
      lengthChars: text.length,
      channel: null,
      problem: null,
    };
  }

  belongsTo(channel: string | null): void {
    const last = this.#last();
    if (last) last.channel = channel;
  }

  isBad(problem: string): void {
    const last = this.#last();
    if (last) last.problem ??= problem;
  }

  /** Newest first; `channel` null: of all channels and of none. */
  latest(channel: string | null, count: number): RawFrame[] {
    const found: RawFrame[] = [];
    const oldest = Math.max(1, this.#nextSeq - kept);
    for (let seq = this.#nextSeq - 1; seq >= oldest && found.length < count; seq--) {
      const frame = this.#frames[seq % kept];
      if (frame && (channel === null || frame.channel === channel)) found.push(frame);
    }
    return found;
  }

  #last() {
    return this.#frames[(this.#nextSeq - 1) % kept];
  }
}
