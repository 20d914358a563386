import type Big from 'big.js';
import { formatCents, formatClock, formatPct } from '../../domain/numbers/format.ts';
import { type Equity, equityOf } from '../../stores/portfolio/equity.ts';
import { isFromDayStart } from '../../stores/portfolio/openings.ts';
import type { DeskView } from '../desk/desk.ts';
import { staleness } from '../panes/pane-body.ts';
import { known, signTone } from '../text/cells.ts';
import { type Line, muted, quiet, type Span, span, type Tone } from '../text/span.ts';

/** The equity as the frame shows it: all of it from one snapshot. */
export const equityNow = (desk: DeskView): Equity => equityOf(desk, desk.now());

export const cents = (value: Big | null): Span => known(value, formatCents);

export const signedCents = (value: Big | null): Span =>
  known(value, (usd) => formatCents(usd, { sign: true }), signTone(value));

/** `equity 62,690.27 +2 unpriced`; while it is unknown, what is missing. */
export function equityPart({ totalUsd, missing, unpriced, inFlight }: Equity): Line {
  if (!totalUsd) return [muted('equity –  not read: '), span(missing.join(', '), 'warn')];
  return [
    muted('equity '),
    span(formatCents(totalUsd), 'title'),
    ...(unpriced > 0 ? [span(` +${unpriced} unpriced`, 'warn')] : []),
    ...(inFlight.isSettling ? [muted(' settling')] : []),
  ];
}

/** `today +12.34 since 07:12`; `isShort`: `since 07:12 +12.34`. Empty while there is nothing to compare. */
export function todayPart({ opening, totalUsd, todayUsd }: Equity, isShort = false): Line {
  if (!totalUsd) return [];
  if (!opening) return [muted('today …')];
  const since = isFromDayStart(opening) ? null : `since ${formatClock(opening.atMs).slice(0, 5)}`;
  if (since !== null && isShort) return [muted(`${since} `), signedCents(todayUsd)];
  return [muted('today '), signedCents(todayUsd), muted(since === null ? '' : ` ${since}`)];
}

/** Half of the way to a liquidation, and near it, per cent of the account value. */
const [warnPct, dangerPct] = [50, 80];

/** Maintenance margin as a share of the account value: at 100 % the venue liquidates. */
export function marginRatioPart({ perps }: Equity, label: string): Line {
  const ratio = perps?.marginRatioPct ?? null;
  const tone: Tone = ratio?.gte(dangerPct) ? 'danger' : ratio?.gte(warnPct) ? 'warn' : 'plain';
  return [muted(`${label} `), known(ratio, (pct) => formatPct(pct, 1), tone)];
}

/** Mutes a line of the equity while a part of it is stale. */
export function asFresh(desk: DeskView, line: Line): Line {
  const { data, refreshMs } = desk;
  const isOld = [
    staleness(data.read('positions'), refreshMs.positions, desk.now()),
    staleness(data.read('markets'), refreshMs.markets, desk.now()),
    staleness(data.read('balances'), refreshMs.balances, desk.now()),
    staleness(data.read('holdings'), refreshMs.balances, desk.now()),
  ].some((stale) => stale.length > 0);
  return isOld ? quiet(line) : line;
}
