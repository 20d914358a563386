/** Whether this is the long form, `npm run test:soak`. */
export const isSoak = process.env['SWAPDECK_SOAK'] === '1';

/** How many cases a property or a simulation tries: few enough for a run after each change, or many in the long form. */
export const cases = (quick: number, soak: number): number => (isSoak ? soak : quick);

/** A new one each run, printed when something fails: SWAPDECK_SEED=<seed> makes the same cases again. */
export const seed = Number(process.env['SWAPDECK_SEED']);
