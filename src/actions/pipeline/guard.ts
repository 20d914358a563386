import { formatClockZone } from '../../domain/numbers/format.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import { whyNotFresh } from '../../stores/freshness.ts';
import { isSignedUnderWay, isUnresolved, type OperationRecord } from '../../stores/orders/operation-records.ts';
import { accountLimitProblem } from './account-limits.ts';
import type { ActionContext } from './action-context.ts';
import { blockKey, excludes, type Intent } from './intent.ts';
import { limitPrefix } from './limit-words.ts';
import { limitProblems } from './limits.ts';

/** Why the desk itself sends nothing; nothing left it. */
export interface Refusal {
  readonly code: string;
  /** A sentence that tells the user what to do. */
  readonly message: string;
}

/** What of an intent the risk check looks at. */
export type Guarded = Pick<
  Intent<AnyEndpoint>,
  'walletId' | 'instrument' | 'side' | 'risk' | 'needs' | 'limits' | 'opens' | 'whyOff'
>;

/** Why nothing at all may be sent now, whatever it is; null if something may. */
export function generalRefusal({
  trading,
  records,
  keyOf,
}: Pick<ActionContext, 'trading' | 'records' | 'keyOf'>): Refusal | null {
  const { mode, lock, readOnly, wrongAccount } = trading.getState();
  if (readOnly) return { code: 'READ_ONLY', message: readOnly };
  if (wrongAccount) return { code: 'WRONG_ACCOUNT', message: wrongAccount };
  if (lock) return { code: 'LOCKED', message: lock };
  if (!records.getState().isLoaded)
    return { code: 'JOURNAL_NOT_READ', message: 'Nothing is sent until the journal of earlier runs has been read.' };
  if (mode === 'halted')
    return {
      code: 'HALTED',
      message: `Trading is halted: nothing is sent. Press ${keyOf('trading.mode')} to resume.`,
    };
  return null;
}

/** Why the mode is what it is, where a limit has set it. */
const reasonOf = ({ trading }: Pick<ActionContext, 'trading'>): string => {
  const why = trading.getState().since?.why ?? '';
  return why.startsWith(limitPrefix) ? ` (${why})` : '';
};

/** Whether it may still do what it was sent for. */
const isOpen = (record: OperationRecord): boolean =>
  isUnresolved(record) || record.state === 'sent' || isSignedUnderWay(record);

/**
 * Why this operation may not be sent now; null if it may. Forms show it in place, and the pipeline checks again right
 * before sending.
 */
export function whyRefused(
  context: Pick<ActionContext, 'trading' | 'records' | 'data' | 'session' | 'caps' | 'clock' | 'keyOf'>,
  intent: Guarded,
): Refusal | null {
  const nothing = generalRefusal(context);
  if (nothing) return nothing;
  const { trading, records, data, session, clock, keyOf } = context;
  const { mode } = trading.getState();
  if (mode === 'reducing' && intent.risk === 'adds')
    return {
      code: 'REDUCING',
      message: `Only orders that reduce risk are sent now${reasonOf(context)}. Press ${keyOf('trading.mode')} to resume.`,
    };
  if (intent.whyOff) return { code: 'OFF', message: intent.whyOff };
  const key = blockKey(intent);
  const rival = records.getState().records.find((record) => excludes(record.blocks, key) && isOpen(record));
  if (rival)
    return rival.state !== 'unknown'
      ? { code: 'STILL_SENT', message: `“${rival.summary}” is in flight: wait for its outcome.` }
      : {
          code: 'IN_DOUBT',
          message: `The outcome of “${rival.summary}” (${formatClockZone(rival.sentAtMs)}) is unknown: resolve it in the activity pane (${keyOf('focus.activity')}) first.`,
        };
  const stale = intent.risk === 'adds' ? whyNotFresh(data, session, intent.needs, clock.now()) : null;
  if (stale) return { code: 'NOT_FRESH', message: stale };
  const [over] = intent.limits ? Object.values(limitProblems(context, intent.limits)) : [];
  if (over) return { code: 'OVER_LIMIT', message: over };
  const ofAccount = intent.risk === 'adds' && intent.opens ? accountLimitProblem(context, intent.opens) : null;
  return ofAccount ? { code: 'ACCOUNT_LIMIT', message: ofAccount } : null;
}
