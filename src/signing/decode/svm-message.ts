import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/kit';
import { DecodeError } from './decoded-transaction.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

export interface SvmAccount {
  /** Base58, or the entry's place in its table where the table has not been read. */
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  /** The lookup table that it comes from; null: it is in the bytes. */
  readonly table: string | null;
}

export interface SvmInstruction {
  readonly program: string;
  readonly accounts: readonly SvmAccount[];
  readonly data: Uint8Array;
}

/** A Solana transaction as its bytes say. */
export interface SvmMessage {
  readonly version: 'legacy' | 0;
  /** The first signer pays the fees. */
  readonly signers: readonly string[];
  /** How many of them have signed. */
  readonly signed: number;
  readonly accounts: readonly SvmAccount[];
  readonly instructions: readonly SvmInstruction[];
  readonly blockhash: string;
  /** Addresses of its lookup tables. */
  readonly tables: readonly string[];
  /** Entries whose addresses are not known: their table was not given, or is shorter. */
  readonly isResolved: boolean;
}

/** Addresses by lookup table. */
export type LookupTables = ReadonlyMap<string, readonly string[]>;

/** Reads a legacy or v0 transaction, signed or not. Throws DecodeError. */
export function readSvmMessage(bytes: Uint8Array, tables: LookupTables = new Map()): SvmMessage {
  const { message, signatures } = read(bytes);
  if (message.version !== 'legacy' && message.version !== 0)
    throw new DecodeError(`version ${message.version} is not known; legacy and 0 are`);
  const { staticAccounts, header } = message;
  const fixed = staticAccounts.map((address, index) => ({
    address,
    table: null,
    isSigner: index < header.numSignerAccounts,
    isWritable:
      index < header.numSignerAccounts
        ? index < header.numSignerAccounts - header.numReadonlySignerAccounts
        : index < staticAccounts.length - header.numReadonlyNonSignerAccounts,
  }));
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  const looked = (kind: 'writableIndexes' | 'readonlyIndexes') =>
    lookups.flatMap(({ lookupTableAddress: table, [kind]: indexes }) =>
      indexes.map((index) => ({
        address: tables.get(table)?.[index] ?? `entry ${index} of table ${table}`,
        table,
        isSigner: false,
        isWritable: kind === 'writableIndexes',
      })),
    );
  const accounts: SvmAccount[] = [...fixed, ...looked('writableIndexes'), ...looked('readonlyIndexes')];
  const at = (index: number): SvmAccount => {
    const account = accounts[index];
    if (!account) throw new DecodeError(`account ${index} of ${accounts.length} is named`);
    return account;
  };
  return {
    version: message.version,
    signers: staticAccounts.slice(0, header.numSignerAccounts),
    signed: Object.values(signatures).filter((signature) => signature !== null).length,
    accounts,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      program: at(programAddressIndex).address,
      accounts: accountIndices.map(at),
      data: new Uint8Array(data ?? []),
    })),
    blockhash: message.lifetimeToken,
    tables: lookups.map(({ lookupTableAddress }) => lookupTableAddress),
    isResolved: accounts.every(({ address }) => !address.includes(' ')),
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
