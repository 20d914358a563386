import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit';
import { type DecodedTransaction, DecodeError } from './decoded-transaction.ts';
import { explainInstruction } from './svm-programs.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

/** Explains a Solana transaction, legacy or v0, signed or not. Throws DecodeError. */
export function decodeSvm(bytes: Uint8Array): DecodedTransaction {
  const { message, signatures } = read(bytes);
  if (message.version !== 'legacy' && message.version !== 0)
    throw new DecodeError(`version ${message.version} is not known; legacy and 0 are`);
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  const looked = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap((table) =>
      table[kind].map(
        (index) =>
          `entry ${index} of table ${table.lookupTableAddress}${kind === 'writableIndexes' ? ', writable' : ''}`,
      ),
    );
  const accounts = [...message.staticAccounts, ...looked('writableIndexes'), ...looked('readonlyIndexes')];
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const statics = message.staticAccounts.length;
  const isWritable = (index: number): boolean =>
    index < numSignerAccounts
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < statics - numReadonlyNonSignerAccounts;
  const signers = message.staticAccounts.slice(0, numSignerAccounts);
  const signed = Object.values(signatures).filter((signature) => signature !== null).length;
  return {
    family: 'svm',
    facts: {
      version: String(message.version),
      payer: signers[0] ?? 'missing',
      signers: signers.join(', '),
      signatures: `${signed} of ${signers.length}`,
      writable: message.staticAccounts.filter((_, index) => isWritable(index)).join(', '),
      ...(lookups.length > 0 && {
        lookupTables: `${lookups.map((table) => table.lookupTableAddress).join(', ')}; their entries are not in the bytes`,
      }),
      blockhash: message.lifetimeToken,
    },
    steps: message.instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) =>
      explainInstruction({
        program: accounts[programAddressIndex] ?? 'missing',
        accounts: accounts.length === 0 ? [] : accountIndices.map((index) => accounts[index] ?? 'missing'),
        data: new Uint8Array(data),
      }),
    ),
  };
}

/** Decoders ignore what follows, where nobody would see it: only bytes that encode to themselves are read. */
function read(bytes: Uint8Array) {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    const again = getCompiledTransactionMessageEncoder().encode(message);
    if (Buffer.from(again).equals(Buffer.from(messageBytes)) && bytes.length === sizeOf(signatures, again))
      return { message, signatures };
  } catch {
    // As below.
  }
  throw new DecodeError('these bytes are no Solana transaction, or something follows it');
}

/** A byte for the count of signatures, which is below 128, and 64 for each. */
const sizeOf = (signatures: object, message: ArrayLike<number>): number =>
  1 + 64 * Object.keys(signatures).length + message.length;
