import { type Random, seededRandom } from '../../../platform/time/random.ts';

/** Seeded randomness that can be reseeded. */
export interface ReseedableRandom extends Random {
  reseed(seed: number): void;
}

export function reseedableRandom(seed: number): ReseedableRandom {
  let inner = seededRandom(seed);
  return {
    next: () => inner.next(),
    int: (below) => inner.int(below),
    hex: (bytes) => inner.hex(bytes),
    reseed: (next) => {
      inner = seededRandom(next);
    },
  };
}
