import type Big from 'big.js';
import { formatPct } from '../../../domain/numbers/format.ts';
import type { Equity } from '../../../stores/portfolio/equity.ts';
import type { PerpTotals } from '../../../stores/portfolio/perp-totals.ts';
import { asFresh, cents, equityNow, equityPart, marginRatioPart, todayPart } from '../../components/equity-parts.ts';
import { gauge } from '../../components/gauge.ts';
import { heatPart } from '../../components/heat-parts.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Line, lineWidth, muted, span, spread } from '../../text/span.ts';

const gaugeCells = 14;
const highShare = 0.8;

/**
 * The account in two lines, which are there without positions too: the equity first, then what it is made of. `most`: how
 * many of them are shown.
 */
export function accountTotals(desk: DeskView, width: number, most = 2): Line[] {
  const equity = equityNow(desk);
  const heat = heatPart(desk, equity);
  const whole = wholeLine(equity, heat);
  const isWhole = lineWidth(whole) <= width;
  const first = isWhole ? whole : most < 2 ? onlyLine(desk, equity, width) : equityLine(equity, width);
  return [first, perpLine(equity, isWhole ? [] : heat, width)].map((line) => asFresh(desk, line));
}

const wholeLine = (equity: Equity, heat: Line): Line =>
  joined([
    equityPart(equity),
    todayPart(equity),
    heat,
    [muted('free margin '), cents(freeUsd(equity))],
    marginRatioPart(equity, 'margin ratio'),
  ]);

/** Without the heat, which begins the next line. */
function equityLine(equity: Equity, width: number): Line {
  const whole = wholeLine(equity, []);
  if (lineWidth(whole) <= width) return whole;
  const [free, margin] = [[muted('free '), cents(freeUsd(equity))], marginRatioPart(equity, 'margin')];
  return beside([equityPart(equity), todayPart(equity, true), free, margin], width);
}

/** Where no second line fits: the equity and the heat as a share of it stay; the free margin goes first. */
function onlyLine(desk: DeskView, equity: Equity, width: number): Line {
  const [total, heat] = [equityPart(equity), heatPart(desk, equity, true)];
  const [today, margin] = [todayPart(equity, true), marginRatioPart(equity, 'margin')];
  const free = [muted('free '), cents(freeUsd(equity))];
  const fitting = [
    [total, today, heat, free, margin],
    [total, today, heat, margin],
    [total, heat, margin],
  ].find((parts) => lineWidth(joined(parts)) <= width);
  return fitting ? joined(fitting) : beside([total, heat], width);
}

const freeUsd = ({ perps }: Equity): Big | null => perps?.freeUsd ?? null;

function perpLine({ perps, spot, inFlight }: Equity, heat: Line, width: number): Line {
  if (!perps) return [];
  const parts: Line[] = [
    heat,
    [muted('perps '), cents(perps.valueUsd)],
    [muted('used '), cents(perps.usedUsd)],
    [muted('notional '), cents(perps.notionalUsd)],
    [muted('spot '), cents(spot.missing.length > 0 ? null : spot.usd)],
    ...(inFlight.isSettling ? [[muted('in flight '), cents(inFlight.unknown > 0 ? null : inFlight.usd)]] : []),
  ];
  const left = beside(parts, width);
  const used = usedGauge(perps);
  return spread(left, lineWidth([...left, ...used]) + 3 <= width ? used : [], width);
}

const joined = (parts: readonly Line[]): Line =>
  parts.filter((part) => part.length > 0).flatMap((part, index) => [muted(index === 0 ? '  ' : '   '), ...part]);

/** As many parts as fit: a cut number would be wrong. */
function beside(parts: readonly Line[], width: number): Line {
  let shown = parts;
  while (shown.length > 1 && lineWidth(joined(shown)) > width) shown = shown.slice(0, -1);
  return joined(shown);
}

function usedGauge({ usedUsd, valueUsd }: PerpTotals): Line {
  if (!usedUsd || !valueUsd?.gt(0)) return [];
  const share: Big = usedUsd.div(valueUsd);
  const tone = share.gte(1) ? 'danger' : share.gte(highShare) ? 'warn' : 'plain';
  return [
    muted('margin used '),
    span(gauge(Number(share), gaugeCells), tone === 'plain' ? 'muted' : tone),
    span(` ${formatPct(share.times(100), 0)}`, tone),
  ];
}
