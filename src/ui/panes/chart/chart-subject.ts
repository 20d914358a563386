import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import { marketCoin } from '../../desk/market-coin.ts';

/** What the chart shows: a token on the tape, or a perp market by the service's name. */
export type ChartSubject =
  | { readonly kind: 'token'; readonly tokenId: string }
  | { readonly kind: 'coin'; readonly coin: string };

/**
 * In the perps workspace the selected market. Elsewhere the market chosen on the chart, else the token on the tape, else the
 * last one there, else the first of the watchlist.
 */
export function chartSubject(desk: DeskView): ChartSubject | null {
  const { tape, chart, workspace } = desk.ui.getState();
  const coin = workspace === 'perps' ? marketCoin(desk) : chart.coin;
  if (coin !== null) return { kind: 'coin', coin };
  const tokenId = tape.tokenId ?? chart.tokenId ?? desk.tapeTokens[0] ?? null;
  return tokenId === null ? null : { kind: 'token', tokenId };
}

/** What `chart.token` cycles through: tokens of the tape, then markets of positions; in the perps workspace only the markets. */
export function chartSubjects(desk: DeskView): ChartSubject[] {
  const coins = positionRows(desk.data).flatMap(({ key: coin, position }): ChartSubject[] =>
    position ? [{ kind: 'coin', coin }] : [],
  );
  const tokens = desk.tapeTokens.map((tokenId): ChartSubject => ({ kind: 'token', tokenId }));
  return desk.ui.getState().workspace === 'perps' ? coins : [...tokens, ...coins];
}

export const sameSubject = (a: ChartSubject | null, b: ChartSubject | null): boolean =>
  a?.kind === 'token' ? b?.kind === 'token' && a.tokenId === b.tokenId : b?.kind === 'coin' && a?.coin === b.coin;
