import type Big from 'big.js';
import { formatAmount } from '../numbers/amount.ts';
import { readDecimal } from '../numbers/decimal.ts';
import { formatPrice, formatUsd, groupThousands, shortAddress } from '../numbers/format.ts';
import { cleanText, textLimits } from '../text/clean-text.ts';
import { type Chain, readChain } from './chain.ts';
import { quoteToken } from './token.ts';

export { checkTrigger, type TriggerDraft, type TriggerProblem } from './check-trigger.ts';

type Optional<T> = T | null | undefined;

/** A trigger order as the service sends it: `amount` in base units of `inputToken`; all enums are open. */
export interface TriggerOrder {
  readonly orderId: string;
  readonly amount: string;
  readonly inputToken: string;
  readonly outputToken: string;
  readonly status: string;
  readonly createdAt: string;
  readonly updatedAt?: Optional<string>;
  readonly chain?: Optional<string>;
  readonly trigger?: Optional<TriggerCondition>;
}

/** When the order swaps, as the service tells it: any field may be missing. */
export interface TriggerCondition {
  readonly direction?: Optional<string>;
  readonly metric?: Optional<string>;
  /** Per cent; of trailing orders alone. */
  readonly trailingPercentage?: Optional<number | string>;
  /** Level of the metric, decimal text in USD. */
  readonly value?: Optional<string>;
}

/** What it takes to write base units of a token as an amount. */
export interface TokenLabel {
  readonly symbol: string;
  readonly decimals: number;
}

/** What the desk knows besides the order. Missing parts are left out of the sentence or shown raw. */
export interface TriggerContext {
  readonly input?: Optional<TokenLabel>;
  readonly output?: Optional<TokenLabel>;
  /** The wallet's balance of the input in base units: the sale of a share reads better as a percentage. */
  readonly inputBalance?: Optional<bigint>;
}

/** The parts of the sentence in reading order: SELL · 100 % · JUP · mcap < 1.10B. */
export interface TriggerSentence {
  readonly verb: 'BUY' | 'SELL' | 'SWAP';
  /** `0.5 SOL` for a buy or swap, `40 %` or `1,200` for a sale, followed by its symbol. */
  readonly amountText: string;
  readonly symbol: string;
  readonly conditionText: string;
  /** The whole order: `SELL 100 % JUP when mcap < 1.10B`, or `SELL 100 % JUP, 8 % trailing stop`. */
  readonly text: string;
  /** The token that the condition watches. */
  readonly tokenAddress: string;
}

/** Splits the order into the parts of a readable sentence. */
export function describeTrigger(order: TriggerOrder, context: TriggerContext = {}): TriggerSentence {
  const chain = chainOf(order);
  const verb = verbOf(order, chain);
  const input = context.input ?? knownLabel(chain, order.inputToken);
  const output = context.output ?? knownLabel(chain, order.outputToken);
  const inputName = input?.symbol ?? shortAddress(order.inputToken);
  const amount = amountText(order.amount, input);
  const conditionText = conditionTextOf(order.trigger);
  if (verb === 'SELL') {
    const share = shareText(order.amount, context.inputBalance);
    const parts = { verb, amountText: share ?? amount, symbol: inputName, conditionText };
    return { ...parts, text: wholeText(parts, order.trigger), tokenAddress: order.inputToken };
  }
  const symbol = output?.symbol ?? shortAddress(order.outputToken);
  // Between two ordinary tokens, the condition watches the sold one.
  const tokenAddress = verb === 'BUY' ? order.outputToken : order.inputToken;
  const parts = { verb, amountText: `${amount} ${inputName}`, symbol, conditionText };
  return { ...parts, text: wholeText(parts, order.trigger), tokenAddress };
}

function wholeText(
  { verb, amountText: amount, symbol, conditionText }: Omit<TriggerSentence, 'text' | 'tokenAddress'>,
  trigger: Optional<TriggerCondition>,
): string {
  const trail = readDecimal(trigger?.trailingPercentage?.toString());
  if (!trail || !trigger) return `${verb} ${amount} ${symbol} when ${conditionText}`;
  const { name, level } = conditionParts(trigger);
  const of = trigger.metric === 'price_usd' || !name ? '' : ` of ${name}`;
  return `${verb} ${amount} ${symbol}, ${trail.round(2).toFixed()} % trailing stop${of}${level && ` at ${level}`}`;
}

