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

const fileShape = z.strictObject({
  format: z.literal('swapdeck-key'),
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

/** Writes an API key encrypted with a passphrase (scrypt, AES-256-GCM), mode 0600, replacing the file atomically. */
export async function writeKeyFile(file: string, apiKey: string, passphrase: string): Promise<void> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const { key, check } = await derive(passphrase, salt);
  const cipher = createCipheriv(CIPHER, key, iv);
  const data = Buffer.concat([cipher.update(apiKey, 'utf8'), cipher.final()]);
  const parts = { salt, check, iv, tag: cipher.getAuthTag(), data };
  const text = Object.fromEntries(Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')]));
  writePrivateFile(file, `${JSON.stringify({ format: 'swapdeck-key', version: VERSION, ...text }, null, 2)}\n`);
}

/** The API key in a key file. Throws KeyFileError. */
export async function readKeyFile(file: string, passphrase: string): Promise<string> {
  const parts = readParts(file);
  const { key, check } = await derive(passphrase, parts.salt);
  if (!timingSafeEqual(check, parts.check))
    throw new KeyFileError('wrong-passphrase', `Wrong passphrase for the key file ${file}.`);
  try {
    const decipher = createDecipheriv(CIPHER, key, parts.iv).setAuthTag(parts.tag);
    return Buffer.concat([decipher.update(parts.data), decipher.final()]).toString('utf8');
  } catch {
    throw damaged(file);
  }
}

function readParts(file: string): z.output<typeof fileShape> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new KeyFileError('missing', `The key file ${file} cannot be read (${errorCode(error)}).`);
  }
  try {
    return fileShape.parse(JSON.parse(text));
  } catch {
    throw damaged(file);
  }
}

const damaged = (file: string) =>
  new KeyFileError(
    'damaged',
    `The key file ${file} has been changed or damaged; create it again with: swapdeck login --key-file`,
  );
