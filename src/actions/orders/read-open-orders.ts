import { listWallets } from '../../protocol/endpoints/account.ts';
import { perpOrders } from '../../protocol/endpoints/perp-orders.ts';
import { listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { activeWallets, perpWallets } from '../../stores/account/wallets.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

type Client = ActionContext['client'];

/** More pages than any account should have. An endless list must not block the rest. */
const mostPages = 50;

/** The open perp orders of every perp wallet. Rejects with the client's error. */
export async function readPerpOrders(client: Client) {
  const { data: wallets } = await client.call(listWallets, {});
  const found = [];
  for (const { walletId, label } of perpWallets(activeWallets(wallets))) {
    const { data: open } = await client.call(perpOrders, { query: { wallet_id: walletId } });
    found.push({ walletId, label, open });
  }
  return found;
}

/** All trigger orders, page by page, unreadable ones included. Rejects with the client's error. */
export async function readTriggerOrders(client: Client) {
  const found = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { data } = await client.call(listTriggerOrders, { query: { limit: 100, ...(cursor ? { cursor } : {}) } });
    found.push(...data.orders);
    if (!data.nextCursor) break;
    cursor = data.nextCursor;
  }
  return found;
}
