import { type PlacePerpOrder, tradesOf } from '../../../actions/orders/place-perp-order.ts';
import { formatCents, formatPct } from '../../../domain/numbers/format.ts';
import { accountHeat, heatAfter } from '../../../stores/portfolio/account-heat.ts';
import { equityTotal } from '../../../stores/portfolio/equity.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';

/** `heat after  1,040.92 USD, 2.5 %   now 847.98, limit 3 % of the equity`; no row without a limit, or if it only reduces. */
export function heatRows(desk: Desk, draft: PlacePerpOrder): FormRow[] {
  const limit = desk.caps.risk.maxHeatPct;
  const trades = limit === null || draft.reduceOnly ? null : tradesOf(draft);
  if (!trades) return [];
  const after = heatAfter(desk.data, trades);
  const { all } = accountHeat(desk.data);
  const equity = equityTotal(desk);
  if (!after || !all.usd || !equity?.gt(0)) return [{ label: 'heat after', value: [span('unknown', 'warn')] }];
  const pct = after.times(100).div(equity);
  return [
    {
      label: 'heat after',
      value: [
        span(`${formatCents(after)} USD, ${formatPct(pct, 1)}`, pct.gt(limit ?? 0) ? 'danger' : 'plain'),
        muted(`   now ${formatCents(all.usd)}, limit ${limit} % of the equity`),
      ],
    },
  ];
}
