import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { writePrivateFile } from '../files/private-file.ts';
import { errorCode } from '../process/error-code.ts';
import { PlainError } from '../process/plain-error.ts';

export type KeyFileProblem = 'missing' | 'wrong-passphrase' | 'damaged';

export class KeyFileError extends PlainError {
  readonly problem: KeyFileProblem;

  constructor(problem: KeyFileProblem, message: string) {
    super(message);
    this.name = 'KeyFileError';
    this.problem = problem;
  }
}

/** Version 1 fixes every parameter, so that a modified file cannot request cheaper or endless work. */
const VERSION = 1;
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };
const CIPHER = 'aes-256-gcm';

const base64 = (bytes: number) =>
  z
    .base64()
    .transform((text) => Buffer.from(text, 'base64'))
    .refine((data) => bytes === 0 || data.length === bytes);

/** What a key file may hold. Each has a format of its own, so that one is never read as another. */
export type KeyKind = 'api key' | 'wallet key';

const kinds: Readonly<Record<KeyKind, { readonly name: string; readonly format: string; readonly createdBy: string }>> =
  {
    'api key': { name: 'API key', format: 'swapdeck-key', createdBy: 'swapdeck login --key-file' },
    'wallet key': {
      name: 'wallet key',
      format: 'swapdeck-wallet-key',
      createdBy: 'swapdeck wallet add NAME --key-file',
    },
  };

const fileShape = z.strictObject({
  format: z.string(),
  version: z.literal(VERSION),
  salt: base64(16),
  check: base64(16),
  iv: base64(12),
  tag: base64(16),
  data: base64(0),
});

const deriveBytes = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt);

/**
 * 32 bytes for the cipher, and 16 that the file stores in the clear. They distinguish a wrong passphrase from a
 * modified file, and help an attacker no more than the cipher's own tag.
 */
async function derive(passphrase: string, salt: Buffer): Promise<{ key: Buffer; check: Buffer }> {
  const bytes = await deriveBytes(passphrase.normalize('NFC'), salt, 48, SCRYPT);
  return { key: bytes.subarray(0, 32), check: bytes.subarray(32) };
}

/** Writes a key encrypted with a passphrase (scrypt, AES-256-GCM), mode 0600, replacing the file atomically. */
export async function writeKeyFile(
  file: string,
  secret: string,
  passphrase: string,
  kind: KeyKind = 'api key',
): Promise<void> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const { key, check } = await derive(passphrase, salt);
  const cipher = createCipheriv(CIPHER, key, iv);
  const data = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  const parts = { salt, check, iv, tag: cipher.getAuthTag(), data };
  const text = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]));
  writePrivateFile(file, `${JSON.stringify({ format: kinds[kind].format, version: VERSION, ...text }, null, 2)}\n`);
}

/** The key in a key file. Throws KeyFileError, also where the file holds another kind of key. */
export async function readKeyFile(file: string, passphrase: string, kind: KeyKind = 'api key'): Promise<string> {
  const parts = readParts(file, kind);
  const { key, check } = await derive(passphrase, parts.salt);
  if (!timingSafeEqual(check, parts.check))
    throw new KeyFileError('wrong-passphrase', `Wrong passphrase for the key file ${file}.`);
  try {
    const decipher = createDecipheriv(CIPHER, key, parts.iv).setAuthTag(parts.tag);
    return Buffer.concat([decipher.update(parts.data), decipher.final()]).toString('utf8');
  } catch {
    throw damaged(file, kind);
  }
}

function readParts(file: string, kind: KeyKind): z.output<typeof fileShape> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new KeyFileError('missing', `The key file ${file} cannot be read (${errorCode(error)}).`);
  }
  try {
    const parts = fileShape.parse(JSON.parse(text));
    if (parts.format === kinds[kind].format) return parts;
  } catch {
    // As below.
  }
  throw damaged(file, kind);
}

const damaged = (file: string, kind: KeyKind) =>
  new KeyFileError(
    'damaged',
    `The key file ${file} has been changed or damaged, or holds no ${kinds[kind].name}; create it again with: ${kinds[kind].createdBy}`,
  );
