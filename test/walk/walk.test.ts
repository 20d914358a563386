import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cases, isSoak, seed } from '../run/cases.ts';
import { type WalkOptions, walk } from './walk.ts';

/** Of each of the four. */
const keys = cases(200, 20_000);

/** What a desk may hold after so many keys, MB. */
const mostMb = 360;

/** A walk that failed writes down its moves; the variable makes them again. */
const replay = process.env['SWAPDECK_WALK_REPLAY'];
const walks: readonly WalkOptions[] = replay
  ? [JSON.parse(readFileSync(replay, 'utf8')) as WalkOptions]
  : [false, true].flatMap((mayConfirm, half) =>
      (['q', 'C-c'] as const).map((leaveBy, quarter) => ({
        seed: seed + 2 * half + quarter,
        keys,
        mayConfirm,
        leaveBy,
      })),
    );

test.concurrent.each(walks)(
  'confirmations pressed: $mayConfirm, left by $leaveBy: the desk lives, draws whole screens and sends what was confirmed',
  { timeout: isSoak ? 3_600_000 : 600_000 },
  async (options) => {
    const report = await walk(options);
    if (isSoak) console.log(JSON.stringify({ ...options, ...report }));
    expect(report.endMb).toBeLessThan(mostMb);
    if (!options.mayConfirm) expect(report.mutations).toBe(0);
  },
);
