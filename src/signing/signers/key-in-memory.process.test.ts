import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { getBase58Decoder, getBase58Encoder } from '@solana/kit';
import { afterEach, expect, test } from 'vitest';
import { writeKeyFile } from '../../platform/secrets/key-file.ts';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { addressOf, generatePrivateKey, secretText } from './private-key.ts';
import { unsignedEvm, unsignedSvm } from './transactions.fixture.ts';

const newFolder = testFolders('memory');
const passphrase = 'correct horse';

let child: ChildProcess | undefined;
afterEach(() => {
  child?.kill('SIGKILL');
});

const chunkBytes = 4 * 2 ** 20;
/** Longer than any text that is looked for. */
const overlap = 512;

/** Which of the byte strings are in the writable memory of a process. */
function foundIn(pid: number, wanted: ReadonlyMap<string, Buffer>): { found: Set<string>; bytes: number } {
  const found = new Set<string>();
  let bytes = 0;
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    for (const [from, to] of writableRanges(pid))
      for (let at = from; at < to; at += chunkBytes - overlap) {
        const chunk = Buffer.alloc(Math.min(chunkBytes, to - at));
        const read = readMemory(memory, chunk, at);
        bytes += read;
        for (const [name, text] of wanted) if (chunk.subarray(0, read).includes(text)) found.add(name);
      }
  } finally {
    closeSync(memory);
  }
  return { found, bytes };
}

const writableRanges = (pid: number): [number, number][] =>
  readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from = '', to = ''] = /^([0-9a-f]+)-([0-9a-f]+) rw.. /.exec(line) ?? [];
      return from === '' ? [] : [[Number.parseInt(from, 16), Number.parseInt(to, 16)] as [number, number]];
    });

/** Reserved ranges of the kernel cannot be read. */
function readMemory(memory: number, into: Buffer, at: number): number {
  try {
    return readSync(memory, into, 0, into.length, at);
  } catch {
    return 0;
  }
}

function canRead(): boolean {
  if (process.platform !== 'linux') return false;
  try {
    closeSync(openSync('/proc/self/mem', 'r'));
    return true;
  } catch {
    return false;
  }
}
const reason = canRead() ? '' : ' (skipped: the memory of a process is readable on Linux only)';

test.skipIf(!canRead()).each(['svm', 'evm'] as const)(
  `the process that has a transaction signed by an %s key never holds the key${reason}`,
  async (family) => {
    const key = await generatePrivateKey(family);
    const address = await addressOf(key);
    const file = join(newFolder(), 'main.key');
    await writeKeyFile(file, secretText(key, 'paper'), passphrase, 'wallet key');
    const wallet: OwnWallet = { name: 'main', mode: 'paper', family, address, source: { kind: 'file', file } };
    const unsigned = family === 'svm' ? unsignedSvm(address) : unsignedEvm();
    const planted = randomBytes(32).toString('hex');

    child = spawn(process.execPath, [join(import.meta.dirname, 'calling-process.fixture.ts')], {
      stdio: ['pipe', 'pipe', 'inherit'],
      // No keychain is within its reach.
      env: { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' },
    });
    child.stdin!.write(`${JSON.stringify({ wallet, unsigned, passphrase, planted })}\n`);
    const [line] = await once(createInterface({ input: child.stdout! }), 'line');
    expect(JSON.parse(line)).toMatchObject({ txHash: expect.any(String) });

    const secret = Buffer.from(key.secret);
    const publicHalf = family === 'svm' ? Buffer.from(getBase58Encoder().encode(address)) : Buffer.alloc(0);
    const both = Buffer.concat([secret, publicHalf]);
    const base58 = (bytes: Buffer) => getBase58Decoder().decode(new Uint8Array(bytes));
    const texts = [secret.toString('hex'), base58(secret), base58(both), secret.toString('base64').slice(0, 42)];
    const { found, bytes } = foundIn(
      child.pid!,
      new Map([
        ['planted bytes', Buffer.from(planted, 'hex')],
        ['planted text', Buffer.from(planted)],
        ['passphrase', Buffer.from(passphrase)],
        ['key', secret],
        ['key and public half', both],
        ...texts.flatMap((text, index): [string, Buffer][] => [
          [`text ${index}`, Buffer.from(text)],
          [`text ${index} in two bytes a letter`, Buffer.from(text, 'utf16le')],
          [`text ${index} in capitals`, Buffer.from(text.toUpperCase())],
        ]),
        ['as a list', Buffer.from([...secret].join(','))],
      ]),
    );
    // That the planted text is found shows that the search works; the passphrase is what this process does know.
    expect([...found].sort()).toEqual(['passphrase', 'planted bytes', 'planted text']);
    expect(bytes).toBeGreaterThan(10 * 2 ** 20);
  },
);
