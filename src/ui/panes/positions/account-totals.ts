import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { formatPct, groupThousands } from '../../../domain/numbers/format.ts';
import { gauge } from '../../components/gauge.ts';
import type { DeskView } from '../../desk/desk.ts';
import { type Line, lineWidth, muted, type Span, span, spread } from '../../text/span.ts';

const gaugeCells = 14;
const highShare = 0.8;

/** The margin account in one line, with a gauge of the margin used if it fits. */
export function accountTotals(desk: DeskView, width: number): Line[] {
  const account = desk.data.read('positions').data;
  if (!account) return [];
  const amounts = [
    ['account', account.accountValue],
    ['used', account.totalMarginUsed],
    ['free', account.withdrawable],
    ['notional', account.totalNtlPos],
  ] as const;
  const parts: Span[] = [];
  for (const [label, value] of amounts) {
    const part = [muted(`${parts.length > 0 ? '   ' : '  '}${label} `), span(usdToTheCent(value))];
    // A cut number would be wrong: a part that does not fit is left out.
    if (lineWidth([...parts, ...part]) <= width) parts.push(...part);
  }
  const used = usedGauge(account.totalMarginUsed, account.accountValue);
  return [spread(parts, lineWidth([...parts, ...used]) + 3 <= width ? used : [], width)];
}

function usedGauge(usedText: string, ofText: string): Line {
  const [used, of] = [readDecimal(usedText), readDecimal(ofText)];
  if (!used || !of?.gt(0)) return [];
  const share = used.div(of);
  const tone = share.gte(1) ? 'danger' : share.gte(highShare) ? 'warn' : 'plain';
  return [
    muted('margin used '),
    span(gauge(Number(share), gaugeCells), tone === 'plain' ? 'muted' : tone),
    span(` ${formatPct(share.times(100), 0)}`, tone),
  ];
}

/** To the cent: K and M would hide the effect of a trade. */
const usdToTheCent = (value: string): string => {
  const usd = readDecimal(value);
  return usd ? groupThousands(usd.toFixed(2)) : '?';
};
