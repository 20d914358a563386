import { z } from 'zod';
import { decimalNumber, opt, safeText } from './schema.ts';

/** AgentKeyConstraints: the limits of a key. An absent or null cap means no limit. */
export const keyConstraints = z.object({
  buysEnabled: z.boolean(),
  sellsEnabled: z.boolean(),
  allowCustomGas: z.boolean(),
  allowBribes: z.boolean(),
  maxExecutionsPerHour: z.number(),
  maxExecutionsPerDay: z.number(),
  maxConcurrentExecutions: z.number(),
  maxLimitOrdersPerDay: z.number(),
  /** Networks by the service's numbers, such as 6 for Solana. */
  allowedNetworks: opt(z.array(z.number())),
  allowedWalletIds: opt(z.array(safeText())),
  maxBuyUsdPerDay: opt(decimalNumber()),
  maxBuyUsdPerTrade: opt(decimalNumber()),
  maxSellUsdPerDay: opt(decimalNumber()),
  maxSellUsdPerTrade: opt(decimalNumber()),
  maxLimitOrderUsdPerOrder: opt(decimalNumber()),
  maxPriceImpactPct: opt(z.number()),
  maxSellPositionPct: opt(z.number()),
  maxSlippageBps: opt(z.number()),
});

/** Usage of the limits; executions count orders and swaps, however they are placed. */
export const keyUse = z.object({
  executionsLastHour: opt(z.number()),
  executionsLastDay: opt(z.number()),
  executionsNow: opt(z.number()),
  limitOrdersLastDay: opt(z.number()),
  buyUsdLastDay: opt(decimalNumber()),
  sellUsdLastDay: opt(decimalNumber()),
});
