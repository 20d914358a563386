import { positionRows } from '../../../stores/position-rows.ts';
import type { Desk } from '../../desk.ts';
import { marketCoin } from '../../market-coin.ts';

/** What a chart is of: a token on the tape, or a perp market as the service names it. */
export type ChartSubject =
  | { readonly kind: 'token'; readonly tokenId: string }
  | { readonly kind: 'coin'; readonly coin: string };

/**
 * In the workspace of perps the market in hand; elsewhere the token on the tape, the last one that was, or the first that
 * could be, unless a market was chosen on the chart itself.
 */
export function chartSubject(desk: Desk): ChartSubject | null {
  const { tape, chart, workspace } = desk.ui.getState();
  const coin = workspace === 'perps' ? marketCoin(desk) : chart.coin;
  if (coin !== null) return { kind: 'coin', coin };
  const tokenId = tape.tokenId ?? chart.tokenId ?? desk.tapeTokens[0] ?? null;
  return tokenId === null ? null : { kind: 'token', tokenId };
}

/** What the key for the next one leads through: tokens of the tape, then markets of positions. In the workspace of perps only these. */
export function chartSubjects(desk: Desk): ChartSubject[] {
  const coins = positionRows(desk.data).flatMap(({ key: coin, position }): ChartSubject[] =>
    position ? [{ kind: 'coin', coin }] : [],
  );
  const tokens = desk.tapeTokens.map((tokenId): ChartSubject => ({ kind: 'token', tokenId }));
  return desk.ui.getState().workspace === 'perps' ? coins : [...tokens, ...coins];
}

export const sameSubject = (a: ChartSubject | null, b: ChartSubject | null): boolean =>
  a?.kind === 'token' ? b?.kind === 'token' && a.tokenId === b.tokenId : b?.kind === 'coin' && a?.coin === b.coin;
