import Big from 'big.js';
import { chainNamed, chains, isChain } from '../domain/chain.ts';
import { readDecimal } from '../domain/decimal.ts';
import { isTriggerOpen } from '../domain/trigger-order.ts';
import { perpFills } from '../protocol/endpoints/perp-account.ts';
import { perpOrders } from '../protocol/endpoints/perp-orders.ts';
import { perpPositions } from '../protocol/endpoints/perp-positions.ts';
import { portfolioPositions } from '../protocol/endpoints/portfolio.ts';
import { getTriggerOrder, listTriggerOrders } from '../protocol/endpoints/trigger.ts';
import { isUnreadable, readable } from '../protocol/schema.ts';
import type { ActionContext } from './action-context.ts';
import type { Evidence, Finding } from './evidence.ts';
import { lookForSettings } from './update-settings-look.ts';
import { lookForGroup, lookForNewGroup } from './wallet-groups-look.ts';

type Client = ActionContext['client'];
type Look<K extends Evidence['kind']> = (
  client: Client,
  evidence: Extract<Evidence, { kind: K }>,
  sentAtMs: number,
) => Promise<Finding>;

const done = (why: string): Finding => ({ verdict: 'done', why });
const unclear = (why: string): Finding => ({ verdict: 'unclear', why });

/** A service's clock may be this far from ours. */
const clockSlackMs = 60_000;
/** A part is rounded to the market's step: the change may miss what was asked by this share of it. */
const roundingShare = 0.25;

const position: Look<'position'> = async (client, { walletId, coin, sziBefore, percentage }) => {
  const before = new Big(sziBefore);
  const now = await sizeOf(client, walletId, coin);
  if (now === null) return unclear(`the size of ${coin} cannot be read`);
  const expected = before.times(100 - percentage).div(100);
  if (now.eq(before)) return unclear(`${coin} is still ${before}`);
  // A whole position leaves nothing; what is left of it was not closed.
  const slack = percentage === 100 ? new Big(0) : before.minus(expected).abs().times(roundingShare);
  const isExplained = now.minus(expected).abs().lte(slack);
  return isExplained
    ? done(`${coin} went from ${before} to ${now}`)
    : unclear(`${coin} went from ${before} to ${now}, which this order alone does not explain`);
};

const margin: Look<'margin'> = async (client, { walletId, coin, depositBefore, amount }) => {
  const row = await positionOf(client, walletId, coin);
  const deposit = row && depositOf(row);
  if (!deposit) return unclear(`the margin of ${coin} cannot be read`);
  const moved = deposit.minus(depositBefore);
  const expected = new Big(amount);
  const words = `what was paid into ${coin} went from ${depositBefore} to ${deposit.round(2)} USDC`;
  // Funding and rounding move it a little by themselves.
  const isExplained = moved.minus(expected).abs().lte(expected.abs().times(0.1)) && moved.times(expected).gt(0);
  return isExplained ? done(words) : unclear(moved.abs().lt(expected.abs().div(10)) ? `${words}: no change` : words);
};

/** What was paid into an isolated position: its margin without what the market has done to it. */
export function depositOf(row: { marginUsed?: string | null | undefined; unrealizedPnl?: string | null | undefined }) {
  const [used, pnl] = [readDecimal(row.marginUsed), readDecimal(row.unrealizedPnl)];
  return used && pnl ? used.minus(pnl) : null;
}

const newTrigger: Look<'new-trigger'> = async (client, { terms, knownOrderIds }, sentAtMs) => {
  const { data } = await client.call(listTriggerOrders, { query: { limit: 100 } });
  const found = readable(data.orders).filter(
    (order) =>
      !knownOrderIds.includes(order.orderId) &&
      Date.parse(order.createdAt) >= sentAtMs - clockSlackMs &&
      order.amount === terms.amount &&
      isSameAddress(order.inputToken, terms.inputToken) &&
      isSameAddress(order.outputToken, terms.outputToken) &&
      (order.chain == null || order.chain === terms.chain) &&
      (order.trigger == null || (order.trigger.metric === terms.metric && order.trigger.direction === terms.direction)),
  );
  const [first] = found;
  if (!first) return unclear('the list of trigger orders has no new one of these terms');
  return found.length === 1
    ? done(`the list has a new order of these terms: ${first.orderId}`)
    : unclear(`the list has ${found.length} new orders of these terms`);
};

/** EVM addresses are written in several cases. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase());

/** Whether it is what the wallet holds of the token on this chain: EVM wallets and tokens have one address on several. */
export const isHeld = (holding: Holding, chain: string, token: string, wallet: string): boolean =>
  isSameAddress(holding.tokenAddress, token) &&
  isSameAddress(holding.walletAddress, wallet) &&
  (holding.network == null || chainNamed(holding.network) === chain);

interface Holding {
  readonly tokenAddress: string;
  readonly walletAddress: string;
  readonly network?: string | null | undefined;
}

const cancelledTrigger: Look<'cancelled-trigger'> = async (client, { orderId }) => {
  const { data } = await client.call(getTriggerOrder, { params: { orderId } });
  if (isTriggerOpen(data.status)) return unclear(`the order is still ${data.status}`);
  return data.status.toLowerCase().startsWith('cancel')
    ? done(`the order is ${data.status}`)
    : { verdict: 'not-done', why: `the order is ${data.status}: it can no longer be cancelled` };
};

