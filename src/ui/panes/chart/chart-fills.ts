import type Big from 'big.js';
import { fieldsOf } from '../../../domain/fields.ts';
import { readChain } from '../../../domain/market/chain.ts';
import { tokenId as idOf } from '../../../domain/market/token.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatPrice, formatSize, formatUsd } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { shownAmount } from '../../../stores/market/token-amount.ts';
import { taskStallsAfterMs } from '../../../stores/orders/operation-records.ts';
import { perpFillRows } from '../../../stores/orders/perp-fill-rows.ts';
import { type TradeRow, tradeRows } from '../../../stores/portfolio/portfolio-rows.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { ChartSubject } from './chart-subject.ts';

/** A trade of the account. */
export interface ChartFill {
  readonly atMs: number;
  readonly isBuy: boolean;
  readonly price: Big;
  /** With its unit: `0.5000 SOL`. */
  readonly size: string;
}

/** Maximum time between the same trade on the tape and in the list of trades; both are block times, in seconds. */
const sameTradeMs = 3_000;

/** Own trades in the charted token or market, from data that is read anyway; oldest first. */
export function chartFills(desk: DeskView, subject: ChartSubject): ChartFill[] {
  const fills = subject.kind === 'coin' ? perpFills(desk, subject.coin) : tokenFills(desk, subject.tokenId);
  return fills.sort((a, b) => a.atMs - b.atMs);
}

export const fillWords = ({ isBuy, size, price }: ChartFill): string =>
  `${isBuy ? 'bought' : 'sold'} ${size} @ ${formatPrice(price)}`;

function perpFills(desk: DeskView, wireCoin: string): ChartFill[] {
  const coin = cleanText(wireCoin, textLimits.symbol);
  return perpFillRows(desk.data).flatMap(({ coin: own, isBuy, price, size, szDecimals, atMs }): ChartFill[] =>
    own === coin && price?.gt(0) && size
      ? [{ atMs, isBuy, price, size: `${formatSize(size, szDecimals)} ${coin}` }]
      : [],
  );
}

/**
 * The list of trades has exact amounts, but the tape has a swap earlier. A swap through a token's pool that neither sells nor buys
 * the token is no trade in it: it shows on the tape as one.
 */
function tokenFills(desk: DeskView, tokenId: string): ChartFill[] {
  const listed = tradeRows(desk.data).flatMap((row) => tradeFill(row, tokenId));
  const told = desk.candles.ownSwaps(tokenId).flatMap(({ atMs, isBuy, priceUsd, sizeUsd }): ChartFill[] => {
    const price = readDecimal(priceUsd);
    return price?.gt(0) ? [{ atMs, isBuy, price, size: `${formatUsd(sizeUsd)} USD` }] : [];
  });
  const isListed = (swap: ChartFill): boolean =>
    listed.some(({ atMs, isBuy }) => isBuy === swap.isBuy && Math.abs(atMs - swap.atMs) <= sameTradeMs);
  return [...listed, ...told.filter((swap) => !isListed(swap) && !isOnTheWay(desk, tokenId, swap.atMs))];
}

/** Whether the swap at this time is a hop of an own trade between other tokens, as the list or the journal has it. */
function isOnTheWay(desk: DeskView, tokenId: string, atMs: number): boolean {
  const pairs = [
    ...tradeRows(desk.data).flatMap(({ chain, paid, received, atMs: tradedAtMs }) =>
      tradedAtMs !== null && Math.abs(tradedAtMs - atMs) <= sameTradeMs
        ? [{ chain, tokens: [paid.address, received.address] }]
        : [],
    ),
    ...desk.records.getState().records.flatMap(({ fillQuery: query, sentAtMs, task }) => {
      const swap = swapTokens(query);
      const endedAtMs = task?.isOver ? task.atMs : sentAtMs + taskStallsAfterMs;
      const isThen = atMs >= sentAtMs - sameTradeMs && atMs <= endedAtMs + sameTradeMs;
      return swap && isThen ? [swap] : [];
    }),
  ].filter(({ chain }) => tokenId.startsWith(`${readChain(chain)}:`));
  const isTraded = ({ chain: name, tokens }: (typeof pairs)[number]): boolean => {
    const chain = readChain(name);
    return chain !== null && tokens.some((address) => idOf({ chain, address }) === tokenId);
  };
  return pairs.length > 0 && !pairs.some(isTraded);
}

function swapTokens(query: unknown): { readonly chain: string; readonly tokens: readonly string[] } | null {
  const { kind, chain, inputToken, outputToken } = fieldsOf(query);
  if (kind !== 'swap' || typeof chain !== 'string') return null;
  return { chain, tokens: [inputToken, outputToken].filter((address) => typeof address === 'string') };
}

function tradeFill({ chain: name, traded, side, priceUsd, atMs }: TradeRow, tokenId: string): ChartFill[] {
  const chain = readChain(name);
  if (!chain || side === null || atMs === null || !priceUsd?.gt(0)) return [];
  if (idOf({ chain, address: traded.address }) !== tokenId) return [];
  return [{ atMs, isBuy: side === 'buy', price: priceUsd, size: `${shownAmount(traded)} ${traded.symbol}` }];
}
