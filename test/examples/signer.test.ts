import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { unsignedEvm, unsignedSvm } from '../../src/signing/signers/transactions.fixture.ts';
import { verifySigned } from '../../src/signing/signers/verify-signed.ts';

/* examples/signer.js as the program that signs for the built swapdeck. */

const home = mkdtempSync(join(tmpdir(), 'signer-'));
const signer = join(import.meta.dirname, '../../examples/signer.js');
const keyFile = join(home, 'signer.pem');

function run(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    input,
    encoding: 'utf8',
    cwd: join(import.meta.dirname, '../..'),
    env: { PATH: process.env['PATH'], HOME: home, SWAPDECK_HOME: home },
  });
  return { status, stdout, stderr };
}
const swapdeck = (...args: string[]) => run(['tools/bin/swapdeck.js', ...args]);

let address: string;
beforeAll(() => {
  const made = run([signer, '--new', keyFile]);
  expect(made).toMatchObject({ status: 0, stderr: '' });
  address = made.stdout.trim();
  const added = swapdeck(
    'wallet',
    'add',
    'own',
    '--external',
    '--address',
    address,
    '--',
    process.execPath,
    signer,
    keyFile,
  );
  expect(added).toMatchObject({ status: 0 });
});

function sign() {
  const file = join(home, 'unsigned.txt');
  writeFileSync(file, unsignedSvm(address).encoded);
  return swapdeck('sign', file, '--wallet', 'own', '--yes');
}

test('what it signs is a valid transaction of its address, and the summary is noted', async () => {
  const { status, stdout } = sign();
  expect(status).toBe(0);
  expect(await verifySigned(stdout.trim())).toMatchObject({ signer: address });
  expect(readFileSync(`${keyFile}.log`, 'utf8')).toContain(`${address} signs: System: transfer`);
});

test('its key is readable by its owner alone, is never written over, and is in no answer', () => {
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const before = readFileSync(keyFile, 'utf8');
  expect(run([signer, '--new', keyFile]).status).not.toBe(0);
  expect(readFileSync(keyFile, 'utf8')).toBe(before);
  const secret = before.split('\n')[1] ?? '';
  const { stdout, stderr } = sign();
  for (const text of [stdout, stderr, readFileSync(`${keyFile}.log`, 'utf8')]) expect(text).not.toContain(secret);
  chmodSync(keyFile, 0o640);
  const refused = sign();
  chmodSync(keyFile, 0o600);
  expect(refused).toMatchObject({ status: 1, stdout: '', stderr: expect.stringContaining('chmod 600') });
});

test.each([
  ['another chain', { chain: 'base', encoding: 'hex', transaction: unsignedEvm().encoded }, 'for Solana'],
  ['another protocol', { protocol: 'swapdeck-signer/2' }, 'for Solana'],
  ['another address', { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }, 'of another address'],
  ['no transaction', { transaction: 'AAAA' }, 'no Solana transaction'],
])('%s is answered with an error', (_, change, why) => {
  const { encoded: transaction } = unsignedSvm(address);
  const common = { protocol: 'swapdeck-signer/1', chain: 'solana', encoding: 'base64', summary: 'x' };
  const { stdout } = run(
    [signer, keyFile],
    `${JSON.stringify({ id: '7', ...common, address, transaction, ...change })}\n`,
  );
  expect(JSON.parse(stdout)).toEqual({ id: '7', error: expect.stringContaining(why) });
});

test('without a file it says how it is used', () => {
  expect(run([signer])).toMatchObject({ status: 2, stderr: expect.stringContaining('Usage: node examples/signer.js') });
});
