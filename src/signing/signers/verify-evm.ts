import {
  fromRlp,
  getAddress,
  type Hex,
  isAddressEqual,
  keccak256,
  numberToHex,
  parseTransaction,
  recoverAddress,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerialized,
  toRlp,
} from 'viem';
import { allChains, type Chain, chains } from '../../domain/market/chain.ts';
import type { SignedTransaction, UnsignedTransaction } from '../swap-order.ts';
import { SignError } from './sign-error.ts';
import type { SignerAnswer } from './signer-answer.ts';

/* Loads viem: import it only when a transaction needs it. */

type Fields = ReturnType<typeof fieldsOf>;

interface Unsigned {
  readonly serialized: Hex;
  /** `0x01`, `0x02`, or nothing for a legacy transaction. */
  readonly prefix: string;
  /** What of its fields the signed transaction begins with. */
  readonly fields: Fields;
  readonly chainId: number;
}

interface Signature {
  readonly r: bigint;
  readonly s: bigint;
  readonly yParity: 0 | 1;
}

export const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const prefixes: Readonly<Record<string, string>> = { legacy: '0x', eip2930: '0x01', eip1559: '0x02' };

/** The bytes whose Keccak-256 the owner signs. Throws SignError REFUSED if this is no transaction for that chain. */
export const payloadOf = (unsigned: UnsignedTransaction): Hex => readUnsigned(unsigned).serialized;

/** The chain that an unsigned transaction in hex is for; null for other chains and for what is no such transaction. */
export function chainOf(encoded: string): Chain | null {
  const { chainId } = parseUnsigned(encoded.toLowerCase()) ?? {};
  return allChains.find((chain) => chainId !== undefined && chains[chain].chainId === chainId) ?? null;
}

/** Puts the signature of the answer together with the unsigned transaction, and verifies every byte of it. */
export async function finishEvm(
  unsigned: UnsignedTransaction,
  owner: string,
  answer: SignerAnswer,
): Promise<SignedTransaction> {
  const wanted = readUnsigned(unsigned);
  const given = answer.kind === 'transaction' ? signatureIn(answer.encoded, wanted) : readSignature(answer.signature);
  if (given.r <= 0n || given.r >= curveOrder || given.s <= 0n || given.s > curveOrder / 2n)
    throw new SignError('GARBAGE', 'The signer answered with a signature that is not canonical: chains refuse it.');
  const encoded = assemble(wanted, given);
  // Byte for byte what we would have made, so the signer has changed nothing and added nothing.
  if (answer.kind === 'transaction' && answer.encoded.toLowerCase() !== encoded)
    throw new SignError('CHANGED', 'The signer signed another transaction than the one it was given.');
  if (!isAddressEqual(await signerOf(wanted, given), getAddress(owner)))
    throw new SignError('WRONG_KEY', `The signature is not by ${owner}, or not of this transaction.`);
  return { chain: unsigned.chain, encoded, txHash: keccak256(encoded) };
}

async function signerOf({ serialized }: Unsigned, { r, s, yParity }: Signature): Promise<Hex> {
  const signature = { r: numberToHex(r, { size: 32 }), s: numberToHex(s, { size: 32 }), yParity };
  try {
    return await recoverAddress({ hash: keccak256(serialized), signature });
  } catch {
    throw new SignError('WRONG_KEY', 'The signature belongs to no key at all.');
  }
}

function readUnsigned({ chain, encoded }: UnsignedTransaction): Unsigned {
  const unsigned = parseUnsigned(encoded.toLowerCase());
  if (!unsigned)
    throw new SignError(
      'REFUSED',
      'This is no unsigned EVM transaction in hex that is signed here: legacy with a chain id, access list or fee market.',
    );
  if (unsigned.chainId !== chains[chain].chainId)
    throw new SignError(
      'REFUSED',
      `This transaction is for the chain with id ${unsigned.chainId}, not for ${chains[chain].name}.`,
    );
  return unsigned;
}

/** Null unless the text is the one encoding of one unsigned transaction. */
function parseUnsigned(encoded: string): Unsigned | null {
  if (!/^0x([0-9a-f]{2})+$/.test(encoded)) return null;
  const serialized = encoded as TransactionSerialized;
  try {
    const parsed = parseTransaction(serialized) as TransactionSerializable & { r?: Hex; type?: string };
    const prefix = prefixes[parsed.type ?? ''];
    if (prefix === undefined || parsed.r !== undefined || !parsed.chainId) return null;
    if (serializeTransaction(parsed) !== serialized) return null;
    const fields = fieldsOf(serialized, prefix);
    return { serialized, prefix, fields: prefix === '0x' ? fields.slice(0, 6) : fields, chainId: parsed.chainId };
  } catch {
    return null;
  }
}

const fieldsOf = (serialized: Hex, prefix: string) =>
  fromRlp(prefix === '0x' ? serialized : `0x${serialized.slice(4)}`, 'hex') as readonly (Hex | readonly Hex[])[];

function assemble({ prefix, fields, chainId }: Unsigned, { r, s, yParity }: Signature): Hex {
  const parity = prefix === '0x' ? BigInt(chainId) * 2n + 35n + BigInt(yParity) : BigInt(yParity);
  const rlp = toRlp([...fields, quantity(parity), quantity(r), quantity(s)] as Hex[]);
  return `0x${prefix.slice(2)}${rlp.slice(2)}`;
}

const quantity = (value: bigint): Hex => {
  if (value === 0n) return '0x';
  const digits = value.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
};

/** The signature in the last three fields of a signed transaction; whether the others are ours is checked by the caller. */
function signatureIn(encoded: string, { prefix, fields, chainId }: Unsigned): Signature {
  const [parity, r, s] = lastFields(encoded.toLowerCase(), prefix, fields.length);
  const sum = prefix === '0x' ? parity - BigInt(chainId) * 2n - 35n : parity;
  if (sum !== 0n && sum !== 1n)
    throw new SignError(
      'CHANGED',
      'The signer signed for another chain, or another transaction than the one it was given.',
    );
  return { r, s, yParity: sum === 1n ? 1 : 0 };
}

function lastFields(encoded: string, prefix: string, before: number): readonly [bigint, bigint, bigint] {
  if (!/^0x([0-9a-f]{2})+$/.test(encoded)) throw notSigned();
  if (prefix !== '0x' && !encoded.startsWith(prefix))
    throw new SignError('CHANGED', 'The signer signed a transaction of another type than the one it was given.');
  try {
    const [parity, r, s, ...rest] = fieldsOf(encoded as Hex, prefix).slice(before);
    if (rest.length > 0) throw notSigned();
    return [numberOf(parity), numberOf(r), numberOf(s)];
  } catch {
    throw notSigned();
  }
}

function numberOf(field: unknown): bigint {
  if (typeof field !== 'string') throw notSigned();
  return field === '0x' ? 0n : BigInt(field);
}

const notSigned = () =>
  new SignError('GARBAGE', 'The signer answered with something that is no signed EVM transaction in hex.');

function readSignature(text: string): Signature {
  const [, r, s, v] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/.exec(text.toLowerCase()) ?? [];
  const parity = v === '00' || v === '1b' ? 0 : v === '01' || v === '1c' ? 1 : null;
  if (parity === null)
    throw new SignError(
      'GARBAGE',
      'The signer answered with a signature that is not 0x and 65 bytes in hex: r, s, and v (27 or 28) or parity (0 or 1).',
    );
  return { r: BigInt(`0x${r}`), s: BigInt(`0x${s}`), yParity: parity };
}
