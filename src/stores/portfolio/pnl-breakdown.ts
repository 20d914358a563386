import Big from 'big.js';
import type { Timeframe } from '../../domain/market/timeframe.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { DeskData } from '../desk-data.ts';
import type { Equity } from './equity.ts';
import { netOf, resultsByCoin, sumOfResults, whyIncomplete } from './perp-results.ts';
import { pnlView } from './pnl-view.ts';
import { positionRows } from './position-rows.ts';

/** A gain or, if negative, a loss. */
export interface PnlPart {
  readonly label: string;
  readonly usd: Big;
}

/** Where money was made and lost, largest loss first, USD. */
export interface PnlBreakdown {
  readonly byKind: readonly PnlPart[];
  readonly byCoin: readonly PnlPart[];
  /** Why it is not the whole period; null if nothing says so. */
  readonly incomplete: string | null;
}

const worstFirst = (parts: readonly PnlPart[]): PnlPart[] =>
  parts.filter(({ usd }) => !usd.eq(0)).toSorted((a, b) => a.usd.cmp(b.usd));

/** What was realised in the period: spot as the service reports it, perps from its trades and payments. null until read. */
export function realisedIn(data: DeskData, timeframe: Timeframe): PnlBreakdown | null {
  const period = data.perpPeriod(timeframe).data;
  if (!period) return null;
  const results = resultsByCoin(period);
  const { realised, fees, funding } = sumOfResults(results);
  const spot = pnlView(data, timeframe)?.realisedUsd;
  return {
    byKind: worstFirst([
      { label: 'perps', usd: realised },
      { label: 'perp fees', usd: fees },
      { label: 'funding', usd: funding },
      ...(spot ? [{ label: 'spot', usd: spot }] : []),
    ]),
    byCoin: worstFirst([...results].map(([coin, one]) => ({ label: shown(coin), usd: netOf(one) }))),
    incomplete: whyIncomplete(period),
  };
}

/**
 * Today's PnL in parts that add up to it. What no read explains is `spot`: changes of token prices, swaps with their fees,
 * deposits and withdrawals. null until everything is read.
 */
export function todayIn(data: DeskData, { opening, todayUsd }: Equity): PnlBreakdown | null {
  const [fills, funding] = [data.read('fills').data, data.read('funding').data];
  if (!opening || !todayUsd || !fills || !funding) return null;
  const period = { fills, funding };
  const results = resultsByCoin(period, opening.atMs);
  const moved = movedByCoin(data, opening.unrealised);
  const sum = sumOfResults(results);
  const unrealised = [...moved.values()].reduce((all, usd) => all.plus(usd), new Big(0));
  const perps = netOf(sum).plus(unrealised);
  const coins = [...new Set([...results.keys(), ...moved.keys()])];
  return {
    byKind: worstFirst([
      { label: 'perps realised', usd: sum.realised },
      { label: 'change of unrealised', usd: unrealised },
      { label: 'perp fees', usd: sum.fees },
      { label: 'funding', usd: sum.funding },
      { label: 'spot', usd: todayUsd.minus(perps) },
    ]),
    byCoin: worstFirst(
      coins.map((coin) => {
        const result = results.get(coin);
        const closed = result ? netOf(result) : new Big(0);
        return { label: shown(coin), usd: closed.plus(moved.get(coin) ?? 0) };
      }),
    ),
    incomplete: whyIncomplete(period),
  };
}

/** Change of unrealised PnL since the opening, by coin. */
function movedByCoin(data: DeskData, before: Readonly<Record<string, string>>): Map<string, Big> {
  const moved = new Map(Object.entries(before).map(([coin, usd]) => [coin, new Big(usd).times(-1)]));
  for (const { key, position } of positionRows(data))
    if (position?.unrealizedPnl) moved.set(key, position.unrealizedPnl.plus(moved.get(key) ?? 0));
  return moved;
}

const shown = (coin: string): string => cleanText(coin, textLimits.symbol);
