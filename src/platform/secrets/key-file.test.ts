import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { testFolders } from '../test-folders.fixture.ts';
import { readKeyFile, writeKeyFile } from './key-file.ts';

const KEY = 'sk_abc_0123456789';
const newFolder = testFolders('key');
const newFile = () => join(newFolder(), 'keys', 'main.key');

/** A file with the passphrase "passphrase". Its derivation is slow on purpose, so one serves all that only read it. */
let written: string;
beforeAll(async () => {
  const file = newFile();
  await writeKeyFile(file, KEY, 'passphrase');
  written = readFileSync(file, 'utf8');
});
function fileOf(text: string): string {
  const file = join(newFolder(), 'main.key');
  writeFileSync(file, text);
  return file;
}

test('a key is read back with its passphrase, and the file does not reveal it', async () => {
  const file = newFile();
  await writeKeyFile(file, KEY, 'pa\u0308ss phrase');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toMatch(/sk_|0123456789|phrase/);
  expect(readdirSync(dirname(file))).toEqual(['main.key']);
  // The same letters typed on another system may arrive composed.
  expect(await readKeyFile(file, 'p\u00e4ss phrase')).toBe(KEY);
});

test('two files of one key have no bytes in common', async () => {
  const file = newFile();
  await writeKeyFile(file, KEY, 'passphrase');
  const [a, b] = [written, readFileSync(file, 'utf8')].map((text) => JSON.parse(text) as Record<string, string>);
  for (const part of ['salt', 'check', 'iv', 'tag', 'data']) expect(a![part]).not.toBe(b![part]);
});

test('a wrong passphrase and a missing file are different errors', async () => {
  const file = fileOf(written);
  await expect(readKeyFile(file, 'Passphrase')).rejects.toMatchObject({ problem: 'wrong-passphrase' });
  await expect(readKeyFile(`${file}x`, 'p')).rejects.toMatchObject({ problem: 'missing' });
});

test.each(['iv', 'tag', 'data'])('a changed %s is detected', async (part) => {
  const parts = JSON.parse(written) as Record<string, string>;
  const bytes = Buffer.from(parts[part]!, 'base64');
  bytes[0]! ^= 1;
  const file = fileOf(JSON.stringify({ ...parts, [part]: bytes.toString('base64') }));
  await expect(readKeyFile(file, 'passphrase')).rejects.toMatchObject({ problem: 'damaged' });
});

test.each(['', '{}', '[]', 'sk_abc_def', '{"format":"swapdeck-key","version":2}'])(
  '%j is no key file',
  async (text) => {
    await expect(readKeyFile(fileOf(text), 'passphrase')).rejects.toMatchObject({ problem: 'damaged' });
  },
);
