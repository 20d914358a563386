import Big from 'big.js';
import { uncoveredRule } from '../../../domain/market/heat.ts';
import { formatCents, formatPct } from '../../../domain/numbers/format.ts';
import type { Gauge } from '../../../stores/account/account-rows.ts';
import { whyNotFresh } from '../../../stores/freshness.ts';
import { type AccountHeat, accountHeat } from '../../../stores/portfolio/account-heat.ts';
import { type Equity, equityParts, openingsKey } from '../../../stores/portfolio/equity.ts';
import { exposures } from '../../../stores/portfolio/exposures.ts';
import { positionRows } from '../../../stores/portfolio/position-rows.ts';
import { riskCounts } from '../../../stores/portfolio/risk-counts.ts';
import { type DayLimit, dayUses } from '../../../stores/portfolio/risk-day.ts';
import { equityNow } from '../../components/equity-parts.ts';
import { heatWords } from '../../components/heat-parts.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { Tone } from '../../text/span.ts';

/** A line about the account's risk: a text, or a limit with its use. */
interface RiskEntry {
  readonly label: string;
  readonly value: string;
  readonly tone: Tone;
  readonly gauge: Gauge | null;
}

const line = (label: string, value: string, tone: Tone = 'plain'): RiskEntry => ({ label, value, tone, gauge: null });

/** Heat, the use of each configured limit, and what each position may lose. */
export function riskEntries(desk: DeskView): readonly RiskEntry[] {
  const equity = equityNow(desk);
  const heat = accountHeat(desk.data);
  return [
    line('heat', heatText(heat.open.usd, equity, heat.missing), heat.open.usd ? 'title' : 'warn'),
    ...restingLine(heat, equity),
    ...gauges(desk, equity, heat).map((gauge) => ({ ...line(gauge.label, ''), gauge })),
    ...positionLines(desk, heat),
    ...(heat.open.isCapped
      ? [line('cross, no stop', 'together counted as the value of the perp account, which is less', 'muted')]
      : []),
    ...(heat.open.lines.length > 0 ? [line('rule', uncoveredRule, 'muted')] : []),
  ];
}

function heatText(usd: Big | null, { totalUsd }: Equity, missing: readonly string[]): string {
  if (!usd) return `unknown: ${missing.join(', ') || 'value of the perp account'}`;
  const share = totalUsd?.gt(0) ? `, ${formatPct(usd.times(100).div(totalUsd), 1)} of the equity` : '';
  return `${formatCents(usd)} USD${share}`;
}

/** What the resting orders would add is no loss yet: it stands apart. */
function restingLine({ open, all }: AccountHeat, equity: Equity): RiskEntry[] {
  const more = open.usd && all.usd?.minus(open.usd);
  return more?.gt(0) ? [line('resting orders', `${heatText(more, equity, [])}, once filled`)] : [];
}

const dayLabels: Readonly<Record<DayLimit, string>> = {
  dailyLossUsd: 'daily loss USD',
  dailyLossPct: 'daily loss',
  maxDrawdownPct: 'drawdown',
};

function gauges(desk: DeskView, equity: Equity, { all }: AccountHeat): Gauge[] {
  const { data, session, records, riskDay, caps } = desk;
  const limits = caps.risk;
  const isFresh = whyNotFresh(data, session, equityParts, desk.now()) === null;
  const key = openingsKey(desk);
  const day = (key !== null && isFresh && riskDay.getState().days[key]) || null;
  const usd = { unit: 'usd', unknown: 'unknown' } as const;
  const { coins, orders, isMore } = riskCounts(data, records.getState().records);
  const areOrdersRead = data.read('perpOrders').data && data.read('orders').data && !isMore;
  const isRead = data.read('positions').data && data.read('perpOrders').data;
  const count = (id: string, label: string, of: number | null, used: Big | null): Gauge[] =>
    of === null ? [] : [{ id, label, used, of: bigOf(of), unit: 'count', unknown: 'unknown' }];
  return [
    ...dayUses(limits, equity, day).map(({ limit, lossUsd, limitUsd }): Gauge => {
      const pct = limit === 'dailyLossUsd' ? '' : ` ${limits[limit]} %`;
      const known = limitUsd ? lossUsd : null;
      return { ...usd, id: limit, label: `${dayLabels[limit]}${pct}`, used: known, of: limitUsd ?? bigOf(0) };
    }),
    ...(limits.maxHeatPct === null
      ? []
      : [
          {
            ...usd,
            id: 'heat',
            label: `heat ${limits.maxHeatPct} %`,
            used: equity.totalUsd && isFresh ? all.usd : null,
            of: notNegative(equity.totalUsd?.times(limits.maxHeatPct).div(100) ?? bigOf(0)),
          },
        ]),
    ...count('positions', 'open positions', limits.maxOpenPositions, isRead ? bigOf(coins.size) : null),
    ...count('open orders', 'open orders', limits.maxOpenOrders, areOrdersRead ? bigOf(orders) : null),
  ];
}

const bigOf = (count: number): Big => new Big(count);
const notNegative = (usd: Big): Big => (usd.lt(0) ? bigOf(0) : usd);

/** `BTC long`, with its stops. */
function positionLines({ data }: DeskView, { open }: AccountHeat): RiskEntry[] {
  const { positions } = exposures(data);
  const rows = positionRows(data);
  return open.lines.map((one, index) => {
    const row = rows.find(({ key }) => key === positions[index]?.key);
    return line(`${one.coin} ${one.side}`, heatWords(one, row?.szDecimals ?? 0), one.rest ? 'warn' : 'plain');
  });
}
