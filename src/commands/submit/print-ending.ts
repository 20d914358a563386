import { printableJson } from '../../platform/files/printable-json.ts';
import type { VerifiedTransaction } from '../../signing/signers/verified-transaction.ts';
import type { CommandIo } from '../command.ts';
import { asJson } from '../output/format.ts';
import { unknownExit } from './submit-syntax.ts';
import type { Ending } from './wait-for-end.ts';

interface Result extends Pick<VerifiedTransaction, 'signed' | 'signer'> {
  readonly by: 'service' | 'rpc';
  readonly taskId: string | null;
  readonly ending: Ending;
}

const words: Readonly<Record<Ending['status'], string>> = {
  submitted: 'Submitted; it has not been seen to land yet.',
  confirmed: 'Confirmed.',
  failed: 'Failed',
  expired: 'Expired: it can no longer land.',
  rejected: 'Rejected',
  'not-sent': 'Not submitted',
  unknown: 'The outcome is unknown, it may still land: look for its hash before you sign another one',
};

/** The hash on stdout and what became of it on stderr, or both as JSON on stdout. */
export function printEnding(
  { signed, signer, by, taskId, ending }: Result,
  format: 'text' | 'json',
  io: CommandIo,
): void {
  const { chain, txHash } = signed;
  const { status, code, message } = ending;
  if (format === 'json') {
    io.stdout.write(asJson({ chain, txHash, signer, by, taskId, status, code, message }));
    return;
  }
  const isOver = ['submitted', 'confirmed', 'expired'].includes(status);
  const why = isOver ? '' : `: ${printableJson([code, message].filter(Boolean).join(' '))}`;
  io.stderr.write(`${words[status]}${why}\n`);
  if (status !== 'not-sent') io.stdout.write(`${txHash}\n`);
}

/** 0: landed, or accepted where nobody waits; 1: it did not; `unknownExit`: nobody knows. */
export function exitCodeOf({ status }: Ending, isWaiting: boolean): number {
  if (status === 'confirmed' || (status === 'submitted' && !isWaiting)) return 0;
  return status === 'unknown' || status === 'submitted' ? unknownExit : 1;
}
