import type { CreateTriggerOrder } from '../../../actions/orders/create-trigger-order.ts';
import type { Problems } from '../../../actions/pipeline/limits.ts';
import { checkTrigger, type TriggerDraft as TriggerFields } from '../../../domain/market/trigger-order.ts';
import type { SpotInputs } from '../spot-inputs.ts';
import type { TypedCondition } from './trigger-condition.ts';

export type TriggerBody = CreateTriggerOrder['body'];

const fieldIds: Readonly<Record<keyof TriggerFields, string>> = {
  amount: 'amount',
  chain: 'walletId',
  inputToken: 'sell',
  outputToken: 'buy',
  triggerDirection: 'direction',
  triggerMetric: 'metric',
  walletId: 'walletId',
  expiryHours: 'expiry',
  slippageBps: 'slippage',
  trailingPercentage: 'trailing',
  triggerBehavior: 'behavior',
  triggerValue: 'value',
};

/** The request body; null while a field is missing. */
export function bodyOf(
  { wallet, sell, buy, amount, slippageBps }: SpotInputs,
  condition: TypedCondition,
): TriggerBody | null {
  const { expiryHours } = condition;
  if (!wallet || !sell || !buy || !amount || slippageBps === null || expiryHours === null) return null;
  return {
    walletId: wallet.walletId,
    chain: wallet.chain,
    inputToken: sell.address,
    outputToken: buy.address,
    amount: amount.baseUnits.toString(),
    slippageBps,
    expiryHours,
    ...conditionPart(condition),
  };
}

const conditionPart = ({ behavior, metric, direction, value, trailingPct }: TypedCondition) => ({
  triggerBehavior: behavior,
  triggerMetric: metric,
  triggerDirection: direction,
  ...(value === null ? {} : { triggerValue: value }),
  ...(trailingPct === null ? {} : { trailingPercentage: trailingPct }),
});

const noSpotPart = { amount: '', chain: '', inputToken: '', outputToken: '', walletId: '' };
const conditionIds = new Set(['value', 'trailing', 'expiry']);

/** Violations of the API's rules by field. While the body is incomplete, only the condition is checked. */
export function ruleProblems(body: TriggerBody | null, condition: TypedCondition): Problems {
  const { expiryHours } = condition;
  const found = checkTrigger(body ?? { ...noSpotPart, ...conditionPart(condition), expiryHours })
    .map(({ field, message }) => [fieldIds[field], message] as const)
    .filter(([id]) => body !== null || conditionIds.has(id));
  return Object.fromEntries(found);
}
