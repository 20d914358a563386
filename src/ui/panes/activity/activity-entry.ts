import { cleanText, textLimits } from '../../../domain/clean-text.ts';
import { isInDoubt, isTaskUnderWay, type OrderRecord, taskStallsAfterMs } from '../../../stores/order-records.ts';
import { activeWallets } from '../../../stores/wallets.ts';
import type { Desk } from '../../desk.ts';

/** What an order needs: `doubt` a person, `sent` its answer, `task` the service's work; `over` nothing any more. */
export type OrderGroup = 'doubt' | 'sent' | 'task' | 'over';

/** A request that changes something, as a row. */
export interface OrderEntry {
  readonly key: string;
  readonly group: OrderGroup;
  readonly record: OrderRecord;
  readonly summary: string;
  /** Label of the wallet, or its id where it has none; '' where the request names none. */
  readonly wallet: string;
  /** When the account is looked at again by itself; null: no more. */
  readonly nextLookAtMs: number | null;
  readonly nowMs: number;
}

export const orderGroups: readonly OrderGroup[] = ['doubt', 'sent', 'task', 'over'];

/** Rows of the pane: what needs the person first, newest first in each group. */
export function orderEntries(desk: Desk): OrderEntry[] {
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
        summary: cleanText(record.summary),
        wallet: cleanText(labels.get(record.walletId) ?? record.walletId, textLimits.symbol),
        nextLookAtMs: nextLooks[record.id] ?? null,
        nowMs,
      }),
    )
    .reverse();
  return orderGroups.flatMap((group) => entries.filter((entry) => entry.group === group));
}

function groupOf(record: OrderRecord): OrderGroup {
  if (isInDoubt(record)) return 'doubt';
  if (record.state === 'sent') return 'sent';
  return isTaskUnderWay(record) ? 'task' : 'over';
}

/** How long it has been under way, ms. */
export const underWayMs = ({ record, nowMs }: OrderEntry): number => nowMs - (record.endedAtMs ?? record.sentAtMs);

export const isStalled = (entry: OrderEntry): boolean =>
  entry.group === 'task' && underWayMs(entry) > taskStallsAfterMs;
