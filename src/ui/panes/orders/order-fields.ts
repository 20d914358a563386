import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import type { OrderRow } from '../../../stores/orders/order-rows.ts';
import { type Field, isoTime } from '../../export/field.ts';

/** Exact values of a trigger order, for export and copy. */
export function orderFields({ order, sentence, ...row }: OrderRow): readonly Field[] {
  if (!order || !sentence) return [];
  const { trigger } = order;
  return [
    { name: 'order_id', value: cleanText(order.orderId) },
    { name: 'status', value: row.status },
    { name: 'chain', value: row.chain },
    { name: 'side', value: sentence.verb.toLowerCase() },
    { name: 'symbol', value: sentence.symbol },
    { name: 'input_token', value: cleanText(order.inputToken, 100) },
    { name: 'output_token', value: cleanText(order.outputToken, 100) },
    { name: 'amount_base_units', value: cleanText(order.amount, textLimits.name) },
    { name: 'metric', value: cleanText(trigger?.metric, textLimits.symbol) || null },
    { name: 'direction', value: cleanText(trigger?.direction, textLimits.symbol) || null },
    { name: 'target', value: cleanText(trigger?.value, textLimits.name) || null },
    { name: 'trailing_pct', value: cleanText(trigger?.trailingPercentage, textLimits.name) || null },
    { name: 'now', value: row.now?.toFixed() ?? null },
    { name: 'distance_pct', value: row.distancePct?.toFixed() ?? null },
    { name: 'created_at', value: isoTime(row.createdAtMs) },
    { name: 'updated_at', value: isoTime(row.updatedAtMs) },
    { name: 'expires_at', value: isoTime(row.expiresAtMs) },
  ];
}
