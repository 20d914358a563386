import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases, isSoak } from '../../../../test/run/cases.ts';
import { openPerpLab } from './perp-lab.fixture.ts';
import { PerpModel } from './perp-model.fixture.ts';
import { perform } from './perp-operations.fixture.ts';

const codes = (length: number) => fc.array(fc.nat(2 ** 31 - 1), { minLength: length, maxLength: length });
const seeds = fc.integer({ min: 1, max: 1e6 });

it('adds up after each operation', () => {
  const runs = cases(5, 100);
  if (isSoak) console.log(`${runs} runs of 500 operations`);
  fc.assert(
    fc.property(seeds, codes(500), (seed, steps) => {
      const lab = openPerpLab(seed);
      const model = new PerpModel(lab);
      for (const code of steps) model.check(perform(lab, code));
    }),
    // Without shrinking: half a thousand operations would be tried for minutes. The seed repeats the failure.
    { numRuns: runs, endOnFailure: true },
  );
});

it('is not changed by a restart at any point', () => {
  fc.assert(
    fc.property(seeds, codes(60), fc.array(fc.nat(59), { maxLength: 6 }), (seed, steps, restarts) => {
      const [kept, restarted] = [openPerpLab(seed), openPerpLab(seed)];
      for (const [index, code] of steps.entries()) {
        perform(kept, code);
        perform(restarted, code);
        if (restarts.includes(index)) restarted.perps.restore(JSON.parse(JSON.stringify(restarted.perps.snapshot())));
      }
      expect(restarted.perps.snapshot()).toEqual(kept.perps.snapshot());
      expect(restarted.perps.markets()).toEqual(kept.perps.markets());
      expect(restarted.messages).toEqual(kept.messages);
    }),
    { numRuns: cases(5, 15) },
  );
});

it('does the same by the same seed and operations', () => {
  fc.assert(
    fc.property(seeds, codes(80), (seed, steps) => {
      const trace = (): string => {
        const lab = openPerpLab(seed);
        const answers = steps.map((code) => perform(lab, code));
        return JSON.stringify([answers, lab.perps.snapshot(), lab.messages]);
      };
      expect(trace()).toBe(trace());
    }),
    { numRuns: cases(4, 10) },
  );
});
