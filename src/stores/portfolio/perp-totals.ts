import Big from 'big.js';
import { maintenanceRate } from '../../domain/market/perp-rules.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { DeskData } from '../desk-data.ts';
import { type PositionRow, positionRows } from './position-rows.ts';

/** The perp account, USD. null: unknown. */
export interface PerpTotals {
  /** Account value at the marks of the rows, so that it agrees with their PnL. */
  readonly valueUsd: Big | null;
  /** As the service reports it, at the marks of its response. */
  readonly reportedValueUsd: Big | null;
  /** Sum of the known PnLs. */
  readonly unrealisedUsd: Big;
  /** Number of positions without a known PnL: `unrealisedUsd` lacks them. */
  readonly unknown: number;
  readonly notionalUsd: Big | null;
  readonly usedUsd: Big | null;
  /** What the service says can be withdrawn or used for new orders. */
  readonly freeUsd: Big | null;
  /** Maintenance margin of all positions. Liquidation starts where it reaches the account value, 100 %. */
  readonly maintenanceUsd: Big | null;
  readonly marginRatioPct: Big | null;
}

/** The one total of the perp account; null until the positions are read. */
export const perpTotals = (data: DeskData): PerpTotals | null => data.derive(toTotals);

function toTotals(data: DeskData): PerpTotals | null {
  const account = data.read('positions').data;
  if (!account) return null;
  const rows = positionRows(data);
  const pnls = rows.map(({ position }) => position?.unrealizedPnl ?? null);
  const reportedPnl = sumOf(rows.map(({ position }) => position?.reportedPnl ?? null));
  const unrealised = sumOf(pnls);
  const reportedValueUsd = readDecimal(account.accountValue);
  // Where a PnL is unknown, the account value stays at the service's marks.
  const moved = unrealised && reportedPnl ? unrealised.minus(reportedPnl) : new Big(0);
  const valueUsd = reportedValueUsd?.plus(moved) ?? null;
  const maintenanceUsd = sumOf(rows.map(maintenanceOf));
  return {
    valueUsd,
    reportedValueUsd,
    unrealisedUsd: pnls.reduce<Big>((sum, pnl) => (pnl ? sum.plus(pnl) : sum), new Big(0)),
    unknown: pnls.filter((pnl) => pnl === null).length,
    notionalUsd: sumOf(rows.map(({ position }) => position?.notionalUsd ?? null)) ?? readDecimal(account.totalNtlPos),
    usedUsd: readDecimal(account.totalMarginUsed),
    freeUsd: readDecimal(account.withdrawable),
    maintenanceUsd,
    marginRatioPct: valueUsd?.gt(0) && maintenanceUsd ? maintenanceUsd.times(100).div(valueUsd) : null,
  };
}

const maintenanceOf = ({ position, maxLeverage }: PositionRow): Big | null =>
  position?.notionalUsd && maxLeverage ? position.notionalUsd.times(maintenanceRate(maxLeverage)) : null;

/** null if one of them is unknown. */
const sumOf = (values: readonly (Big | null)[]): Big | null =>
  values.reduce<Big | null>((sum, value) => (sum && value ? sum.plus(value) : null), new Big(0));
