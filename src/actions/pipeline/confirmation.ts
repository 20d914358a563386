import type Big from 'big.js';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { formatClockZone, formatPct, formatUsd } from '../../domain/numbers/format.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import type { ActionContext } from './action-context.ts';
import { blockKey, type Intent } from './intent.ts';
import { whyOwners } from './owner-limits.ts';

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
 * By a word where an outcome of its kind was unknown within the last day, where its value asks for one (`whyValue`), or where the
 * owners of the token that it buys are beyond the user's limits; by nothing where one-click covers it; by a key otherwise.
 */
export function confirmationOf(
  context: Pick<ActionContext, 'records' | 'trading' | 'caps' | 'clock' | 'data' | 'owners'>,
  intent: Intent<AnyEndpoint>,
): Confirmation {
  const { trading, caps } = context;
  const again = whyAgain(context, intent);
  const { usd } = intent;
  const why = [again, intent.whyWord ?? null, whyValue(context, intent), whyOwners(context, intent)]
    .filter((reason) => reason !== null)
    .join(' ');
  const action = (intent.summary.split(' ')[0] ?? 'send').toUpperCase();
  if (why !== '') return { by: 'word', word: again === null ? action : 'AGAIN', why };
  // One-click applies only to orders. Changes to names, groups or settings always need a confirmation.
  const isOrder = intent.risk !== 'neutral' && !intent.isByHand;
  const isOneClick =
    isOrder && trading.getState().isOneClick && caps.oneClickUsd !== null && usd?.lte(caps.oneClickUsd) === true;
  return { by: isOneClick ? 'nothing' : 'key' };
}

/** The last operation of its kind that it might repeat; null for none. */
function whyAgain(
  { records, clock }: Pick<ActionContext, 'records' | 'clock'>,
  intent: Intent<AnyEndpoint>,
): string | null {
  const key = blockKey(intent);
  const earlier = records
    .getState()
    .records.findLast(
      ({ blocks, resolution, sentAtMs }) =>
        blocks === key && resolution?.verdict === 'not-done' && clock.now() - sentAtMs < rememberedMs,
    );
  return earlier
    ? `The outcome of “${earlier.summary}” (${formatClockZone(earlier.sentAtMs)}) was unknown and then marked not done. If it was done, this repeats it.`
    : null;
}

/**
 * Added risk: its value is unknown or above `caps.wordAboveUsd`. Reduced risk: its share of the perp account is above the user's
 * own `caps.closeWordAbovePct`; an exit is never held up by a value that is unknown.
 */
function whyValue(
  { caps, data }: Pick<ActionContext, 'caps' | 'data'>,
  { risk, usd }: Pick<Intent<AnyEndpoint>, 'risk' | 'usd'>,
): string | null {
  if (risk === 'reduces') return whyShare(caps, usd, readDecimal(data.read('positions').data?.accountValue));
  if (!usd) return 'The desk has no price to value it.';
  // Without the value itself: the confirmation shows that at the present mark, and this sentence stays as it was.
  return usd.gt(caps.wordAboveUsd) ? `Worth more than ${formatUsd(caps.wordAboveUsd)} USD.` : null;
}

function whyShare(
  { closeWordAbovePct }: ActionContext['caps'],
  usd: Big | null,
  accountUsd: Big | null,
): string | null {
  if (closeWordAbovePct === null || !usd || !accountUsd?.gt(0)) return null;
  const pct = usd.times(100).div(accountUsd);
  return pct.gt(closeWordAbovePct)
    ? `Worth ${formatUsd(usd)} USD, ${formatPct(pct, 0)} of the perp account; your limit is ${closeWordAbovePct} %.`
    : null;
}
