/** The user's limits of the whole account, from `[risk]` of the configuration. Null: no limit. Amounts are decimal text. */
export interface RiskLimits {
  /** USD of loss since the opening of the day. */
  readonly dailyLossUsd: string | null;
  /** The same in percent of the equity at the opening. */
  readonly dailyLossPct: string | null;
  /** Percent below the highest equity since the opening of the day. */
  readonly maxDrawdownPct: string | null;
  readonly maxOpenPositions: number | null;
  /** Perp orders and trigger orders that can add risk. */
  readonly maxOpenOrders: number | null;
  /** Heat in percent of the equity. */
  readonly maxHeatPct: string | null;
}

export const noRiskLimits: RiskLimits = {
  dailyLossUsd: null,
  dailyLossPct: null,
  maxDrawdownPct: null,
  maxOpenPositions: null,
  maxOpenOrders: null,
  maxHeatPct: null,
};
