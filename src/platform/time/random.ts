import { randomBytes } from 'node:crypto';

/** Randomness. `next` is uniform in [0, 1). */
export interface Random {
  next(): number;
  /** Uniform whole number in [0, below). */
  int(below: number): number;
  /** Lower-case hex text of `bytes` random bytes. */
  hex(bytes: number): string;
}

const from = (next: () => number): Random => ({
  next,
  int: (below) => Math.floor(next() * below),
  hex: (bytes) =>
    Array.from({ length: bytes }, () =>
      Math.floor(next() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join(''),
});

/** Reproducible randomness (mulberry32): the same seed gives the same run. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return from(() => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  });
}

/** The operating system's randomness, for ids, secrets and back-off jitter. */
export const systemRandom: Random = {
  ...from(() => randomBytes(6).readUIntBE(0, 6) / 2 ** 48),
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
