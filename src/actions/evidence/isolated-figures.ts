import { readDecimal } from '../../domain/decimal.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import type { IsolatedFigures } from './evidence.ts';

type Row = Exclude<ResponseData<typeof perpPositions>['positions'][number], { readonly unreadable: string }>;

/** Null for a cross position, whose margin is everybody's, and where one of them was not sent or is no number. */
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
