import { createStore } from 'zustand/vanilla';

interface SchedulerOptions {
  readonly monotonic: () => number;
  readonly setTimeout: (run: () => void, delayMs: number) => unknown;
  /** False while the last frame is still on its way to the terminal. */
  readonly isDrained: () => boolean;
  readonly onDrain: (listener: () => void) => void;
  readonly maxFps?: number;
}

/**
 * Decides when the screen follows the stores. Events only mark the frame as due; a frame is published at most `maxFps`
 * times a second and never before the terminal has taken the last one, and at once after a key press. A terminal that
 * stops reading therefore holds back frames, not the desk.
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

  /** Something on screen has changed that is not published yet. */
  get isDue(): boolean {
    return this.#due;
  }

  /** Something on screen has changed. */
  request(): void {
    if (this.#due) return;
    this.#due = true;
    this.#publishWhenAllowed();
  }

  /** A key was pressed: its effect is shown without waiting for the next frame. */
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
