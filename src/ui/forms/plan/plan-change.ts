import type { Outcome } from '../../../actions/pipeline/outcome.ts';
import { formatExact, formatPrice } from '../../../domain/numbers/format.ts';
import { addNotice } from '../../../stores/notices.ts';
import type { PlanRow } from '../../../stores/orders/plan-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';

/** The outcome of a change of a plan: `why` nothing was done, or null. */
export function planOutcome(desk: Desk, why: string | null, text: string): Outcome {
  if (why !== null) return { kind: 'not-sent', code: 'PLAN', message: why, requestId: null };
  addNotice(desk.notices, { atMs: desk.now(), tone: 'ok', text });
  return { kind: 'accepted', message: text, requestId: '', taskId: null };
}

/** `0.9 of 2 ETH at 3,441.2 on average`. */
export function progressRow({ progress: { executed, target, avgPx }, unit }: PlanRow): FormRow {
  return {
    label: 'executed',
    value: [
      span(`${formatExact(executed)} of ${formatExact(target)} ${unit}`),
      muted(avgPx ? ` at ${formatPrice(avgPx)} on average` : ''),
    ],
  };
}