const swap: Look<'swap'> = async (client, { chain, walletAddress, inputToken, inputBefore, amount }) => {
  if (inputBefore === null || walletAddress === null || !isChain(chain))
    return unclear('what the wallet held before is not known');
  const { data } = await client.call(portfolioPositions, { query: { chain } });
  const row = readable(data.positions).find((holding) => isHeld(holding, chain, inputToken, walletAddress));
  // What is sold out may have no row any more.
  const gone = data.positions.some(isUnreadable) ? null : 0n;
  const now = row ? BigInt(row.latestBalanceRaw) : gone;
  if (now === null) return unclear('the holding of the token sold cannot be read');
  const spent = BigInt(inputBefore) - now;
  const words = `the wallet's ${chains[chain].name} holding of the token sold went from ${inputBefore} to ${now} base units`;
  // Fees may be taken from the same coin, so a little more than the amount may be gone.
  const isExplained = spent >= BigInt(amount) && spent <= (BigInt(amount) * 105n) / 100n;
  return isExplained ? done(words) : unclear(spent === 0n ? `${words}: no change` : words);
};

const cloid: Look<'cloid'> = async (client, { walletId, coin, cloid: id }, sentAtMs) => {
  const { data: open } = await client.call(perpOrders, { query: { wallet_id: walletId, coin } });
  const resting = readable(open).find((order) => order.cloid === id);
  if (resting) return done(`the order stands in the book: ${resting.oid}`);
  const start_time = sentAtMs - clockSlackMs;
  const { data: fills } = await client.call(perpFills, { query: { wallet_id: walletId, coin, start_time } });
  const filled = readable(fills).find((fill) => fill.cloid === id);
  return filled ? done(`the order was filled: ${filled.oid}`) : unclear('neither book nor fills have its cloid');
};

/** Some of them may have been refused: only where each is found is it known what was done. */
const cloids: Look<'cloids'> = async (client, { walletId, orders }, sentAtMs) => {
  const start_time = sentAtMs - clockSlackMs;
  const seen = new Set<string>();
  for (const coin of new Set(orders.map((order) => order.coin))) {
    const query = { wallet_id: walletId, coin };
    const { data: open } = await client.call(perpOrders, { query });
    const { data: fills } = await client.call(perpFills, { query: { ...query, start_time } });
    for (const one of [...readable(open), ...readable(fills)]) if (one.cloid != null) seen.add(one.cloid);
  }
  const found = orders.filter((order) => seen.has(order.cloid)).length;
  const words = `${found} of ${orders.length} changed orders are found by their cloid`;
  return found === orders.length ? done(words) : unclear(words);
};

const cancelledPerp: Look<'cancelled-perp'> = async (client, { walletId, coin, oids }) => {
  const { data: open } = await client.call(perpOrders, { query: { wallet_id: walletId, coin } });
  if (open.some(isUnreadable)) return unclear(`an open ${coin} order cannot be read`);
  const left = readable(open).filter(({ oid }) => oids.includes(oid)).length;
  return left === 0
    ? done(`none of the ${coin} orders stands any more`)
    : unclear(`${left} of ${oids.length} ${coin} orders still stand`);
};

const leverage: Look<'leverage'> = async (client, { walletId, coin, leverage: wanted, leverageBefore }) => {
  const row = await positionOf(client, walletId, coin);
  const now = readDecimal(row?.leverageValue);
  if (!now) return unclear(`the leverage of ${coin} cannot be read`);
  const words = `the leverage of ${coin} is ${now.toFixed()}×`;
  // Where only the margin mode was to change, the number proves nothing.
  return now.eq(wanted) && wanted !== leverageBefore ? done(words) : unclear(words);
};

const looks: { readonly [K in Evidence['kind']]: Look<K> } = {
  position,
  margin,
  'new-trigger': newTrigger,
  'cancelled-trigger': cancelledTrigger,
  swap,
  cloid,
  cloids,
  'cancelled-perp': cancelledPerp,
  leverage,
  'new-wallet-group': (client, one, sentAtMs) => lookForNewGroup(client, one, sentAtMs),
  'wallet-group': (client, one) => lookForGroup(client, one),
  settings: (client, one) => lookForSettings(client, one),
  none: async () => unclear('nothing that can be read proves it'),
};

/** Looks at the account for what became of a request. Reads only; rejects with the client's error when they fail. */
export const lookForOrder = (client: Client, evidence: Evidence, sentAtMs: number): Promise<Finding> =>
  (looks[evidence.kind] as Look<Evidence['kind']>)(client, evidence, sentAtMs);

async function positionsOf(client: Client, walletId: string) {
  const { data } = await client.call(perpPositions, { query: walletId ? { wallet_id: walletId } : {} });
  return data.positions;
}

async function positionOf(client: Client, walletId: string, coin: string) {
  return readable(await positionsOf(client, walletId)).find((row) => row.coin === coin) ?? null;
}

/** A position that is gone has the size 0; null when one that cannot be read may be the one. */
async function sizeOf(client: Client, walletId: string, coin: string): Promise<Big | null> {
  const positions = await positionsOf(client, walletId);
  const row = readable(positions).find((one) => one.coin === coin);
  if (row) return readDecimal(row.szi);
  return positions.some(isUnreadable) ? null : new Big(0);
}
