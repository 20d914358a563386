import Big from 'big.js';
import { isBuy, parseTokenId, sameToken } from '../../domain/market/token.ts';
import { readPositive } from '../../domain/numbers/decimal.ts';
import type { PlanMarket } from '../../plans/plan-kind.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** The tape holds no more rows. */
const mostRows = 4_000;

/**
 * What the tape heard being traded since then, in whole tokens of what the market sells; null if its priced token is not on
 * the tape, or the value of what is sold is unknown. Gaps and rows that cannot be read count as nothing: a cap by it is then
 * tighter, never wider.
 */
export function tapeVolume(
  { tape, watchlist }: Pick<ActionContext, 'tape' | 'watchlist'>,
  { chain, inputToken, outputToken }: Extract<PlanMarket, { kind: 'spot' }>,
  inputUsd: Big | null,
  sinceMs: number,
): Big | null {
  const [sold, bought] = [
    { chain, address: inputToken },
    { chain, address: outputToken },
  ];
  const buys = isBuy(sold, bought);
  const priced = buys ? bought : sold;
  const tokenId = watchlist.getState().tokens.find((id) => {
    const watched = parseTokenId(id);
    return watched && sameToken(watched, priced);
  });
  if (tokenId === undefined || (buys && !inputUsd)) return null;
  return tape.latest(mostRows, { tokenId, minUsd: 0 }).reduce((sum, row) => {
    if (row.kind !== 'swap' || row.atMs <= sinceMs) return sum;
    const price = buys ? inputUsd : readPositive(row.priceUsd);
    const usd = readPositive(row.sizeUsd);
    return price && usd ? sum.plus(usd.div(price)) : sum;
  }, new Big(0));
}
