/** Seconds that the rate is measured over. */
const rateSeconds = 5;
const slots = rateSeconds + 1;

/** What has passed on one channel: counts, rate and rhythm. Cheap, for it is fed a thousand times a second. */
export class ChannelTraffic {
  events = 0;
  unreadable = 0;
  lastAtMs: number | null = null;
  /** Mean time between two events of late, ms; null before the second one. */
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
    this.#counts[slot]!++;
  }

  /** Nothing could come for a while: the pause until the next event says nothing about the channel's rhythm. */
  interrupt(): void {
    this.#isInterrupted = true;
  }

  /** Over the last five full seconds: the running one would make the figure saw up and down. */
  perSecond(nowMs: number): number {
    const second = Math.floor(nowMs / 1_000);
    let sum = 0;
    for (let slot = 0; slot < slots; slot++) {
      const age = second - this.#seconds[slot]!;
      if (age >= 1 && age <= rateSeconds) sum += this.#counts[slot]!;
    }
    return sum / rateSeconds;
  }
}
