import { type Chain, chains, isChain, readChain } from '../../domain/market/chain.ts';
import { quoteToken } from '../../domain/market/token.ts';
import { isTriggerOpen } from '../../domain/market/trigger-order.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { portfolioHistory, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { getTriggerOrder, listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { holdingKey, isHeld, isSameAddress } from '../../stores/portfolio/same-address.ts';
import type { ActionContext } from '../pipeline/action-context.ts';
import { clockSlackMs, done, type EvidenceOf, type Finding, nativeFeePct, seemsDone, unclear } from './evidence.ts';

type Client = ActionContext['client'];

const pageLimit = 100;

/** A swap counts as done if the history shows it and the holding fell by it: the two come from different sources. */
export async function reconcileSwap(client: Client, evidence: EvidenceOf<'swap'>, sentAtMs: number): Promise<Finding> {
  const { chain, walletAddress, inputToken, inputBefore } = evidence;
  if (inputBefore === null || walletAddress === null || !isChain(chain))
    return unclear('what the wallet held before is unknown');
  const now = await holdingNow(client, { ...evidence, chain }, walletAddress);
  if (now === null) return unclear('the holding of the sold token cannot be read');
  const spent = BigInt(inputBefore) - now;
  const amount = BigInt(evidence.amount);
  const words = `the wallet's ${chains[chain].name} holding of the sold token went from ${inputBefore} to ${now} base units`;
  if (spent === 0n) return unclear(`${words}: no change`);
  const isNative = quoteToken({ chain, address: inputToken })?.kind === 'native';
  const most = isNative ? (amount * (100n + nativeFeePct)) / 100n : amount;
  if (spent < amount || spent > most) return unclear(words);
  const hashes = await salesSince(client, { ...evidence, chain }, walletAddress, sentAtMs);
  if (!hashes) return unclear(`${words}, but the list of trades is incomplete`);
  const [hash, ...others] = hashes;
  if (hash === undefined) return unclear(`${words}, but there is no trade of that amount`);
  return others.length > 0
    ? unclear(`${words}, and there are ${hashes.length} trades of that amount`)
    : seemsDone(`${words}, in transaction ${hash}`);
}

/** Base units; null if unknown. A token that was sold completely has no row, which only a complete response proves. */
async function holdingNow(
  client: Client,
  { chain, inputToken, others }: EvidenceOf<'swap'> & { readonly chain: Chain },
  wallet: string,
): Promise<bigint | null> {
  const { data } = await client.call(portfolioPositions, { query: { chain } });
  const rows = readable(data.positions);
  const row = rows.find((holding) => isHeld(holding, chain, inputToken, wallet));
  if (row) return BigInt(row.latestBalanceRaw);
  const keys = new Set(rows.map(holdingKey));
  const isCut = data.hasMore === true || (data.warnings?.length ?? 0) > 0 || data.positions.some(isUnreadable);
  const isWhole = !isCut && others.length > 0 && others.every((key) => keys.has(key));
  return isWhole ? 0n : null;
}

/** Transaction hashes of the trades that sold exactly this since then; null if the list is incomplete. */
async function salesSince(
  client: Client,
  { chain, inputToken, amount }: EvidenceOf<'swap'> & { readonly chain: Chain },
  wallet: string,
  sentAtMs: number,
): Promise<string[] | null> {
  const { data } = await client.call(portfolioHistory, { query: { chain, page: 1, limit: pageLimit } });
  if ((data.warnings?.length ?? 0) > 0 || data.trades.some(isUnreadable)) return null;
  return readable(data.trades)
    .filter(
      (trade) =>
        trade.timestamp >= sentAtMs - clockSlackMs &&
        isSameAddress(trade.inputToken, inputToken) &&
        trade.walletAddress != null &&
        isSameAddress(trade.walletAddress, wallet) &&
        readChain(trade.chain) === chain &&
        trade.inputAmount === amount,
    )
    .map(({ txHash }) => txHash);
}

/** A new order in the list with exactly these terms. */
export async function reconcileTriggerCreate(
  client: Client,
  evidence: EvidenceOf<'new-trigger'>,
  sentAtMs: number,
): Promise<Finding> {
  const found = await newTriggerOrders(client, evidence, sentAtMs);
  const [first] = found;
  if (first === undefined) return unclear('the list has no new trigger order with these terms');
  return found.length === 1
    ? done(`the list has a new order with these terms: ${first}`)
    : unclear(`the list has ${found.length} new orders with these terms`);
}

/** Ids of the orders with exactly these terms that were created since then. Rejects with the client's error. */
export async function newTriggerOrders(
  client: Client,
  { terms, knownOrderIds }: EvidenceOf<'new-trigger'>,
  sentAtMs: number,
): Promise<readonly string[]> {
  const { data } = await client.call(listTriggerOrders, { query: { limit: pageLimit } });
  const found = readable(data.orders).filter(
    (order) =>
      !knownOrderIds.includes(order.orderId) &&
      Date.parse(order.createdAt) >= sentAtMs - clockSlackMs &&
      order.amount === terms.amount &&
      isSameAddress(order.inputToken, terms.inputToken) &&
      isSameAddress(order.outputToken, terms.outputToken) &&
      (order.chain == null || order.chain === terms.chain) &&
      order.trigger != null &&
      order.trigger.metric === terms.metric &&
      order.trigger.direction === terms.direction &&
      isSameNumber(order.trigger.value, terms.value) &&
      isSameNumber(order.trigger.trailingPercentage, terms.trailingPercentage),
  );
  return found.map(({ orderId }) => orderId);
}

type Numeric = string | number | null | undefined;

/**
 * Fields that were not requested are ignored: the service fills them in, such as the moving level of a trailing order.
 */
const isSameNumber = (shown: Numeric, asked: Numeric): boolean =>
  asked == null || (readDecimal(shown?.toString())?.eq(asked) ?? false);

/** Asks for the order itself, whose status is proof in either direction once it has ended. */
export async function reconcileTriggerCancel(
  client: Client,
  { orderId }: EvidenceOf<'cancelled-trigger'>,
): Promise<Finding> {
  const { data } = await client.call(getTriggerOrder, { params: { orderId } });
  if (isTriggerOpen(data.status)) return unclear(`the order is still ${data.status}`);
  return data.status.toLowerCase().startsWith('cancel')
    ? done(`the order is ${data.status}`)
    : { verdict: 'not-done', why: `the order is ${data.status}: it can no longer be cancelled` };
}
