import Big from 'big.js';
import type { HeatLine, Uncovered } from '../../domain/market/heat.ts';
import { formatCents, formatPct, formatSize, groupThousands } from '../../domain/numbers/format.ts';
import { accountHeat } from '../../stores/portfolio/account-heat.ts';
import type { Equity } from '../../stores/portfolio/equity.ts';
import type { DeskView } from '../desk/desk.ts';
import { staleness } from '../panes/pane-body.ts';
import { type Line, muted, quiet, span, type Tone } from '../text/span.ts';

/** From this share of the limit on it stands out. */
const nearly = new Big('0.8');

/**
 * `heat 1,152.71 2.8 %`: the open positions' heat in USD and as a share of the equity; `isShort`: `heat 2.8 %`. Muted while
 * the orders are old.
 */
export function heatPart(desk: DeskView, { totalUsd }: Pick<Equity, 'totalUsd'>, isShort = false): Line {
  const { data, refreshMs, caps } = desk;
  const { open } = accountHeat(data);
  const isRead = data.read('positions').data !== undefined && data.read('perpOrders').data !== undefined;
  if (!open.usd) return isRead ? [muted('heat '), span('unknown', 'warn')] : [muted('heat –')];
  const pct = totalUsd?.gt(0) ? open.usd.times(100).div(totalUsd) : null;
  const tone = heatTone(pct, caps.risk.maxHeatPct);
  const share = pct && formatPct(pct, 1);
  const line = [muted('heat '), span(textOf(formatCents(open.usd), share, isShort), tone)];
  const isOld = staleness(data.read('perpOrders'), refreshMs.orders, desk.now()).length > 0;
  return isOld ? quiet(line) : line;
}

const textOf = (usd: string, share: string | null, isShort: boolean): string =>
  isShort && share ? share : [usd, ...(share ? [share] : [])].join(' ');

function heatTone(pct: Big | null, limit: string | null): Tone {
  if (!pct || limit === null) return 'plain';
  return pct.gt(limit) ? 'danger' : pct.gt(nearly.times(limit)) ? 'warn' : 'plain';
}

const countedBy: Readonly<Record<Uncovered, string>> = {
  liquidation: 'to its liquidation',
  margin: 'its margin',
  value: 'its value',
};

const loss = (usd: Big): string => `${usd.gt(0) ? '−' : ''}${formatCents(usd)}`;

/** `stop 172.4 → −310.00 USD`, `no stop, counted whole (its value) −1,204.00 USD`: what a position may lose, in full. */
export function heatWords({ usd, stops, rest }: HeatLine, szDecimals: number): string {
  if (!usd) return 'unknown: it has no mark';
  const whole = rest && stops.length === 0 ? [`no stop, counted whole (${countedBy[rest.by]}) ${loss(rest.usd)}`] : [];
  const part =
    rest && stops.length > 0
      ? [`${formatSize(rest.size, szDecimals)} without a stop (${countedBy[rest.by]}) ${loss(rest.usd)}`]
      : [];
  const at = stops.map(({ price, size, usd: lost }) => {
    const isAll = stops.length === 1 && !rest;
    return `stop ${groupThousands(price.toFixed())}${isAll ? '' : ` for ${formatSize(size, szDecimals)}`} → ${loss(lost)}`;
  });
  const parts = [...at, ...part, ...whole];
  return `${parts.join(', ')}${parts.length > 1 ? ` = ${loss(usd)}` : ''} USD`;
}
