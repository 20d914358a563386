import type Big from 'big.js';
import type { RiskLimits } from '../../domain/market/risk-limits.ts';
import { formatCents } from '../../domain/numbers/format.ts';
import type { DayLimit } from '../../stores/portfolio/risk-day.ts';

/** How the reason begins when a limit of the account has set the trading mode. */
export const limitPrefix = 'limit reached: ';

/** `daily loss of 104.20 USD, limit 100 USD`. */
export function reachedWords(limit: DayLimit, lossUsd: Big, limits: RiskLimits): string {
  const unit = limit === 'dailyLossUsd' ? 'USD' : '%';
  const what =
    limit === 'maxDrawdownPct'
      ? `drawdown of ${formatCents(lossUsd)} USD from today’s high`
      : `daily loss of ${formatCents(lossUsd)} USD`;
  return `${what}, limit ${limits[limit]} ${unit}`;
}
