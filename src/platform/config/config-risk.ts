import { z } from 'zod';

const usdRule = 'must be above zero: a whole number, or a decimal in quotes such as "250.50" (USD)';

const usd = z
  .union([z.int().positive().transform(String), z.string().regex(/^(?=.*[1-9])\d{1,15}(\.\d{1,6})?$/)], {
    error: usdRule,
  })
  .optional();

const pct = (most: number) => {
  const error = `must be a number from 0.01 to ${most} (percent)`;
  return z.number({ error }).min(0.01, { error }).max(most, { error }).transform(String).optional();
};

const count = (what: string) => {
  const error = `must be a whole number from 1 to 10000 (${what})`;
  return z.int({ error }).min(1, { error }).max(10_000, { error }).optional();
};

/** `[risk]` of the configuration. */
export const riskSchema = z
  .strictObject({
    daily_loss_usd: usd,
    daily_loss_pct: pct(100),
    max_drawdown_pct: pct(100),
    max_open_positions: count('positions'),
    max_open_orders: count('orders'),
    max_heat_pct: pct(1_000),
  })
  .prefault({});

/** Converts the file's snake_case. Amounts are decimal text. Null: the user set no limit. */
export const toRisk = (file: z.output<typeof riskSchema>) => ({
  dailyLossUsd: file.daily_loss_usd ?? null,
  dailyLossPct: file.daily_loss_pct ?? null,
  maxDrawdownPct: file.max_drawdown_pct ?? null,
  maxOpenPositions: file.max_open_positions ?? null,
  maxOpenOrders: file.max_open_orders ?? null,
  maxHeatPct: file.max_heat_pct ?? null,
});
