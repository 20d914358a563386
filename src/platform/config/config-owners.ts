import { z } from 'zod';
import { wholeNumber } from './config-fields.ts';

const shareRule = 'must be a share of the supply from 0 to 100 (percent)';

const maxPct = z
  .number({ error: shareRule })
  .min(0, { error: shareRule })
  .max(100, { error: shareRule })
  .transform(String)
  .optional();

/** `[owners]` of the configuration. */
export const ownersSchema = z
  .strictObject({
    developer_max_pct: maxPct,
    top10_max_pct: maxPct,
    insiders_max_pct: maxPct,
    snipers_max_pct: maxPct,
    bundlers_max_pct: maxPct,
    fresh_max_pct: maxPct,
    pro_max_pct: maxPct,
    max_age_s: wholeNumber(30, 86_400, 'seconds', 300),
    balance_unit: z.enum(['base-units', 'whole'], { error: 'must be "base-units" or "whole"' }).default('base-units'),
  })
  .prefault({});

/** Converts the file's snake_case. Groups without a limit are absent from `maxPct`. */
export const toOwners = (file: z.output<typeof ownersSchema>) => {
  const limits = {
    developer: file.developer_max_pct,
    top10: file.top10_max_pct,
    insiders: file.insiders_max_pct,
    snipers: file.snipers_max_pct,
    bundlers: file.bundlers_max_pct,
    fresh: file.fresh_max_pct,
    pro: file.pro_max_pct,
  };
  const maxPct: Partial<Record<keyof typeof limits, string>> = Object.fromEntries(
    Object.entries(limits).filter(([, pct]) => pct !== undefined),
  );
  return { maxPct, maxAgeMs: file.max_age_s * 1_000, unit: file.balance_unit };
};
