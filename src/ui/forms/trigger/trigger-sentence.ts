import { isBuy } from '../../../domain/market/token.ts';
import { bpsText, formatPrice, formatUsd } from '../../../domain/numbers/format.ts';
import { amountText } from '../../../stores/portfolio/spot-balance.ts';
import type { TypedAmount } from '../amount-field.ts';
import { type Token, tokenName } from '../token-field.ts';
import type { Metric, TypedCondition } from './trigger-condition.ts';

interface Sentence {
  readonly sell: Token;
  readonly buy: Token;
  readonly amount: TypedAmount;
  readonly condition: TypedCondition;
}

/** `SELL 40 % JUP for USDC when mcap falls below 1.10B`. */
export function triggerSentence({ sell, buy, amount, condition }: Sentence): string {
  const exact = amountText(amount.baseUnits, sell, tokenName(sell));
  const deal = isBuy(sell, buy)
    ? `BUY ${tokenName(buy)} with ${exact}`
    : `SELL ${amount.shareBps === null ? exact : `${bpsText(amount.shareBps)} ${tokenName(sell)}`} for ${tokenName(buy)}`;
  return `${deal} when ${conditionText(condition)}`;
}

/** The token whose price triggers the order: the bought one for a buy, the sold one for a sell. */
export const watchedToken = (sell: Token, buy: Token): Token => (isBuy(sell, buy) ? buy : sell);

const metricNames: Readonly<Record<Metric, string>> = {
  price_usd: 'price',
  market_cap_usd: 'mcap',
  liquidity_usd: 'liquidity',
};

export const metricName = (metric: Metric): string => metricNames[metric];

export const levelText = (metric: Metric, value: string): string =>
  metric === 'price_usd' ? formatPrice(value) : formatUsd(value);

function conditionText({ behavior, metric, direction, value, trailingPct }: TypedCondition): string {
  const name = metricNames[metric];
  const isFall = direction === 'below';
  if (behavior === 'trailing')
    return `${name} ${isFall ? 'falls' : 'rises'} ${trailingPct} % from its ${isFall ? 'highest' : 'lowest'}`;
  return `${name} ${isFall ? 'falls below' : 'rises above'} ${levelText(metric, value ?? '')}`;
}
