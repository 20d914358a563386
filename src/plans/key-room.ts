import type { PlannedChild } from './plan-kind.ts';

interface Room {
  readonly left: number;
  readonly of: number;
}

/** What a plan takes of the executions of a key. */
export interface KeyRoom {
  /** Executions of the plan. */
  readonly count: number;
  /** The most that the key can execute while the plan runs. */
  readonly most: number;
  /** The first child that finds none left; null if all fit. */
  readonly dry: { readonly index: number; readonly afterMs: number } | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Whether a key's executions last for a plan that starts now. What was used before is taken to count for the whole of the
 * first hour and day, because the service does not say when it was.
 */
export function keyRoom(planned: readonly PlannedChild[], left: { readonly hour: Room; readonly day: Room }): KeyRoom {
  const times = planned.map(({ afterMs }) => afterMs ?? 0).sort((a, b) => a - b);
  const lastMs = times.at(-1) ?? 0;
  const within = (room: Room, ms: number): number => room.left + Math.floor(lastMs / ms) * room.of;
  const dry = [dryAt(times, left.hour, hourMs), dryAt(times, left.day, dayMs)].filter((one) => one !== null);
  return {
    count: times.length,
    most: Math.min(within(left.hour, hourMs), within(left.day, dayMs)),
    dry: dry.sort((a, b) => a.afterMs - b.afterMs)[0] ?? null,
  };
}

function dryAt(times: readonly number[], { left, of }: Room, ms: number): KeyRoom['dry'] {
  let first = 0;
  for (const [index, afterMs] of times.entries()) {
    while ((times[first] ?? 0) <= afterMs - ms) first++;
    const used = (afterMs < ms ? of - left : 0) + index - first;
    if (used >= of) return { index, afterMs };
  }
  return null;
}
