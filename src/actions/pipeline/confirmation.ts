import Big from 'big.js';
import { formatClockZone, formatUsd } from '../../domain/numbers/format.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import type { ActionContext } from './action-context.ts';
import { blockKey, type Intent } from './intent.ts';

/**
 * How an order is confirmed: by one key, by a typed word (with the reason for it), or not at all while one-click is
 * armed.
 */
export type Confirmation =
  | { readonly by: 'nothing' | 'key' }
  | { readonly by: 'word'; readonly word: string; readonly why: string };

/** For this long, the next order of the kind shows an earlier unknown outcome, ms. */
const rememberedMs = 86_400_000;

/**
 * By a word where an outcome of its kind was unknown within the last day, or its value is unknown or above `caps.wordAboveUsd`;
 * by nothing where one-click covers it; by a key otherwise.
 */
export function confirmationOf(
  { records, trading, caps, clock }: Pick<ActionContext, 'records' | 'trading' | 'caps' | 'clock'>,
  intent: Intent<AnyEndpoint>,
): Confirmation {
  const key = blockKey(intent);
  const earlier = records
    .getState()
    .records.findLast(
      ({ blocks, resolution, sentAtMs }) =>
        blocks === key && resolution?.verdict === 'not-done' && clock.now() - sentAtMs < rememberedMs,
    );
  if (earlier)
    return {
      by: 'word',
      word: 'AGAIN',
      why: `The outcome of “${earlier.summary}” (${formatClockZone(earlier.sentAtMs)}) was unknown and then marked not done. If it was done, this repeats it.`,
    };
  const { usd } = intent;
  if (!usd || usd.gt(caps.wordAboveUsd))
    return {
      by: 'word',
      word: (intent.summary.split(' ')[0] ?? 'send').toUpperCase(),
      why: usd
        ? `Worth ${formatUsd(usd)} USD, more than ${formatUsd(caps.wordAboveUsd)}.`
        : 'The desk has no price to value it.',
    };
  // One-click applies only to orders. Changes to names, groups or settings always need a confirmation.
  const isOrder = intent.risk !== 'neutral';
  const isOneClick =
    isOrder && trading.getState().isOneClick && caps.oneClickUsd !== null && usd.lte(new Big(caps.oneClickUsd));
  return { by: isOneClick ? 'nothing' : 'key' };
}
