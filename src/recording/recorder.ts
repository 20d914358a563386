import { printableJson } from '../platform/files/printable-json.ts';
import type { Clock } from '../platform/time/clock.ts';
import { type NewEntry, type RecordingHeader, recordingVersion } from './recording-format.ts';
import { SecretMask } from './secret-mask.ts';

export interface RecorderOptions {
  readonly clock: Clock;
  readonly header: Omit<RecordingHeader, 'format' | 'version' | 'recordedAtMs'>;
  readonly append: (line: string) => void;
}

/** Writes events as the lines of a recording. The first line is written at once; `t` 0 is now. */
export class Recorder {
  readonly mask = new SecretMask();
  readonly #clock: Clock;
  readonly #append: (line: string) => void;
  readonly #startMs: number;
  #isOver = false;
  #texts = 0;

  constructor({ clock, header, append }: RecorderOptions) {
    this.#clock = clock;
    this.#append = append;
    this.#startMs = clock.monotonic();
    const first: RecordingHeader = {
      format: 'swapdeck-recording',
      version: recordingVersion,
      recordedAtMs: clock.now(),
      ...header,
    };
    append(printableJson(JSON.stringify(first)));
  }

  /** Received messages, readable or not. */
  get texts(): number {
    return this.#texts;
  }

  get lengthMs(): number {
    return this.#clock.monotonic() - this.#startMs;
  }

  note(entry: NewEntry): void {
    if (this.#isOver) return;
    if (entry.type === 'text' || entry.type === 'unusable') this.#texts++;
    // Microseconds, so that the order of events stays visible.
    this.#append(printableJson(JSON.stringify({ t: Math.round(this.lengthMs * 1_000) / 1_000, ...entry })));
  }

  end(): void {
    this.note({ type: 'end' });
    this.#isOver = true;
  }
}
