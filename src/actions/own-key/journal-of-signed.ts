import { z } from 'zod';
import type { OperationRecord, OperationRecordsStore } from '../../stores/orders/operation-records.ts';

/** What the journal keeps of a signed transaction: enough to find it on the chain, and never to sign it again. */
export const signedJournal = z.object({
  /** SHA-256 of the bytes that were signed, in hex. */
  messageHash: z.string(),
  txHash: z.string(),
  /** What the bytes do, a line for each step. */
  does: z.array(z.string()),
});

export type SignedJournal = z.output<typeof signedJournal>;

/** Whether an earlier operation signed these bytes, in this run or another. */
export const wasSigned = (records: OperationRecordsStore, messageHash: string): boolean =>
  records.getState().records.some(({ input }) => {
    const known = signedJournal.safeParse(input);
    return known.success && known.data.messageHash === messageHash;
  });

/** The record of these bytes among those that may have left this machine; null if there is none. */
export const sentBefore = (
  records: readonly OperationRecord[],
  { messageHash, txHash }: Pick<SignedJournal, 'messageHash' | 'txHash'>,
): OperationRecord | null =>
  records.findLast(({ state, input }) => {
    const known = signedJournal.safeParse(input).data;
    return state !== 'not-sent' && (known?.messageHash === messageHash || known?.txHash === txHash);
  }) ?? null;
