import { formatClockZone } from '../domain/format.ts';
import type { AnyEndpoint } from '../protocol/endpoint.ts';
import { whyNotFresh } from '../stores/freshness.ts';
import { isInDoubt } from '../stores/order-records.ts';
import type { ActionContext } from './action-context.ts';
import { blockKey, excludes, type Intent } from './intent.ts';
import { limitProblems } from './limits.ts';

export interface Refusal {
  readonly code: string;
  /** A sentence that says what to do. */
  readonly message: string;
}

export type Guarded = Pick<
  Intent<AnyEndpoint>,
  'walletId' | 'instrument' | 'side' | 'risk' | 'needs' | 'limits' | 'whyOff'
>;

/** Why nothing at all may be sent at this moment, whatever it is; null when something may. */
export function whyNothing({
  trading,
  records,
  keyOf,
}: Pick<ActionContext, 'trading' | 'records' | 'keyOf'>): Refusal | null {
  const { mode, lock, readOnly, wrongAccount } = trading.getState();
  if (readOnly) return { code: 'READ_ONLY', message: readOnly };
  if (wrongAccount) return { code: 'WRONG_ACCOUNT', message: wrongAccount };
  if (lock) return { code: 'LOCKED', message: lock };
  if (!records.getState().isLoaded)
    return { code: 'JOURNAL_NOT_READ', message: 'Waiting for the journal of earlier runs to be read.' };
  if (mode === 'halted')
    return {
      code: 'HALTED',
      message: `Trading is halted: nothing is sent. ${keyOf('trading.mode')} leads back to reducing or active.`,
    };
  return null;
}

/**
 * Why nothing of this kind may be sent at this moment, whatever asks for it; null when it may. Forms show it in place, and the
 * pipeline asks again right before it sends.
 */
export function whyRefused(
  context: Pick<ActionContext, 'trading' | 'records' | 'data' | 'session' | 'caps' | 'clock' | 'keyOf'>,
  intent: Guarded,
): Refusal | null {
  const nothing = whyNothing(context);
  if (nothing) return nothing;
  const { trading, records, data, session, clock, keyOf } = context;
  const { mode } = trading.getState();
  if (mode === 'reducing' && intent.risk === 'adds')
    return {
      code: 'REDUCING',
      message: `Only what reduces risk is sent now. ${keyOf('trading.mode')} leads back to active.`,
    };
  if (intent.whyOff) return { code: 'OFF', message: intent.whyOff };
  const key = blockKey(intent);
  const rival = records
    .getState()
    .records.find((record) => excludes(record.blocks, key) && (isInDoubt(record) || record.state === 'sent'));
  if (rival)
    return rival.state === 'sent'
      ? { code: 'STILL_SENT', message: `“${rival.summary}” is on its way: wait for its answer.` }
      : {
          code: 'IN_DOUBT',
          message: `What became of “${rival.summary}” (${formatClockZone(rival.sentAtMs)}) is unknown: settle it in the activity pane (${keyOf('focus.activity')}) first.`,
        };
  const stale = intent.risk === 'adds' ? whyNotFresh(data, session, intent.needs, clock.now()) : null;
  if (stale) return { code: 'NOT_FRESH', message: stale };
  const [over] = intent.limits ? Object.values(limitProblems(context, intent.limits)) : [];
  return over ? { code: 'OVER_LIMIT', message: over } : null;
}
