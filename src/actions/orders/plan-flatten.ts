import Big from 'big.js';
import type { WirePosition } from '../../domain/market/position.ts';
import { isTriggerOpen } from '../../domain/market/trigger-order.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatSignedUsd, groupThousands } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { marketsByName } from '../../stores/market/perp-markets.ts';
import { orderRow } from '../../stores/orders/order-rows.ts';
import { perpOrderRow } from '../../stores/orders/perp-order-rows.ts';
import { openOrderWords } from '../../stores/orders/perp-order-words.ts';
import { toProblem } from '../../stores/problem.ts';
import { sendOperation } from '../operations.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { readPerpOrders, readTriggerOrders } from './read-open-orders.ts';
import type { BulkPlan, BulkStep } from './run-bulk.ts';

/**
 * Everything to close or cancel, from fresh reads: resting perp orders first, because they could open positions again,
 * then positions, then trigger orders. What cannot be read becomes a step that says so. Never rejects.
 */
export async function planFlatten(context: ActionContext): Promise<BulkPlan> {
  const [perps, triggers] = await Promise.all([perpsOrTrouble(context), triggersOrTrouble(context)]);
  return { title: 'Flatten', steps: [...perps.orders, ...perps.positions, ...triggers] };
}

/** All resting orders, perp and trigger. Positions stay. Never rejects. */
export async function planCancelAll(context: ActionContext): Promise<BulkPlan> {
  const [{ orders }, triggers] = await Promise.all([perpsOrTrouble(context), triggersOrTrouble(context)]);
  return { title: 'Cancel all orders', steps: [...orders, ...triggers] };
}

const perpsOrTrouble = (context: ActionContext) =>
  planPerps(context).catch((error: unknown) => ({
    orders: [unreadable('perp orders', toProblem(error).message)],
    positions: [unreadable('positions', toProblem(error).message)],
  }));

const triggersOrTrouble = (context: ActionContext) =>
  planTriggers(context).catch((error: unknown) => [unreadable('trigger orders', toProblem(error).message)]);

async function planPerps({
  client,
  data: known,
}: ActionContext): Promise<{ orders: BulkStep[]; positions: BulkStep[] }> {
  const markets = marketsByName(known);
  const holders = await readPerpOrders(client);
  const orders: BulkStep[] = [];
  const positions: BulkStep[] = [];
  for (const { walletId, label, open } of holders) {
    const of = holders.length > 1 ? ` of ${cleanText(label, textLimits.symbol)}` : '';
    for (const [coin, own] of Map.groupBy(readable(open), (order) => order.coin)) {
      const oids = own.map(({ oid }) => oid);
      orders.push({
        label: `cancel ${oids.length} open ${cleanText(coin, textLimits.symbol)} order${oids.length === 1 ? '' : 's'}${of}`,
        effect: own.map((order) => openOrderWords(perpOrderRow(order, markets.get(coin)))).join('; '),
        run: (context) => sendOperation(context, { kind: 'cancelPerpOrders', draft: { walletId, coin, oids } }),
      });
    }
    const { data: account } = await client.call(perpPositions, { query: { wallet_id: walletId } });
    for (const row of account.positions) {
      if (isUnreadable(row)) positions.push(unreadable(`a position${of}`, row.unreadable));
      else positions.push(closing(walletId, row, of));
    }
  }
  return { orders, positions };
}

function closing(walletId: string, { coin, szi, unrealizedPnl }: WirePosition, of: string): BulkStep {
  const size = new Big(szi);
  const side = size.lt(0) ? 'short' : 'long';
  const pnl = readDecimal(unrealizedPnl);
  return {
    effect: pnl ? `realised PnL ≈ ${formatSignedUsd(pnl)} USD before the fee` : 'realised PnL unknown',
    label: `close ${cleanText(coin, textLimits.symbol)} ${side} ${groupThousands(size.abs().toFixed())}${of}`,
    run: (context) =>
      sendOperation(context, {
        kind: 'closePosition',
        draft: { walletId, coin, percentage: 100, side, size: size.abs() },
      }),
  };
}

async function planTriggers({ client, data: known }: ActionContext): Promise<BulkStep[]> {
  const orders = await readTriggerOrders(client);
  return orders.flatMap((order): BulkStep[] => {
    if (isUnreadable(order)) return [unreadable('a trigger order', order.unreadable)];
    if (!isTriggerOpen(order.status)) return [];
    const summary = wordsOf(known, order);
    const draft = { orderId: order.orderId, summary };
    return [
      { label: `cancel ${summary}`, run: (context) => sendOperation(context, { kind: 'cancelTriggerOrder', draft }) },
    ];
  });
}

/** Text and id of an order: two orders may look the same. */
function wordsOf(data: ActionContext['data'], order: Parameters<typeof orderRow>[1]): string {
  const id = cleanText(order.orderId, textLimits.name);
  const { sentence } = orderRow(data, order);
  return sentence ? `trigger order ${sentence.text}, ${id}` : `trigger order ${id}`;
}

const unreadable = (what: string, why: string): BulkStep => ({
  label: `${what}: cannot be read`,
  run: async () => ({ kind: 'not-sent', code: 'UNREADABLE', message: cleanText(why), requestId: null }),
});
