import type { DecodedTransaction } from './decoded-transaction.ts';
import { type LookupTables, readSvmMessage, type SvmMessage } from './svm-message.ts';
import { explainInstruction } from './svm-programs.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** Explains a Solana transaction, legacy or v0, signed or not. Throws DecodeError. */
export const decodeSvm = (bytes: Uint8Array, tables?: LookupTables): DecodedTransaction =>
  explainSvm(readSvmMessage(bytes, tables));

export function explainSvm(message: SvmMessage): DecodedTransaction {
  const { version, signers, signed, accounts, tables, isResolved, blockhash } = message;
  const writable = accounts.filter(({ isWritable, table }) => isWritable && (table === null || isResolved));
  const missing = isResolved ? '' : '; their entries are not in the bytes';
  return {
    family: 'svm',
    facts: {
      version: String(version),
      payer: signers[0] ?? 'missing',
      signers: signers.join(', '),
      signatures: `${signed} of ${signers.length}`,
      writable: writable.map(({ address }) => address).join(', '),
      ...(tables.length > 0 && { lookupTables: `${tables.join(', ')}${missing}` }),
      blockhash,
    },
    steps: message.instructions.map(explainInstruction),
  };
}
