import { readDecimal } from '../../domain/numbers/decimal.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import type { IsolatedFigures } from './evidence.ts';

type Row = Exclude<ResponseData<typeof perpPositions>['positions'][number], { readonly unreadable: string }>;

/** Null for a cross position, whose margin is shared, and if a figure is missing or not a number. */
export function isolatedFiguresOf({
  leverageType,
  szi,
  marginUsed,
  unrealizedPnl,
  liquidationPx,
}: Row): IsolatedFigures | null {
  if (leverageType === 'cross' || marginUsed == null || unrealizedPnl == null || liquidationPx == null) return null;
  const figures = { szi, marginUsed, unrealizedPnl, liquidationPx };
  return Object.values(figures).every(readDecimal) ? figures : null;
}
