/** Window of the rate, seconds. */
const rateSeconds = 5;
const slots = rateSeconds + 1;

/** Traffic of one channel: counts, rate and rhythm. Must be cheap: it is called a thousand times a second. */
export class ChannelTraffic {
  events = 0;
  unreadable = 0;
  lastAtMs: number | null = null;
  /** Recent mean interval between events, ms; null before the second event. */
  meanGapMs: number | null = null;
  #isInterrupted = false;
  readonly #counts = new Int32Array(slots);
  readonly #seconds = new Float64Array(slots).fill(-1);

  seen(atMs: number): void {
    this.events++;
    if (this.lastAtMs !== null && !this.#isInterrupted) {
      const gapMs = Math.max(0, atMs - this.lastAtMs);
      this.meanGapMs = this.meanGapMs === null ? gapMs : this.meanGapMs + (gapMs - this.meanGapMs) / 8;
    }
    this.lastAtMs = atMs;
    this.#isInterrupted = false;
    const second = Math.floor(atMs / 1_000);
    const slot = ((second % slots) + slots) % slots;
    if (this.#seconds[slot] !== second) {
      this.#seconds[slot] = second;
      this.#counts[slot] = 0;
    }
    // A slot is below `slots`, which is how many there are.
    this.#counts[slot]!++;
  }

  /** After an interruption, the pause until the next event says nothing about the channel's rhythm. */
  interrupt(): void {
    this.#isInterrupted = true;
  }

  /** Over the last five complete seconds; the current one would make the rate jump. */
  perSecond(nowMs: number): number {
    const second = Math.floor(nowMs / 1_000);
    let sum = 0;
    for (const [slot, count] of this.#counts.entries()) {
      const age = second - (this.#seconds[slot] ?? -1);
      if (age >= 1 && age <= rateSeconds) sum += count;
    }
    return sum / rateSeconds;
  }
}
