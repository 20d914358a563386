import type Big from 'big.js';
import { formatPct, formatPrice, formatUsd, groupThousands } from '../../../domain/numbers/format.ts';
import type { MarketRow } from '../../../stores/market/market-rows.ts';
import type { Field } from '../../export/field.ts';
import { ownText } from './market-columns.ts';

/** Exact values of a market, for export and copy. */
export function marketFields(row: MarketRow): readonly Field[] {
  const amounts = {
    mark_price: row.markPx,
    mid_price: row.midPx,
    oracle_price: row.oraclePx,
    change_24h_pct: row.changePct,
    funding_hourly_pct: row.fundingPct,
    funding_yearly_pct: row.fundingYearPct,
    open_interest: row.openInterest,
    open_interest_usd: row.openInterestUsd,
    volume_24h_usd: row.volumeUsd,
    premium_pct: row.premiumPct,
    own_size: row.ownSzi,
  };
  return [
    { name: 'coin', value: row.coin },
    ...Object.entries(amounts).map(([name, value]) => ({ name, value: value?.toFixed() ?? null })),
    { name: 'max_leverage', value: row.maxLeverage },
    { name: 'isolated_only', value: row.isIsolatedOnly ? 'yes' : 'no' },
    { name: 'size_decimals', value: row.szDecimals },
  ];
}

export function marketDetails(row: MarketRow) {
  if (row.problem !== null) return [{ label: 'unreadable', value: row.problem }];
  const text = (value: Big | null, show: (value: Big) => string): string => (value ? show(value) : 'unknown');
  const signed = (digits: number) => (pct: Big) => formatPct(pct, digits, { sign: true });
  const price = (value: Big | null): string => text(value, (px) => `${formatPrice(px)} USD`);
  return [
    { label: 'coin', value: row.coin },
    { label: 'mark', value: price(row.markPx) },
    { label: 'mid', value: price(row.midPx) },
    { label: 'oracle', value: price(row.oraclePx) },
    { label: 'premium', value: text(row.premiumPct, signed(4)) },
    { label: '24 h change', value: text(row.changePct, signed(2)) },
    { label: 'funding', value: fundingText(row) },
    { label: 'funding APR', value: text(row.fundingYearPct, (pct) => `${signed(2)(pct)}, at the current rate`) },
    {
      label: 'open interest',
      value: `${text(row.openInterestUsd, (usd) => `${formatUsd(usd)} USD`)}${row.openInterest ? ` (${groupThousands(row.openInterest.toFixed())} ${row.coin})` : ''}`,
    },
    { label: 'volume', value: text(row.volumeUsd, (usd) => `${formatUsd(usd)} USD in 24 hours`) },
    { label: 'leverage', value: `${row.maxLeverage}× max${row.isIsolatedOnly ? ', isolated margin only' : ''}` },
    { label: 'sizes', value: `${row.szDecimals} decimals of ${row.coin}` },
    { label: 'position', value: ownText(row) || 'none' },
  ];
}

function fundingText({ fundingPct: pct }: MarketRow): string {
  if (!pct) return 'unknown';
  const payer = pct.eq(0) ? 'no payment' : pct.gt(0) ? 'longs pay shorts' : 'shorts pay longs';
  return `${formatPct(pct, 4, { sign: true })} per hour: ${payer}`;
}
