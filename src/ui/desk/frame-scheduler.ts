import { createStore } from 'zustand/vanilla';

interface SchedulerOptions {
  readonly monotonic: () => number;
  readonly setTimeout: (run: () => void, delayMs: number) => unknown;
  /** False while the last frame is still being written to the terminal. */
  readonly isDrained: () => boolean;
  readonly onDrain: (listener: () => void) => void;
  readonly maxFps?: number;
}

/**
 * Decides when to draw a frame. Events only mark a frame as due. Frames are published at most `maxFps` times a second, at
 * once after a key press, and never before the terminal has taken the last one, so that a terminal that stops reading blocks
 * frames but not the desk.
 */
export class FrameScheduler {
  readonly frames = createStore<{ readonly frame: number }>(() => ({ frame: 0 }));
  readonly #options: SchedulerOptions;
  readonly #minGapMs: number;
  #lastMs = Number.NEGATIVE_INFINITY;
  #due = false;
  #waiting = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#minGapMs = 1000 / (options.maxFps ?? 30);
    options.onDrain(() => this.#due && this.#publishWhenAllowed());
  }

  /** A change is not published yet. */
  get isDue(): boolean {
    return this.#due;
  }

  /** Requests a frame after a change. */
  request(): void {
    if (this.#due) return;
    this.#due = true;
    this.#publishWhenAllowed();
  }

  /** Publishes a frame at once, after a key press. */
  now(): void {
    this.#due = true;
    if (this.#options.isDrained()) this.#publish();
  }

  #publishWhenAllowed(): void {
    if (this.#waiting || !this.#options.isDrained()) return;
    // Always through a timer, also when the frame is due at once: a stream event must never render in its own stack.
    this.#waiting = true;
    this.#options.setTimeout(
      () => {
        this.#waiting = false;
        if (this.#due && this.#options.isDrained()) this.#publish();
      },
      Math.max(0, this.#lastMs + this.#minGapMs - this.#options.monotonic()),
    );
  }

  #publish(): void {
    this.#due = false;
    this.#lastMs = this.#options.monotonic();
    this.frames.setState(({ frame }) => ({ frame: frame + 1 }));
  }
}
