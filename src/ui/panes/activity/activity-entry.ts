import { resendLeftMs } from '../../../actions/transfers/resend-transfer.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { activeWallets } from '../../../stores/account/wallets.ts';
import {
  isTaskUnderWay,
  isUnresolved,
  type OperationRecord,
  taskStallsAfterMs,
} from '../../../stores/orders/operation-records.ts';
import { planChildWords } from '../../../stores/orders/plan-rows.ts';
import type { DeskView } from '../../desk/desk.ts';

/** `unresolved` waits for evidence or the user, `sent` is in flight, `task` runs at the service, `over` has ended. */
export type OrderGroup = 'unresolved' | 'sent' | 'task' | 'over';

/** An operation, as a row. */
export interface OrderEntry {
  readonly key: string;
  readonly group: OrderGroup;
  readonly record: OperationRecord;
  readonly summary: string;
  /** Label of the wallet, or its id if it has no label; '' if the operation names no wallet. */
  readonly wallet: string;
  /** Time of the next automatic reconciliation; null if there is none. */
  readonly nextReconcileAtMs: number | null;
  /** How long the unresolved transfer may be sent again, ms; null if it may not. */
  readonly resendLeftMs: number | null;
  readonly nowMs: number;
}

export const orderGroups: readonly OrderGroup[] = ['unresolved', 'sent', 'task', 'over'];

/** Rows of the pane: unresolved operations first, newest first in each group. */
export function orderEntries(desk: DeskView): OrderEntry[] {
  const { records, nextLooks } = desk.records.getState();
  const wallets = activeWallets(desk.data.read('wallets').data);
  const labels = new Map(wallets.map(({ walletId, label }) => [walletId, label]));
  const nowMs = desk.now();
  const entries = records
    .map(
      (record): OrderEntry => ({
        key: record.id,
        group: groupOf(record),
        record,
        summary: summaryOf(desk, record),
        wallet: cleanText(labels.get(record.walletId) ?? record.walletId, textLimits.symbol),
        resendLeftMs: resendLeftMs(record, nowMs),
        nextReconcileAtMs: nextLooks[record.id] ?? null,
        nowMs,
      }),
    )
    .reverse();
  return orderGroups.flatMap((group) => entries.filter((entry) => entry.group === group));
}

/** What it was; of a plan's order, which one. */
const summaryOf = ({ plans }: DeskView, { summary, plan }: OperationRecord): string =>
  `${plan ? `${planChildWords(plans.getState(), plan)}: ` : ''}${cleanText(summary)}`;

function groupOf(record: OperationRecord): OrderGroup {
  if (isUnresolved(record)) return 'unresolved';
  if (record.state === 'sent') return 'sent';
  return isTaskUnderWay(record) ? 'task' : 'over';
}

/** Time since it was sent, or since its task started, ms. */
export const inProgressMs = ({ record, nowMs }: OrderEntry): number => nowMs - (record.endedAtMs ?? record.sentAtMs);

export const isStalled = (entry: OrderEntry): boolean =>
  entry.group === 'task' && inProgressMs(entry) > taskStallsAfterMs;
