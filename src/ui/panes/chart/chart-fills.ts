import type Big from 'big.js';
import { chainNamed } from '../../../domain/chain.ts';
import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { readDecimal } from '../../../domain/decimal.ts';
import { formatPrice, formatSize, formatUsd } from '../../../domain/format.ts';
import { tokenId as idOf } from '../../../domain/token.ts';
import { perpFillRows } from '../../../stores/perp-fill-rows.ts';
import { type TradeRow, tradeRows } from '../../../stores/portfolio-rows.ts';
import { shownAmount } from '../../../stores/token-amount.ts';
import type { Desk } from '../../desk.ts';
import type { ChartSubject } from './chart-subject.ts';

/** A trade of the account. */
export interface ChartFill {
  readonly atMs: number;
  readonly isBuy: boolean;
  readonly price: Big;
  /** With its unit: `0.5000 SOL`. */
  readonly size: string;
}

/** The same trade on the tape and in the list of trades: the times of the two are those of blocks, in seconds. */
const sameTradeMs = 3_000;

/** The trades of what a chart shows, as far as they are known without a read of their own; the oldest first. */
export function chartFills(desk: Desk, subject: ChartSubject): ChartFill[] {
  const fills = subject.kind === 'coin' ? perpFills(desk, subject.coin) : tokenFills(desk, subject.tokenId);
  return fills.sort((a, b) => a.atMs - b.atMs);
}

export const fillWords = ({ isBuy, size, price }: ChartFill): string =>
  `${isBuy ? 'bought' : 'sold'} ${size} @ ${formatPrice(price)}`;

function perpFills(desk: Desk, wireCoin: string): ChartFill[] {
  const coin = cleanText(wireCoin, textLimits.symbol);
  return perpFillRows(desk.data).flatMap(({ coin: own, isBuy, price, size, szDecimals, atMs }): ChartFill[] =>
    own === coin && price?.gt(0) && size
      ? [{ atMs, isBuy, price, size: `${formatSize(size, szDecimals)} ${coin}` }]
      : [],
  );
}

/** The list of trades knows the amounts exactly; the tape tells of a swap at once. */
function tokenFills(desk: Desk, tokenId: string): ChartFill[] {
  const listed = tradeRows(desk.data).flatMap((row) => tradeFill(row, tokenId));
  const told = desk.candles.ownSwaps(tokenId).flatMap(({ atMs, isBuy, priceUsd, sizeUsd }): ChartFill[] => {
    const price = readDecimal(priceUsd);
    return price?.gt(0) ? [{ atMs, isBuy, price, size: `${formatUsd(sizeUsd)} USD` }] : [];
  });
  const isListed = (swap: ChartFill): boolean =>
    listed.some(({ atMs, isBuy }) => isBuy === swap.isBuy && Math.abs(atMs - swap.atMs) <= sameTradeMs);
  return [...listed, ...told.filter((swap) => !isListed(swap))];
}

function tradeFill({ chain: name, traded, side, priceUsd, atMs }: TradeRow, tokenId: string): ChartFill[] {
  const chain = chainNamed(name);
  if (!chain || side === null || atMs === null || !priceUsd?.gt(0)) return [];
  if (idOf({ chain, address: traded.address }) !== tokenId) return [];
  return [{ atMs, isBuy: side === 'buy', price: priceUsd, size: `${shownAmount(traded)} ${traded.symbol}` }];
}
