import Big from 'big.js';
import { type PriceGrid, rowAtOrBelow } from '../../../domain/market/price-grid.ts';
import { parseTokenId, quoteToken } from '../../../domain/market/token.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { type PerpFillRow, perpFillRows } from '../../../stores/orders/perp-fill-rows.ts';
import type { DeskView } from '../../desk/desk.ts';

/** Volume by row, keyed by the row's price as text. */
export type VolumeByRow = ReadonlyMap<string, Big>;

/** Sums are kept while their trades stay the same: there can be thousands of trades, and thirty frames a second. */
const filled = new WeakMap<readonly PerpFillRow[], { readonly of: string; readonly volume: VolumeByRow }>();

/** Own perp fills of the last day, in coins. The service publishes no trades of others. */
export function filledByRow(desk: DeskView, wireCoin: string, grid: PriceGrid): VolumeByRow {
  const rows = perpFillRows(desk.data);
  const of = nameOf(wireCoin, grid);
  const known = filled.get(rows);
  if (known?.of === of) return known.volume;
  const coin = cleanText(wireCoin, textLimits.symbol);
  const fills = rows.flatMap(({ coin: own, price, size }) =>
    own === coin && price?.gt(0) && size ? [{ price, volume: size }] : [],
  );
  const volume = summed(fills, grid);
  filled.set(rows, { of, volume });
  return volume;
}

/** Spot swaps of the coin on the tape, in USD, summed once a second; null if the tape does not have the coin. */
export function spotByRow(desk: DeskView, coin: string, grid: PriceGrid): VolumeByRow | null {
  const tokenId = spotToken(desk, coin);
  if (tokenId === null) return null;
  const of = `${nameOf(coin, grid)} ${Math.floor(desk.monotonic() / 1_000)}`;
  const known = desk.memory.spotVolume;
  if (known?.of === of) return known.volume;
  const volume = swappedByRow(desk, tokenId, grid);
  desk.memory.spotVolume = { of, volume };
  return volume;
}

const nameOf = (coin: string, { group, szDecimals }: PriceGrid): string => `${coin} ${group} ${szDecimals}`;

function swappedByRow(desk: DeskView, tokenId: string, grid: PriceGrid): VolumeByRow {
  const swaps = desk.tape.latest(Number.POSITIVE_INFINITY, { tokenId, minUsd: 0 }).flatMap((row) => {
    const price = row.kind === 'swap' ? readDecimal(row.priceUsd) : null;
    const volume = row.kind === 'swap' ? readDecimal(row.sizeUsd) : null;
    return price?.gt(0) && volume ? [{ price, volume }] : [];
  });
  return summed(swaps, grid);
}

/** Only a chain's native token is known to be the coin: any other token can claim its symbol. */
const spotToken = (desk: DeskView, coin: string): string | null =>
  desk.tapeTokens.find((tokenId) => {
    const token = parseTokenId(tokenId);
    const quote = token && quoteToken(token);
    return quote?.kind === 'native' && quote.symbol === coin;
  }) ?? null;

function summed(trades: readonly { readonly price: Big; readonly volume: Big }[], grid: PriceGrid): VolumeByRow {
  const byRow = new Map<string, Big>();
  for (const { price, volume } of trades) {
    const row = rowAtOrBelow(price, grid).toFixed();
    byRow.set(row, (byRow.get(row) ?? new Big(0)).plus(volume));
  }
  return byRow;
}
