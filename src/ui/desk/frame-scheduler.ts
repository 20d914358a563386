import { createStore } from 'zustand/vanilla';

interface SchedulerOptions {
  readonly monotonic: () => number;
  readonly setTimeout: (run: () => void, delayMs: number) => unknown;
  /** Runs a function when all that is due now is done, before the next timer: Node's `setImmediate`. */
  readonly setImmediate: (run: () => void) => unknown;
  /** False while the last frame is still being written to the terminal. */
  readonly isDrained: () => boolean;
  readonly onDrain: (listener: () => void) => void;
  /** The most frames a second that are drawn without a key; 30 if absent. */
  readonly maxFps?: number;
}

/** Frames a second while nobody presses a key: a tape that runs is read, not followed. */
const restingFps = 15;
/** So long after a key the desk is under the hand, ms. */
const underHandMs = 2_000;

/**
 * Decides when to draw a frame. Events only mark a frame as due. Frames are published right after each key, at most
 * `maxFps` times a second soon after one and 15 times otherwise, and never before the terminal has taken the last one, so that a terminal that stops reading blocks
 * frames but not the desk.
 */
export class FrameScheduler {
  readonly frames = createStore<{ readonly frame: number }>(() => ({ frame: 0 }));
  readonly #options: SchedulerOptions;
  readonly #maxFps: number;
  /** Keys whose frame is to come: no other is drawn before it. */
  #keys = 0;
  #lastKeyMs = Number.NEGATIVE_INFINITY;
  #lastMs = Number.NEGATIVE_INFINITY;
  #due = false;
  #waiting = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
    this.#maxFps = options.maxFps ?? 30;
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

  /** Publishes a frame after a key press, once what the key sends has left: drawing takes longer than sending. */
  now(): void {
    const { monotonic, setImmediate } = this.#options;
    this.#due = true;
    this.#lastKeyMs = monotonic();
    this.#keys++;
    // fetch writes to its socket in the turn of the event loop after the one that called it.
    setImmediate(() => setImmediate(() => this.#endKey()));
  }

  #endKey(): void {
    this.#keys--;
    if (this.#keys === 0 && this.#due && this.#options.isDrained()) this.#publish();
  }

  #publishWhenAllowed(): void {
    if (this.#waiting || !this.#options.isDrained()) return;
    // Always through a timer, also when the frame is due at once: a stream event must never render in its own stack.
    this.#waiting = true;
    this.#options.setTimeout(
      () => {
        this.#waiting = false;
        if (this.#keys === 0 && this.#due && this.#options.isDrained()) this.#publish();
      },
      Math.max(0, this.#lastMs + this.#minGapMs() - this.#options.monotonic()),
    );
  }

  #minGapMs(): number {
    const isUnderHand = this.#options.monotonic() - this.#lastKeyMs < underHandMs;
    return 1000 / (isUnderHand ? this.#maxFps : Math.min(restingFps, this.#maxFps));
  }

  #publish(): void {
    this.#due = false;
    this.#lastMs = this.#options.monotonic();
    this.frames.setState(({ frame }) => ({ frame: frame + 1 }));
  }
}
