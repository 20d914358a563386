import type { RawMessage } from '../../domain/stream/raw-message.ts';

const kept = 500;
const longestChars = 4_096;

/** The last messages, for users who want to see the raw traffic. Limited in count and size. */
export class FrameLog {
  readonly #frames: { -readonly [K in keyof RawMessage]: RawMessage[K] }[] = [];
  #nextSeq = 1;

  /** Adds a message. What is learned while it is read is added to this entry. */
  push(text: string, atMs: number): void {
    const seq = this.#nextSeq++;
    this.#frames[seq % kept] = {
      seq,
      atMs,
      // A slice would keep the whole text alive.
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

  /** Newest first; `channel` null: all messages, with or without a channel. */
  latest(channel: string | null, count: number): RawMessage[] {
    const found: RawMessage[] = [];
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
