import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readKeyFile, writeKeyFile } from './key-file.ts';

const KEY = 'sk_abc_0123456789';
const newFile = () => join(mkdtempSync(join(tmpdir(), 'key-')), 'keys', 'main.key');

test('a key comes back with its passphrase, and the file shows nothing of it', async () => {
  const file = newFile();
  await writeKeyFile(file, KEY, 'pa\u0308ss phrase');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toMatch(/sk_|0123456789|phrase/);
  expect(readdirSync(dirname(file))).toEqual(['main.key']);
  // The same letters typed on another system may arrive composed.
  expect(await readKeyFile(file, 'p\u00e4ss phrase')).toBe(KEY);
});

test('two files of one key share nothing', async () => {
  const files = [newFile(), newFile()];
  for (const file of files) await writeKeyFile(file, KEY, 'passphrase');
  const [a, b] = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
  for (const part of ['salt', 'check', 'iv', 'tag', 'data']) expect(a![part]).not.toBe(b![part]);
});

test('a wrong passphrase and a missing file are told apart', async () => {
  const file = newFile();
  await writeKeyFile(file, KEY, 'passphrase');
  await expect(readKeyFile(file, 'Passphrase')).rejects.toMatchObject({ problem: 'wrong-passphrase' });
  await expect(readKeyFile(`${file}x`, 'p')).rejects.toMatchObject({ problem: 'missing' });
});

test.each(['iv', 'tag', 'data'])('a changed %s is noticed', async (part) => {
  const file = newFile();
  await writeKeyFile(file, KEY, 'passphrase');
  const parts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const bytes = Buffer.from(parts[part]!, 'base64');
  bytes[0]! ^= 1;
  writeFileSync(file, JSON.stringify({ ...parts, [part]: bytes.toString('base64') }));
  await expect(readKeyFile(file, 'passphrase')).rejects.toMatchObject({ problem: 'damaged' });
});

test.each(['', '{}', '[]', 'sk_abc_def', '{"format":"swapdeck-key","version":2}'])(
  '%j is no key file',
  async (text) => {
    const file = newFile();
    await writeKeyFile(file, KEY, 'passphrase');
    writeFileSync(file, text);
    await expect(readKeyFile(file, 'passphrase')).rejects.toMatchObject({ problem: 'damaged' });
  },
);
