import type Big from 'big.js';
import { formatAmount } from './amount.ts';
import { type Chain, isChain } from './chain.ts';
import { cleanText, textLimits } from './clean-text.ts';
import { readDecimal } from './decimal.ts';
import { formatPrice, formatUsd, groupThousands, shortAddress } from './format.ts';
import { quoteToken } from './token.ts';

export { checkTrigger, type TriggerDraft, type TriggerProblem } from './check-trigger.ts';

type Optional<T> = T | null | undefined;

/** A trigger order as the service sends it: `amount` in base units of `inputToken`, every enum open. */
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

export interface TriggerCondition {
  readonly direction?: Optional<string>;
  readonly metric?: Optional<string>;
  readonly trailingPercentage?: Optional<number | string>;
  readonly value?: Optional<string>;
}

export interface TokenLabel {
  readonly symbol: string;
  readonly decimals: number;
}

/** What the desk knows beside the order; whatever is missing is left out of the sentence or shown raw. */
export interface TriggerContext {
  readonly input?: Optional<TokenLabel>;
  readonly output?: Optional<TokenLabel>;
  /** Base units of the input that the wallet holds: a sale of a share of it reads better as per cent. */
  readonly inputBalance?: Optional<bigint>;
}

/** The parts of the sentence, in reading order: SELL · 100 % · JUP · mcap < 1.10B. */
export interface TriggerSentence {
  readonly verb: 'BUY' | 'SELL' | 'SWAP';
  /** `0.5 SOL` for a buy or swap, `40 %` or `1,200` for a sale, whose symbol follows. */
  readonly amountText: string;
  readonly symbol: string;
  readonly conditionText: string;
  /** The token that the condition is taken to watch. */
  readonly tokenAddress: string;
}

/** The order as the parts of a readable sentence. */
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
    return { verb, amountText: share ?? amount, symbol: inputName, conditionText, tokenAddress: order.inputToken };
  }
  const symbol = output?.symbol ?? shortAddress(order.outputToken);
  // Between two ordinary tokens it is the sold one that is watched.
  const tokenAddress = verb === 'BUY' ? order.outputToken : order.inputToken;
  return { verb, amountText: `${amount} ${inputName}`, symbol, conditionText, tokenAddress };
}

/**
 * Paying with a chain's native token or a stable buys the output; being paid in one sells the input. Between the two, the
 * native token is the one that is bought or sold.
 */
function verbOf(order: TriggerOrder, chain: Chain | null): TriggerSentence['verb'] {
  if (!chain) return 'SWAP';
  const paid = quoteToken({ chain, address: order.inputToken });
  const got = quoteToken({ chain, address: order.outputToken });
  if (paid && got) return paid.kind === 'native' ? 'SELL' : 'BUY';
  if (paid) return 'BUY';
  return got ? 'SELL' : 'SWAP';
}

/** List items may come without their chain; Solana's is told by the addresses, the EVM chains' share theirs. */
function chainOf(order: TriggerOrder): Chain | null {
  if (order.chain) return isChain(order.chain) ? order.chain : null;
  return [order.inputToken, order.outputToken].some((address) => quoteToken({ chain: 'solana', address }))
    ? 'solana'
    : null;
}

function knownLabel(chain: Chain | null, address: string): TokenLabel | null {
  return chain && quoteToken({ chain, address });
}

/** Without the token's decimals the base units are all that is known, and they say so. */
function amountText(amount: string, token: TokenLabel | null): string {
  if (!/^\d{1,80}$/.test(amount)) return '?';
  return token
    ? groupThousands(formatAmount(BigInt(amount), token.decimals))
    : `${groupThousands(amount)} base units of`;
}

/** The share of the balance in whole per cent, when it is one. */
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

/** An unknown metric or direction is shown as it came, cleaned. */
function conditionTextOf(trigger: Optional<TriggerCondition>): string {
  if (!trigger) return 'condition not shown';
  const { metric, direction, value, trailingPercentage } = trigger;
  const name = metricNames.get(metric ?? '') ?? cleanText(metric, textLimits.symbol);
  const level = value ? (metric === 'price_usd' ? formatPrice(value) : formatUsd(value)) : '';
  const trail = readDecimal(trailingPercentage?.toString());
  if (trail) {
    const what = metric === 'price_usd' || !name ? 'trail' : `trail ${name}`;
    return `${what} ${trail.round(2).toFixed()} %${level && `: ${level}`}`;
  }
  const sign = directionSigns.get(direction ?? '') ?? cleanText(direction, textLimits.symbol);
  return [name, sign, level].filter(Boolean).join(' ') || 'condition not shown';
}

/** How far the watched value must still move, in per cent of where it is; null when that is not above zero. */
export function distancePct(current: Big, target: Big): Big | null {
  return current.gt(0) ? target.minus(current).times(100).div(current) : null;
}

/**
 * When an order created at `createdAt` lapses, in ms since 1970. Null for an unreadable time, and for 0 hours, whose
 * meaning the contract does not show. The service does not send an order's expiry: it is what this desk asked for.
 */
export function expiresAtMs(createdAt: string, expiryHours: number): number | null {
  const createdMs = Date.parse(createdAt);
  return Number.isNaN(createdMs) || expiryHours <= 0 ? null : createdMs + expiryHours * 3_600_000;
}

const finalStatuses = new Set(['triggered', 'cancelled', 'canceled', 'success', 'failed', 'expired']);

/** Whether the order may still act. A status that nobody has listed counts as open: better watched than forgotten. */
export const isTriggerOpen = (status: string): boolean => !finalStatuses.has(status.toLowerCase());
