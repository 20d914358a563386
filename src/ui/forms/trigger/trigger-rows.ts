import type Big from 'big.js';
import type { CreateTriggerOrder } from '../../../actions/orders/create-trigger-order.ts';
import { tokenId } from '../../../domain/market/token.ts';
import { distancePct } from '../../../domain/market/trigger-order.ts';
import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { bpsText, formatAge, formatPct } from '../../../domain/numbers/format.ts';
import type { TokenLevels } from '../../../stores/desk-data.ts';
import { usdPrice } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { TypedAmount } from '../amount-field.ts';
import type { FormRow } from '../form-spec.ts';
import { triggerKeyLimitRows } from '../position-form-parts.ts';
import { agentRows, slippageText, soldRows, tokenRows } from '../spot-rows.ts';
import { type Token, tokenName } from '../token-field.ts';
import { type SpotWallet, walletRows } from '../wallet-choice.ts';
import type { TriggerBody } from './trigger-body.ts';
import { behaviorName, expiryText, type Metric, type TypedCondition } from './trigger-condition.ts';
import { levelText, metricName } from './trigger-sentence.ts';

export interface TriggerDraft extends CreateTriggerOrder {
  readonly body: TriggerBody;
  readonly wallet: SpotWallet;
  readonly sell: Token;
  readonly buy: Token;
  readonly watched: Token;
  readonly amount: TypedAmount;
  readonly usd: Big | null;
  readonly condition: TypedCondition;
}

const levelOf: Readonly<Record<Metric, keyof TokenLevels>> = {
  price_usd: 'priceUsd',
  market_cap_usd: 'marketCapUsd',
  liquidity_usd: 'liquidityUsd',
};

/** Last read value of the watched metric; null if unknown. */
export function valueNow(desk: Desk, watched: Token, metric: Metric): Big | null {
  const level = readDecimal(desk.data.levels(tokenId(watched)).data?.[levelOf[metric]]);
  return level ?? (metric === 'price_usd' ? usdPrice(desk, watched) : null);
}

/** Current value and distance to the trigger, with a warning if the condition is already met. */
export function nowRows(desk: Desk, watched: Token, { metric, direction, value }: TypedCondition): FormRow[] {
  const now = valueNow(desk, watched, metric);
  const name = `${metricName(metric)} of ${tokenName(watched)}`;
  if (!now) return [{ label: 'now', value: [muted(`${name} unknown`)] }];
  const target = readDecimal(value);
  const distance = target && distancePct(now, target);
  const isMet = target && (direction === 'below' ? now.lt(target) : now.gt(target));
  return [
    {
      label: 'now',
      value: [
        span(levelText(metric, now.toFixed())),
        muted(` ${name}${ageOf(desk, watched)}`),
        isMet
          ? span('   already met: may fire immediately', 'warn')
          : muted(distance ? `   ${formatPct(distance, 1, { sign: true })} to go` : ''),
      ],
      wraps: true,
    },
  ];
}

/** Age of the value, in parentheses; empty if it comes from another read. */
function ageOf(desk: Desk, watched: Token): string {
  const { updatedAtMs } = desk.data.levels(tokenId(watched));
  return updatedAtMs === 0 ? '' : ` (${formatAge(desk.now() - updatedAtMs)})`;
}

/** What happens when the condition is met. */
export const effectRow: FormRow = {
  label: 'effect',
  value: [muted('market swap; balance and fees are checked at execution')],
};

/** Everything that is sent. */
export function confirmationRows(desk: Desk, draft: TriggerDraft): FormRow[] {
  const { wallet, sell, buy, watched, amount, usd, condition, body, summary } = draft;
  const level = condition.value === null ? `trail ${condition.trailingPct} %` : `${condition.value} USD`;
  return [
    ...walletRows(desk, wallet),
    { label: 'order', value: [span(summary, 'title')], wraps: true },
    ...soldRows(desk, sell, amount, usd),
    ...tokenRows(desk, 'sell token', sell),
    ...tokenRows(desk, 'buy token', buy),
    {
      label: 'condition',
      value: [
        span(`${behaviorName(condition.behavior)}, ${metricName(condition.metric)} ${condition.direction}, ${level}`),
      ],
      wraps: true,
    },
    ...nowRows(desk, watched, condition),
    {
      label: 'slippage',
      value: [
        span(`${bpsText(body.slippageBps)} (${body.slippageBps} bps)${slippageText(usd, body.slippageBps)}`),
        span(`   expiry ${body.expiryHours} h, ${expiryText(body.expiryHours, desk.now())}`),
      ],
      wraps: true,
    },
    ...agentRows(desk),
    ...triggerKeyLimitRows(desk),
  ];
}
