import { isDecimalText, readDecimal } from '../numbers/decimal.ts';
import { type Chain, contractChains, isAddress } from './chain.ts';
import { sameToken } from './token.ts';

type Optional<T> = T | null | undefined;

/** The body of a trigger order while it is filled in; field names are the contract's. */
export interface TriggerDraft {
  /** Base units of `inputToken`. */
  readonly amount: string;
  readonly chain: string;
  readonly inputToken: string;
  readonly outputToken: string;
  readonly triggerDirection: string;
  readonly triggerMetric: string;
  readonly walletId: string;
  readonly expiryHours?: Optional<number>;
  readonly slippageBps?: Optional<number>;
  readonly trailingPercentage?: Optional<number>;
  readonly triggerBehavior?: Optional<string>;
  readonly triggerValue?: Optional<string>;
}

/** A rule that a draft breaks, at the field to be mended. */
export interface TriggerProblem {
  readonly field: keyof TriggerDraft;
  /** A sentence for the user, shown below the field. */
  readonly message: string;
}

/** Every rule of the contract that the draft breaks, plus the desk's own sanity checks; empty if it can be sent. */
export function checkTrigger(draft: TriggerDraft): TriggerProblem[] {
  const problems: TriggerProblem[] = [];
  const need = (isMet: boolean, field: keyof TriggerDraft, message: string): void => {
    if (!isMet) problems.push({ field, message });
  };
  need(/^0*[1-9]\d*$/.test(draft.amount) && draft.amount.length <= 80, 'amount', 'The amount must be more than zero.');
  need(draft.walletId !== '', 'walletId', 'Choose a wallet.');
  need(isOneOf(['above', 'below'], draft.triggerDirection), 'triggerDirection', 'The direction is above or below.');
  const metrics = ['price_usd', 'market_cap_usd', 'liquidity_usd'];
  need(isOneOf(metrics, draft.triggerMetric), 'triggerMetric', 'The metric is price, market cap or liquidity.');
  need(
    isMissing(draft.expiryHours) || isWholeWithin(draft.expiryHours, 0, 2 ** 31 - 1),
    'expiryHours',
    'The expiry is a whole number of hours, 0 or more.',
  );
  // The contract gives no bounds for the slippage; more than 100 % can only be a typing mistake.
  need(
    isMissing(draft.slippageBps) || isWholeWithin(draft.slippageBps, 0, 10_000),
    'slippageBps',
    'The slippage is a whole number of basis points from 0 to 10,000.',
  );
  return [...problems, ...tokenProblems(draft), ...conditionProblems(draft)];
}

function tokenProblems({ chain, inputToken, outputToken }: TriggerDraft): TriggerProblem[] {
  const known = contractChains.find((name) => name === chain);
  if (!known) return [{ field: 'chain', message: `The chain is ${contractChains.join(', ')}.` }];
  const problems: TriggerProblem[] = [];
  for (const [field, address] of [['inputToken', inputToken] as const, ['outputToken', outputToken] as const])
    if (!isAddress(known, address)) problems.push({ field, message: `This is not a token address on ${known}.` });
  if (isSameToken(known, inputToken, outputToken))
    problems.push({ field: 'outputToken', message: 'The two tokens must differ.' });
  return problems;
}

function conditionProblems({ triggerBehavior, triggerValue, trailingPercentage }: TriggerDraft): TriggerProblem[] {
  const behavior = triggerBehavior ?? 'immediate';
  const problems: TriggerProblem[] = [];
  if (!isOneOf(['immediate', 'trailing'], behavior))
    problems.push({ field: 'triggerBehavior', message: 'The behavior is immediate or trailing.' });
  if (isMissing(triggerValue) || triggerValue === '') {
    if (behavior === 'immediate')
      problems.push({ field: 'triggerValue', message: 'Enter the value that triggers the order.' });
  } else if (!isDecimalText(triggerValue) || !readDecimal(triggerValue)?.gt(0))
    problems.push({ field: 'triggerValue', message: 'The value is a decimal number above zero, such as 0.95.' });
  if (isMissing(trailingPercentage)) {
    if (behavior === 'trailing')
      problems.push({ field: 'trailingPercentage', message: 'Enter the trailing percentage.' });
  } else if (!(trailingPercentage >= 0.01 && trailingPercentage <= 99))
    problems.push({ field: 'trailingPercentage', message: 'The trail is from 0.01 to 99.0 per cent.' });
  return problems;
}

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;

const isOneOf = (allowed: readonly string[], value: string): boolean => allowed.includes(value);

const isWholeWithin = (value: number, from: number, to: number): boolean =>
  Number.isInteger(value) && value >= from && value <= to;

const isSameToken = (chain: Chain, a: string, b: string): boolean =>
  sameToken({ chain, address: a }, { chain, address: b });
