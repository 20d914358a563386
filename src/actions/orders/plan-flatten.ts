import Big from 'big.js';
import { isTriggerOpen } from '../../domain/market/trigger-order.ts';
import { groupThousands } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { listWallets } from '../../protocol/endpoints/account.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import { listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { activeWallets, perpWallets } from '../../stores/account/wallets.ts';
import { orderRow } from '../../stores/orders/order-rows.ts';
import { toProblem } from '../../stores/problem.ts';
import { sendOperation } from '../operations.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import type { BulkPlan, BulkStep } from './run-bulk.ts';

/** More pages than any account should have. An endless list must not block the rest. */
const mostPages = 50;

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

async function planPerps({ client }: ActionContext): Promise<{ orders: BulkStep[]; positions: BulkStep[] }> {
  const { data: wallets } = await client.call(listWallets, {});
  const holders = perpWallets(activeWallets(wallets));
  const orders: BulkStep[] = [];
  const positions: BulkStep[] = [];
  for (const { walletId, label } of holders) {
    const of = holders.length > 1 ? ` of ${cleanText(label, textLimits.symbol)}` : '';
    const query = { wallet_id: walletId };
    const { data: open } = await client.call(perpOrders, { query });
    for (const [coin, oids] of byCoin(readable(open)))
      orders.push({
        label: `cancel ${oids.length} open ${coin} order${oids.length === 1 ? '' : 's'}${of}`,
        run: (context) => sendOperation(context, { kind: 'cancelPerpOrders', draft: { walletId, coin, oids } }),
      });
    const { data: account } = await client.call(perpPositions, { query });
    for (const row of account.positions) {
      if (isUnreadable(row)) positions.push(unreadable(`a position${of}`, row.unreadable));
      else positions.push(closing(walletId, row, of));
    }
  }
  return { orders, positions };
}

function byCoin(orders: readonly { readonly coin: string; readonly oid: number }[]): Map<string, number[]> {
  const coins = new Map<string, number[]>();
  for (const { coin, oid } of orders) coins.set(coin, [...(coins.get(coin) ?? []), oid]);
  return coins;
}

function closing(
  walletId: string,
  { coin, szi }: { readonly coin: string; readonly szi: string },
  of: string,
): BulkStep {
  const size = new Big(szi);
  const side = size.lt(0) ? 'short' : 'long';
  return {
    label: `close ${cleanText(coin, textLimits.symbol)} ${side} ${groupThousands(size.abs().toFixed())}${of}`,
    run: (context) =>
      sendOperation(context, { kind: 'closePosition', draft: { walletId, coin, percentage: 100, side } }),
  };
}

async function planTriggers({ client, data: known }: ActionContext): Promise<BulkStep[]> {
  const steps: BulkStep[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { data } = await client.call(listTriggerOrders, { query: { limit: 100, ...(cursor ? { cursor } : {}) } });
    for (const order of data.orders) {
      if (isUnreadable(order)) steps.push(unreadable('a trigger order', order.unreadable));
      else if (isTriggerOpen(order.status)) {
        const summary = wordsOf(known, order);
        steps.push({
          label: `cancel ${summary}`,
          run: (context) =>
            sendOperation(context, { kind: 'cancelTriggerOrder', draft: { orderId: order.orderId, summary } }),
        });
      }
    }
    if (!data.nextCursor) break;
    cursor = data.nextCursor;
  }
  return steps;
}

/** Text and id of an order: two orders may look the same. */
function wordsOf(data: ActionContext['data'], order: Parameters<typeof orderRow>[1]): string {
  const id = cleanText(order.orderId, textLimits.name);
  const { sentence } = orderRow(data, order);
  if (!sentence) return `trigger order ${id}`;
  const { verb, amountText, symbol, conditionText } = sentence;
  return `trigger order ${verb} ${amountText} ${symbol} when ${conditionText}, ${id}`;
}

const unreadable = (what: string, why: string): BulkStep => ({
  label: `${what}: cannot be read`,
  run: async () => ({ kind: 'not-sent', code: 'UNREADABLE', message: cleanText(why), requestId: null }),
});
