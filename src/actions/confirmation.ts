import Big from 'big.js';
import { formatClockZone, formatUsd } from '../domain/format.ts';
import type { AnyEndpoint } from '../protocol/endpoint.ts';
import type { ActionContext } from './action-context.ts';
import { blockKey, type Intent } from './intent.ts';

/** How an order is confirmed: by one key, by a typed word with the reason for it, or, where one-click is armed, not at all. */
export type Confirmation =
  | { readonly by: 'nothing' | 'key' }
  | { readonly by: 'word'; readonly word: string; readonly why: string };

/** An outcome that was unknown is shown with the next order of its kind for this long, ms. */
const rememberedMs = 86_400_000;

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
      why: `What became of “${earlier.summary}” (${formatClockZone(earlier.sentAtMs)}) was unknown, and then taken for not done. If it was done, this does it twice.`,
    };
  const { usd } = intent;
  if (!usd || usd.gt(caps.wordAboveUsd))
    return {
      by: 'word',
      word: (intent.summary.split(' ')[0] ?? 'send').toUpperCase(),
      why: usd
        ? `Worth ${formatUsd(usd)} USD, more than ${formatUsd(caps.wordAboveUsd)}.`
        : 'Nothing on the desk says what it is worth.',
    };
  // One-click is for orders: what changes names, groups or settings is always read first.
  const isOrder = intent.risk !== 'neutral';
  const isOneClick =
    isOrder && trading.getState().isOneClick && caps.oneClickUsd !== null && usd.lte(new Big(caps.oneClickUsd));
  return { by: isOneClick ? 'nothing' : 'key' };
}
