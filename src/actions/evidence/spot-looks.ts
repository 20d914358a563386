import { type Chain, chainNamed, chains, isChain } from '../../domain/chain.ts';
import { readDecimal } from '../../domain/decimal.ts';
import { quoteToken } from '../../domain/token.ts';
import { isTriggerOpen } from '../../domain/trigger-order.ts';
import { portfolioHistory, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { getTriggerOrder, listTriggerOrders } from '../../protocol/endpoints/trigger.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { ActionContext } from '../action-context.ts';
import { clockSlackMs, done, type EvidenceOf, type Finding, seemsDone, unclear } from './evidence.ts';
import { holdingKey, isHeld, isSameAddress } from './same-address.ts';

type Client = ActionContext['client'];

const pageLimit = 100;

/** Of the native coin fees are paid too: this share of the amount more may be gone. */
const nativeFeePct = 5n;

/** A swap is done where the history shows it and the holding lacks it: the two come from different places. */
export async function lookForSwap(client: Client, evidence: EvidenceOf<'swap'>, sentAtMs: number): Promise<Finding> {
  const { chain, walletAddress, inputToken, inputBefore } = evidence;
  if (inputBefore === null || walletAddress === null || !isChain(chain))
    return unclear('what the wallet held before is not known');
  const now = await holdingNow(client, { ...evidence, chain }, walletAddress);
  if (now === null) return unclear('the holding of the token sold cannot be read');
  const spent = BigInt(inputBefore) - now;
  const amount = BigInt(evidence.amount);
  const words = `the wallet's ${chains[chain].name} holding of the token sold went from ${inputBefore} to ${now} base units`;
  if (spent === 0n) return unclear(`${words}: no change`);
  const isNative = quoteToken({ chain, address: inputToken })?.kind === 'native';
  const most = isNative ? (amount * (100n + nativeFeePct)) / 100n : amount;
  if (spent < amount || spent > most) return unclear(words);
  const hashes = await salesSince(client, { ...evidence, chain }, walletAddress, sentAtMs);
  if (!hashes) return unclear(`${words}, but the trades cannot be read whole`);
  const [hash, ...others] = hashes;
  if (hash === undefined) return unclear(`${words}, but no trade of that amount is seen`);
  return others.length > 0
    ? unclear(`${words}, and ${hashes.length} trades of that amount are seen`)
    : seemsDone(`${words}, in transaction ${hash}`);
}

/** Base units; null where it cannot be told. What is sold out has no row, which only a whole answer shows. */
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

/** Hashes of the trades that sold just this since then; null where the list is not whole. */
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
        trade.timestamp * 1000 >= sentAtMs - clockSlackMs &&
        isSameAddress(trade.inputToken, inputToken) &&
        trade.walletAddress != null &&
        isSameAddress(trade.walletAddress, wallet) &&
        chainNamed(trade.chain) === chain &&
        trade.inputAmount === amount,
    )
    .map(({ txHash }) => txHash);
}

/** An order that the list did not have before, of the very same terms. */
export async function lookForNewTrigger(
  client: Client,
  { terms, knownOrderIds }: EvidenceOf<'new-trigger'>,
  sentAtMs: number,
): Promise<Finding> {
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
  const [first] = found;
  if (!first) return unclear('the list of trigger orders has no new one of these terms');
  return found.length === 1
    ? done(`the list has a new order of these terms: ${first.orderId}`)
    : unclear(`the list has ${found.length} new orders of these terms`);
}

type Numeric = string | number | null | undefined;

/** What was not asked for the service may fill in: a trailing order has a level that moves. */
const isSameNumber = (shown: Numeric, asked: Numeric): boolean =>
  asked == null || (readDecimal(shown?.toString())?.eq(asked) ?? false);

export async function lookForCancelledTrigger(
  client: Client,
  { orderId }: EvidenceOf<'cancelled-trigger'>,
): Promise<Finding> {
  const { data } = await client.call(getTriggerOrder, { params: { orderId } });
  if (isTriggerOpen(data.status)) return unclear(`the order is still ${data.status}`);
  return data.status.toLowerCase().startsWith('cancel')
    ? done(`the order is ${data.status}`)
    : { verdict: 'not-done', why: `the order is ${data.status}: it can no longer be cancelled` };
}
