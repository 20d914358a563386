import type { PositionRow } from '../../../stores/portfolio/position-rows.ts';
import type { Field } from '../../export/field.ts';

/** Exact values of a position, for export and copy. */
export function positionFields({ coin, position }: PositionRow): readonly Field[] {
  if (!position) return [];
  const amounts = {
    size: position.szi,
    entry_price: position.entryPx,
    mark_price: position.markPx,
    liquidation_price: position.liquidationPx,
    liquidation_distance_pct: position.liquidationDistancePct,
    unrealized_pnl_usd: position.unrealizedPnl,
    reported_pnl_usd: position.reportedPnl,
    return_on_equity_pct: position.roePct,
    margin_usd: position.marginUsed,
    notional_usd: position.notionalUsd,
    leverage: position.leverage,
  };
  return [
    { name: 'coin', value: coin },
    { name: 'side', value: position.side },
    ...Object.entries(amounts).map(([name, value]) => ({ name, value: value?.toFixed() ?? null })),
    { name: 'margin_mode', value: position.leverageType },
  ];
}
