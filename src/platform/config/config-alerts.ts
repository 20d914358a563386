import { z } from 'zod';
import { onOff, text, wholeNumber } from './config-fields.ts';

const pricedRule =
  'must be "SOL", "ETH", "BNB" or "MON", "chain:address" with solana, base, bsc or monad, or "perp:COIN" such as "perp:BTC"';
const alertPriceRule = 'must be a price above zero: a whole number, or a decimal in quotes such as "0.0125" (USD)';

const alertPrice = z
  .union(
    [
      z.int().positive().transform(String),
      z.string().regex(/^(?=.*[1-9])\d{1,15}(\.\d{1,18})?$/, { error: alertPriceRule }),
    ],
    {
      error: alertPriceRule,
    },
  )
  .optional();

const priceAlert = z
  .strictObject({
    of: z
      .string({ error: pricedRule })
      .regex(
        /^(SOL|ETH|BNB|MON|solana:[1-9A-HJ-NP-Za-km-z]{32,44}|(base|bsc|monad):0x[0-9a-fA-F]{40}|perp:[A-Za-z0-9][A-Za-z0-9:@._-]{0,31})$/,
        {
          error: pricedRule,
        },
      ),
    above: alertPrice,
    below: alertPrice,
  })
  .refine(({ above, below }) => (above === undefined) !== (below === undefined), {
    error: 'must have either above or below, not both',
  });

/** `[alerts]` of the configuration. */
export const alertsSchema = z
  .strictObject({
    price: z.array(priceAlert).max(50, { error: 'must be at most 50 alerts' }).default([]),
    orders: onOff.default(true),
    positions: onOff.default(true),
    plans: onOff.default(true),
    liquidation_pct: z
      .number({ error: 'must be a number from 0 (none) to 90 (percent)' })
      .min(0, { error: 'must be from 0 (none) to 90 (percent)' })
      .max(90, { error: 'must be from 0 (none) to 90 (percent)' })
      .default(10),
    stream_down_s: wholeNumber(0, 3_600, 'seconds; 0 for none', 10),
    key_limit: onOff.default(true),
    pause_s: wholeNumber(5, 3_600, 'seconds', 60),
    bell: onOff.default(true),
    notification: z.enum(['off', 'osc9', 'osc777'], { error: 'must be "off", "osc9" or "osc777"' }).default('off'),
    hook: z
      .array(text('a program, then its arguments, each on its own'), {
        error: 'must be a list: the program, then its arguments, such as ["~/bin/alert", "--loud"]',
      })
      .min(1, { error: 'must name a program' })
      .max(50, { error: 'must have at most 50 parts' })
      .optional(),
  })
  .prefault({});
