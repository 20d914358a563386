import { randomBytes } from 'node:crypto';
import { PlainError } from '../../platform/process/plain-error.ts';
import type { OwnWallet } from '../own-wallet.ts';

type Family = OwnWallet['family'];
type Mode = OwnWallet['mode'];

/** A private key in memory: only `wallet add` and the signing child process have one. `secret` is 32 bytes. */
export interface PrivateKey {
  readonly family: Family;
  readonly secret: Uint8Array;
}

/** A text is no key. The message never quotes it. */
export class PrivateKeyError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'PrivateKeyError';
  }
}

const isBase58 = (text: string): boolean => /^[1-9A-HJ-NP-Za-km-z]{32,90}$/.test(text);

/**
 * A key as the user has it. Solana: the JSON of a keypair file of its command line, or base58 of 64 or 32 bytes. EVM: 32
 * bytes in hex with 0x. Throws PrivateKeyError.
 */
export async function readPrivateKey(text: string, family: Family | null): Promise<PrivateKey> {
  const given = text.trim();
  if (given === '') throw new PrivateKeyError('No key was given.');
  const key = /^(0x)?[0-9a-f]{64}$/i.test(given) ? readHex(given) : await readSolana(given);
  if (family && key.family !== family)
    throw new PrivateKeyError(
      key.family === 'evm' ? 'That is an EVM key, not a Solana key.' : 'That is a Solana key, not an EVM key.',
    );
  // Not every 32 bytes are an EVM key.
  await addressOf(key);
  return key;
}

function readHex(text: string): PrivateKey {
  if (!/^0x/i.test(text))
    throw new PrivateKeyError('A key in hex begins with 0x and belongs to EVM chains. Solana keys are base58 or JSON.');
  return { family: 'evm', secret: new Uint8Array(Buffer.from(text.slice(2), 'hex')) };
}

async function readSolana(text: string): Promise<PrivateKey> {
  const bytes = text.startsWith('[') ? readNumbers(text) : await readBase58(text);
  if (!bytes)
    throw new PrivateKeyError(
      'That is no private key. A Solana key is base58 of 64 or 32 bytes, or the JSON of a keypair file (64 numbers); an EVM key is 0x and 64 hex digits.',
    );
  const key: PrivateKey = { family: 'svm', secret: bytes.slice(0, 32) };
  if (bytes.length === 64 && !Buffer.from(await publicKeyOf(key.secret)).equals(bytes.subarray(32)))
    throw new PrivateKeyError('That key is damaged: its public half does not belong to its private half.');
  return key;
}

function readNumbers(text: string): Uint8Array | null {
  try {
    const numbers: unknown = JSON.parse(text);
    const isKey =
      Array.isArray(numbers) &&
      numbers.length === 64 &&
      numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= 255);
    return isKey ? Uint8Array.from(numbers) : null;
  } catch {
    return null;
  }
}

async function readBase58(text: string): Promise<Uint8Array | null> {
  if (!isBase58(text)) return null;
  const { getBase58Encoder } = await import('@solana/kit');
  const bytes = new Uint8Array(getBase58Encoder().encode(text));
  return bytes.length === 64 || bytes.length === 32 ? bytes : null;
}

/** A new key from the operating system's randomness. */
export async function generatePrivateKey(family: Family): Promise<PrivateKey> {
  const key: PrivateKey = { family, secret: new Uint8Array(randomBytes(32)) };
  await addressOf(key);
  return key;
}

/** The address: base58, or 0x with checksum. Throws PrivateKeyError if the bytes are no key. */
export async function addressOf({ family, secret }: PrivateKey): Promise<string> {
  if (family === 'svm') {
    const { getBase58Decoder } = await import('@solana/kit');
    return getBase58Decoder().decode(await publicKeyOf(secret));
  }
  const { privateKeyToAddress } = await import('viem/accounts');
  try {
    return privateKeyToAddress(hexOf(secret));
  } catch {
    throw new PrivateKeyError('These 32 bytes are no EVM key: the number is 0 or too large.');
  }
}

async function publicKeyOf(secret: Uint8Array): Promise<Uint8Array> {
  const { createKeyPairFromPrivateKeyBytes } = await import('@solana/kit');
  const { publicKey } = await createKeyPairFromPrivateKeyBytes(secret);
  return new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
}

/** Signs bytes. Solana: Ed25519 of the bytes, in base58. EVM: ECDSA of their Keccak-256, 0x-hex of r, s and v. */
export async function signBytesWith({ family, secret }: PrivateKey, bytes: Uint8Array): Promise<string> {
  if (family === 'svm') {
    const { createPrivateKeyFromBytes, getBase58Decoder, signBytes } = await import('@solana/kit');
    return getBase58Decoder().decode(await signBytes(await createPrivateKeyFromBytes(secret), bytes));
  }
  const [{ keccak256 }, { sign }] = await Promise.all([import('viem'), import('viem/accounts')]);
  return sign({ hash: keccak256(bytes), privateKey: hexOf(secret), to: 'hex' });
}

const hexOf = (bytes: Uint8Array): `0x${string}` => `0x${Buffer.from(bytes).toString('hex')}`;

/** The key as keychain entries and encrypted files hold it. It names the mode, so that paper never takes a live key. */
export const secretText = ({ family, secret }: PrivateKey, mode: Mode): string =>
  `${mode}:${family}:${Buffer.from(secret).toString('hex')}`;

/** Reads what `secretText` wrote; null for anything else, and for a key of another mode or family. */
export function readSecretText(text: string, mode: Mode, family: Family): PrivateKey | null {
  const start = `${mode}:${family}:`;
  const hex = text.slice(start.length);
  if (!text.startsWith(start) || !/^[0-9a-f]{64}$/.test(hex)) return null;
  return { family, secret: new Uint8Array(Buffer.from(hex, 'hex')) };
}

/** Whether a command line word looks like a private key, whatever else it may be. */
export const looksLikePrivateKey = (word: string): boolean =>
  /(^|[=:])(0x)?[0-9a-f]{64}$/i.test(word) ||
  /(^|=)[1-9A-HJ-NP-Za-km-z]{80,90}$/.test(word) ||
  /\[\s*\d+\s*,/.test(word);
