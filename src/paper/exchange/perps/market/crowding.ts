import type { Random } from '../../../../platform/time/random.ts';
import type { PerpSpec } from './perp-specs.ts';

const hourMs = 3_600_000;
/** Longs crowd in after a rally and shorts after a fall, and leave within a day. */
const memoryMs = 9 * hourMs;
const perReturn = 0.004;

/** Standard deviation of the crowding by the volume of a day: small markets are one-sided more often. */
const spreadOf = ({ dayVolumeUsd }: PerpSpec): number =>
  dayVolumeUsd > 1e9 ? 0.0002 : dayVolumeUsd > 1e8 ? 0.00035 : 0.0006;

/** How one-sided the crowd is, as the premium that it pays, after a step in which the oracle went from one price to another. */
export function nextCrowding(
  crowding: number,
  spec: PerpSpec,
  step: { readonly fromUsd: number; readonly toUsd: number; readonly elapsedMs: number },
  random: Random,
): number {
  const forget = Math.min(1, step.elapsedMs / memoryMs);
  const own = spreadOf(spec) * Math.sqrt(2 * forget) * noise(random);
  return crowding * (1 - forget) + own + perReturn * Math.log(step.toUsd / step.fromUsd);
}

/** The crowding at each of the full hours whose prices are given, oldest first. */
export function hourlyCrowding(spec: PerpSpec, hourlyUsd: readonly number[], random: Random): number[] {
  let crowding = spreadOf(spec) * noise(random);
  return hourlyUsd.map((toUsd, index) => {
    const fromUsd = hourlyUsd[index - 1];
    if (fromUsd !== undefined) crowding = nextCrowding(crowding, spec, { fromUsd, toUsd, elapsedMs: hourMs }, random);
    return crowding;
  });
}

/** Mean 0, variance 1: four uniform draws have a third of that. */
export const noise = (random: Random): number =>
  Math.sqrt(3) * (random.next() + random.next() + random.next() + random.next() - 2);