/**
 * Paying with a native token or stablecoin buys the output; receiving one sells the input. Between the two, the native
 * token is the one bought or sold.
 */
function verbOf(order: TriggerOrder, chain: Chain | null): TriggerSentence['verb'] {
  if (!chain) return 'SWAP';
  const paid = quoteToken({ chain, address: order.inputToken });
  const got = quoteToken({ chain, address: order.outputToken });
  if (paid && got) return paid.kind === 'native' ? 'SELL' : 'BUY';
  if (paid) return 'BUY';
  return got ? 'SELL' : 'SWAP';
}

/** List items may lack their chain. Addresses identify Solana; EVM chains share addresses. */
function chainOf(order: TriggerOrder): Chain | null {
  if (order.chain) return readChain(order.chain);
  return [order.inputToken, order.outputToken].some((address) => quoteToken({ chain: 'solana', address }))
    ? 'solana'
    : null;
}

function knownLabel(chain: Chain | null, address: string): TokenLabel | null {
  return chain && quoteToken({ chain, address });
}

/** Without the token's decimals only the base units are known, and the text says so. */
function amountText(amount: string, token: TokenLabel | null): string {
  if (!/^\d{1,80}$/.test(amount)) return '?';
  return token
    ? groupThousands(formatAmount(BigInt(amount), token.decimals))
    : `${groupThousands(amount)} base units of`;
}

/** The sold share of the balance, if it is a whole percentage. */
function shareText(amount: string, balance: Optional<bigint>): string | null {
  if (!balance || !/^\d{1,80}$/.test(amount)) return null;
  const share = (BigInt(amount) * 100n) / balance;
  const isWhole = share * balance === BigInt(amount) * 100n;
  return share >= 1n && share <= 100n && isWhole ? `${share} %` : null;
}

const metricNames = new Map([
  ['price_usd', 'price'],
  ['market_cap_usd', 'mcap'],
  ['liquidity_usd', 'liquidity'],
]);
const directionSigns = new Map([
  ['above', '>'],
  ['below', '<'],
]);

/** An unknown metric or direction is shown as received, sanitised. */
function conditionTextOf(trigger: Optional<TriggerCondition>): string {
  if (!trigger) return 'condition not shown';
  const { metric, direction, trailingPercentage } = trigger;
  const { name, level } = conditionParts(trigger);
  const trail = readDecimal(trailingPercentage?.toString());
  if (trail) {
    const what = metric === 'price_usd' || !name ? 'trail' : `trail ${name}`;
    return `${what} ${trail.round(2).toFixed()} %${level && `: ${level}`}`;
  }
  const sign = directionSigns.get(direction ?? '') ?? cleanText(direction, textLimits.symbol);
  return [name, sign, level].filter(Boolean).join(' ') || 'condition not shown';
}

function conditionParts({ metric, value }: TriggerCondition): { readonly name: string; readonly level: string } {
  const name = metricNames.get(metric ?? '') ?? cleanText(metric, textLimits.symbol);
  return { name, level: value ? (metric === 'price_usd' ? formatPrice(value) : formatUsd(value)) : '' };
}

/** How far the watched value must still move, in percent of its current value; null if that is not positive. */
export function distancePct(current: Big, target: Big): Big | null {
  return current.gt(0) ? target.minus(current).times(100).div(current) : null;
}

/**
 * When an order created at `createdAt` expires, ms since 1970. Null for an unreadable time, and for 0 hours, whose
 * meaning the contract does not define. The service does not send an expiry: this is what the desk requested.
 */
export function expiresAtMs(createdAt: string, expiryHours: number): number | null {
  const createdMs = Date.parse(createdAt);
  return Number.isNaN(createdMs) || expiryHours <= 0 ? null : createdMs + expiryHours * 3_600_000;
}

const finalStatuses = new Set(['triggered', 'cancelled', 'canceled', 'success', 'failed', 'expired']);

/** Whether the order may still act. An unknown status counts as open. */
export const isTriggerOpen = (status: string): boolean => !finalStatuses.has(status.toLowerCase());
