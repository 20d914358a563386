import { readChain } from '../../domain/market/chain.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { groupThousands } from '../../domain/numbers/format.ts';
import { portfolioHistory } from '../../protocol/endpoints/portfolio.ts';
import { readable } from '../../protocol/schema.ts';
import { type FillReport, unreadFills } from '../../stores/orders/fill-report.ts';
import { type TradeRow, tradeRowOf } from '../../stores/portfolio/portfolio-rows.ts';
import { isSameAddress } from '../../stores/portfolio/same-address.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { FillFinding } from './fill-finding.ts';
import type { SwapFillQuery } from './fill-query.ts';

/** The newest trades are enough: the swap has just ended. */
const newest = 20;

/** Reads what a swap received, from the trade of its transaction. Rejects with the client's error. */
export async function readSwapFill(
  { client, data }: Pick<ActionContext, 'client' | 'data'>,
  query: SwapFillQuery,
  txHash: string | null,
): Promise<FillFinding> {
  const chain = readChain(query.chain);
  if (!chain || txHash === null) return { report: unreadFills('its transaction is unknown'), isFinal: true };
  const { data: history } = await client.call(portfolioHistory, { query: { chain, page: 1, limit: newest } });
  const trade = readable(history.trades).find(
    (one) =>
      isSameAddress(one.txHash, txHash) &&
      isSameAddress(one.inputToken, query.inputToken) &&
      isSameAddress(one.outputToken, query.outputToken),
  );
  if (!trade) return { report: unreadFills('the trade is not listed yet'), isFinal: false };
  return { report: reportOf(tradeRowOf(data, trade)), isFinal: true };
}

function reportOf({ received, paid, traded, usd, priceUsd }: TradeRow): FillReport {
  const size = received.isBaseUnits ? null : readDecimal(received.text);
  if (!size) return unreadFills(`the amount of ${received.symbol} is unknown`);
  const tradedSize = traded.isBaseUnits ? null : readDecimal(traded.text);
  const avgPrice = usd && tradedSize?.gt(0) ? usd.div(tradedSize) : priceUsd;
  return {
    state: 'filled',
    verb: 'Received',
    unit: received.symbol,
    filledSize: size.toFixed(),
    orderedSize: null,
    avgPrice: avgPrice?.toFixed() ?? null,
    feeUsd: null,
    realisedPnlUsd: null,
    paid: paid.isBaseUnits || paid.text === '' ? null : `${groupThousands(paid.text)} ${paid.symbol}`,
    priceOf: traded.symbol,
    why: null,
  };
}
