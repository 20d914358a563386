import type Big from 'big.js';
import { type Chain, readChain } from '../../domain/market/chain.ts';
import { tokenId } from '../../domain/market/token.ts';
import {
  describeTrigger,
  distancePct,
  isTriggerOpen,
  type TriggerSentence,
} from '../../domain/market/trigger-order.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import type { DeskData, DeskQueries, TokenLevels } from '../desk-data.ts';

type WireOrder = Exclude<NonNullable<DeskQueries['orders']>['orders'][number], { unreadable: string }>;

export interface OrderRow {
  readonly key: string;
  /** null when the row could not be read; `problem` then says why. */
  readonly order: WireOrder | null;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  readonly chain: Chain | null;
  readonly sentence: TriggerSentence | null;
  readonly status: string;
  readonly isOpen: boolean;
  /** Current value of the level that the order watches; null if unknown or no longer relevant. */
  readonly now: Big | null;
  readonly distancePct: Big | null;
  readonly expiresAtMs: number | null;
  readonly createdAtMs: number | null;
  readonly updatedAtMs: number | null;
}

/** The trigger orders, each with a descriptive sentence and its distance to the trigger. */
export const orderRows = (data: DeskData): readonly OrderRow[] => data.derive(toRows);

function toRows(data: DeskData): OrderRow[] {
  return (data.read('orders').data?.orders ?? []).map((order, index) =>
    isUnreadable(order) ? unreadableRow(index, order, order.unreadable) : orderRow(data, order),
  );
}

/** The row of one order from any response. */
export function orderRow(data: DeskData, order: WireOrder): OrderRow {
  const chain = readChain(order.chain);
  const inputToken = cleanText(order.inputToken, 100);
  const outputToken = cleanText(order.outputToken, 100);
  const label = (address: string) => {
    const token = chain ? data.token(tokenId({ chain, address })) : undefined;
    return token && { ...token, symbol: token.symbol || shortAddress(address) };
  };
  const sentence = describeTrigger(
    { ...order, inputToken, outputToken },
    {
      input: label(inputToken),
      output: label(outputToken),
      inputBalance: heldBaseUnits(data, chain, inputToken),
    },
  );
  const isOpen = isTriggerOpen(order.status);
  const levels = chain && isOpen ? data.levels(tokenId({ chain, address: sentence.tokenAddress })).data : undefined;
  const level = levelOf.get(order.trigger?.metric ?? '');
  const now = levels && level ? readDecimal(levels[level]) : null;
  const target = readDecimal(order.trigger?.value);
  return {
    key: order.orderId,
    order,
    problem: null,
    source: order,
    chain,
    sentence,
    status: cleanText(order.status, textLimits.symbol).toLowerCase(),
    isOpen,
    now,
    distancePct: now && target ? distancePct(now, target) : null,
    expiresAtMs: timeOf(order.expiresAt),
    createdAtMs: timeOf(order.createdAt),
    updatedAtMs: timeOf(order.updatedAt),
  };
}

const levelOf = new Map<string, keyof TokenLevels>([
  ['price_usd', 'priceUsd'],
  ['market_cap_usd', 'marketCapUsd'],
  ['liquidity_usd', 'liquidityUsd'],
]);

/** The held amount of a token if exactly one wallet holds it; null otherwise, since an order does not name its wallet. */
function heldBaseUnits(data: DeskData, chain: Chain | null, address: string): bigint | null {
  const held = chain ? (data.derive(holdingsByToken).get(tokenId({ chain, address })) ?? []) : [];
  const only = held.length === 1 ? held[0] : undefined;
  return only && /^\d+$/.test(only.latestBalanceRaw) ? BigInt(only.latestBalanceRaw) : null;
}

function holdingsByToken(data: DeskData) {
  return Map.groupBy(readable(data.read('holdings').data?.positions ?? []), ({ network, tokenAddress }) => {
    const chain = readChain(network);
    return chain && tokenId({ chain, address: tokenAddress });
  });
}

const timeOf = (text: string | null | undefined): number | null => {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
};

const unreadableRow = (index: number, source: object, problem: string): OrderRow => ({
  key: `unreadable-${index}`,
  order: null,
  problem,
  source,
  chain: null,
  sentence: null,
  status: 'unreadable',
  isOpen: false,
  now: null,
  distancePct: null,
  expiresAtMs: null,
  createdAtMs: null,
  updatedAtMs: null,
});
