import type { FakeClock } from '../../../platform/time/fake-clock.fixture.ts';
import type { Random } from '../../../platform/time/random.ts';

/** Probabilities, 0 to 1, of a fault at each step. All 0: a healthy service. */
export interface Faults {
  /** A session request that fails: service down, refused, unreadable. */
  readonly session: number;
  readonly handshake: number;
  readonly auth: number;
  readonly subscription: number;
  /** An HTTP response that comes after 10 to 15 s, or never. */
  readonly hang: number;
  /** A frame that arrives twice, or before its predecessors. */
  readonly frame: number;
}

export const noFaults: Faults = { session: 0, handshake: 0, auth: 0, subscription: 0, hang: 0, frame: 0 };

/** A delivery later than this was delayed by a stopped process. */
const heldUpMs = 500;

/** The simulated network between desk and service: delays and faults on a FakeClock, from a seeded random. */
export class FakeStreamNetwork {
  readonly clock: FakeClock;
  readonly random: Random;
  readonly problems: string[] = [];
  faults: Faults = noFaults;
  /** Maximum delay of any service action, ms. */
  slownessMs = 0;
  /** Deliveries in transit: timers of the service, not of the desk. */
  underWay = 0;
  /** Receives everything that passes; set it to record a trace. */
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
      // A stopped process runs its overdue timers before it reads its sockets.
      if (this.clock.monotonic() - dueMs > heldUpMs) this.later(run, 0);
      else run();
    };
    this.underWay++;
    this.clock.setTimeout(deliver, delayMs);
  }
}
