import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type WalkOptions, walk } from './walk.ts';

const keys = Number(process.env['SWAPDECK_WALK_KEYS'] ?? 5_000);

/** What a desk may hold after so many keys, MB. */
const mostMb = 360;

const { SWAPDECK_WALK_SEED: seed, SWAPDECK_WALK_REPLAY: replay } = process.env;

/** SWAPDECK_WALK_SEED walks by another seed; SWAPDECK_WALK_REPLAY makes the moves of a walk that failed again. */
const walks: readonly WalkOptions[] = replay
  ? [JSON.parse(readFileSync(replay, 'utf8')) as WalkOptions]
  : [false, true].flatMap((mayConfirm) =>
      (['q', 'C-c'] as const).map((leaveBy, index) => ({
        ...{ seed: Number(seed ?? 1) * 10 + (mayConfirm ? 5 : 0) + index, keys, mayConfirm, leaveBy },
      })),
    );

test.concurrent.each(walks)(
  'seed $seed, confirmations pressed: $mayConfirm: the desk lives, draws whole screens and sends what was confirmed',
  { timeout: 300_000 },
  async (options) => {
    const report = await walk(options);
    if (process.env['SWAPDECK_WALK_REPORT']) console.log(JSON.stringify({ ...options, ...report, replay: undefined }));
    expect(report.endMb).toBeLessThan(mostMb);
    if (!options.mayConfirm) expect(report.mutations).toBe(0);
  },
);
