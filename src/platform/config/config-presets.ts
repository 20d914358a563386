import { z } from 'zod';

const buyRule =
  'must be an amount of the native coin above zero: a whole number, or a decimal in quotes such as "0.25"';
const shareRule = 'must be a share from 1 to 100 (percent): a whole number';

/** A TOML float may already have lost digits. */
const presetAmount = z.union(
  [z.int().positive().transform(String), z.string().regex(/^(?=.*[1-9])\d{1,9}(\.\d{1,18})?$/, { error: buyRule })],
  { error: buyRule },
);

const presetShare = z
  .int({ error: shareRule })
  .min(1, { error: shareRule })
  .max(100, { error: shareRule })
  .transform(String);

const plansRule = 'must be a list of at most five plans, each as the command line takes it';
const planRule = 'must be the text of a plan in quotes, at most 200 characters, such as "twap buy 2 ETH over 1h in 30"';

/** Texts of plans; `command-line/check-plans.ts` checks that each is one. */
export const presetPlans = z
  .array(
    // A line of text: no control, format or unassigned characters, and not blanks alone.
    z.string({ error: planRule }).regex(/^(?=.*\S)[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u, { error: planRule }),
    { error: plansRule },
  )
  .max(5, { error: plansRule })
  .default([]);

/** Each side has five keys. */
const presetList = <T extends z.ZodType<string, string | number>>(item: T, rule: string) =>
  z
    .array(item, { error: `must be a list of one to five; each ${rule}` })
    .min(1, { error: 'must name one to five' })
    .max(5, { error: 'must name one to five' });

/** `[presets]` of the configuration. */
export const presetsSchema = z
  .strictObject({
    buy: presetList(presetAmount, buyRule).default(['0.1', '0.25', '0.5', '1', '2']),
    sell_pct: presetList(presetShare, shareRule).default(['10', '25', '50', '75', '100']),
    plans: presetPlans,
  })
  .prefault({});
