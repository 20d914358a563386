import { duration, InputProblem, percentText, whole } from './read-inputs.ts';

/** When the slices of a plan are sent. */
export interface SliceTimes {
  /** Mean time between slices, ms. */
  readonly everyMs: number;
  /** Of each slice: ms since the start; jitter is in it. */
  readonly afterMs: readonly number[];
}

/** Reads the inputs `over`, `count` and `jitter`. `random`: 0 ≤ x < 1. Throws InputProblem. */
export function sliceTimes(
  values: Readonly<Record<string, string>>,
  leastEveryMs: number,
  random: () => number,
): SliceTimes {
  const overMs = duration(values, 'over');
  const count = whole(values, 'count', 'a number of slices', 2, 500);
  const everyMs = Math.floor(overMs / count);
  if (everyMs < leastEveryMs)
    throw new InputProblem(
      'count',
      `Slices are at least ${leastEveryMs / 1_000} s apart: at most ${Math.floor(overMs / leastEveryMs)} fit.`,
    );
  const jitterPct = whole({ jitter: percentText(values, 'jitter') }, 'jitter', 'a jitter', 0, 50);
  // The first slice is sent at once; the others move within their interval, so that nobody can count on them.
  const jitter = (index: number) => (index === 0 ? 0 : (random() - 0.5) * everyMs * (jitterPct / 100));
  return { everyMs, afterMs: Array.from({ length: count }, (_, index) => Math.round(index * everyMs + jitter(index))) };
}
