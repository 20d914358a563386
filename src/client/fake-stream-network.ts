import type { FakeClock } from '../platform/fake-clock.ts';
import type { Random } from '../platform/random.ts';

/** Chances, 0 to 1, that the service misbehaves at each step. All 0: a good service. */
export interface Faults {
  /** A session that is not given: down, refused, unreadable. */
  readonly session: number;
  readonly handshake: number;
  readonly auth: number;
  readonly subscription: number;
  /** An HTTP answer that comes after 10 to 15 s, or never. */
  readonly hang: number;
  /** A frame that comes twice, or before its predecessors. */
  readonly frame: number;
}

export const noFaults: Faults = { session: 0, handshake: 0, auth: 0, subscription: 0, hang: 0, frame: 0 };

/** A delivery that comes later than this was held up by a stopped process. */
const heldUpMs = 500;

/** What lies between the desk and the service in tests: delays and faults on a FakeClock, drawn from a seeded random. */
export class FakeStreamNetwork {
  readonly clock: FakeClock;
  readonly random: Random;
  readonly problems: string[] = [];
  faults: Faults = noFaults;
  /** Longest delay of anything the service does, ms. */
  slownessMs = 0;
  /** Deliveries under way: timers of the service, not of the desk. */
  underWay = 0;
  /** Hears all that passes; set to record a trace. */
  note: (line: string) => void = () => {};

  constructor(clock: FakeClock, random: Random) {
    this.clock = clock;
    this.random = random;
  }

  isFault(kind: keyof Faults): boolean {
    return this.random.next() < this.faults[kind];
  }

  oneOf<T>(choices: readonly T[]): T {
    return choices[this.random.int(choices.length)]!;
  }

  delayMs(): number {
    return this.random.next() * this.slownessMs;
  }

  later(run: () => void, delayMs = this.delayMs()): void {
    const dueMs = this.clock.monotonic() + delayMs;
    const deliver = () => {
      this.underWay--;
      // A process that was stopped runs its overdue timers before it reads its sockets.
      if (this.clock.monotonic() - dueMs > heldUpMs) this.later(run, 0);
      else run();
    };
    this.underWay++;
    this.clock.setTimeout(deliver, delayMs);
  }
}
