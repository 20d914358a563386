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

/** The account in two lines, which are there without positions too: the equity first, then what it is made of. */
export function accountTotals(desk: DeskView, width: number): Line[] {
  const equity = equityNow(desk);
  const heat = heatPart(desk, equity);
  const [first, hasHeat] = equityLine(equity, heat, width);
  return [first, perpLine(equity, hasHeat ? [] : heat, width)].map((line) => asFresh(desk, line));
}

/** The line, and whether it has the heat: where there is no room, the next line begins with it. */
function equityLine(equity: Equity, heat: Line, width: number): readonly [Line, boolean] {
  const free = equity.perps?.freeUsd ?? null;
  const whole = [
    equityPart(equity),
    todayPart(equity),
    heat,
    [muted('free margin '), cents(free)],
    marginRatioPart(equity, 'margin ratio'),
  ];
  const short = [
    equityPart(equity),
    todayPart(equity, true),
    [muted('free '), cents(free)],
    marginRatioPart(equity, 'margin'),
  ];
  const fits = (parts: readonly Line[]): boolean => lineWidth(joined(parts)) <= width;
  if (fits(whole)) return [joined(whole), true];
  const rest = whole.filter((part) => part !== heat);
  return [beside(fits(rest) ? rest : short, width), false];
}

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
