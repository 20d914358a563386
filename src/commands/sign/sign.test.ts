import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, erc20Abi, maxUint256, serializeTransaction } from 'viem';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { writeKeyFile } from '../../platform/secrets/key-file.ts';
import { secretText } from '../../signing/signers/private-key.ts';
import {
  evmKey,
  evmOwner,
  svmKey,
  svmOwner,
  unsignedEvm,
  unsignedSvm,
} from '../../signing/signers/transactions.fixture.ts';
import { createWalletStore } from '../../signing/signers/wallet-store.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { runSign } from './sign.ts';

const passphrase = 'correct horse';
const keys = mkdtempSync(join(tmpdir(), 'keys-'));
const keyFiles = { svm: join(keys, 'svm.key'), evm: join(keys, 'evm.key') };
beforeAll(async () => {
  await writeKeyFile(keyFiles.svm, secretText(svmKey, 'paper'), passphrase, 'wallet key');
  await writeKeyFile(keyFiles.evm, secretText(evmKey, 'paper'), passphrase, 'wallet key');
});

let home: string;
beforeEach(() => {
  const { io } = createTestIo();
  home = join(io.paths.stateDir, '..');
  const store = createWalletStore(io.paths.stateDir);
  const common = { mode: 'paper' } as const;
  store.add({ ...common, name: 'sol', family: 'svm', address: svmOwner, source: { kind: 'file', file: keyFiles.svm } });
  store.add({ ...common, name: 'evm', family: 'evm', address: evmOwner, source: { kind: 'file', file: keyFiles.evm } });
});

/** Runs `swapdeck sign` on a file with this text, at a terminal that types `typed`. */
async function sign(text: string, args: string, typed: string, isTerminal = true) {
  const file = join(home, 'unsigned.txt');
  writeFileSync(file, text);
  const deck = createTestIo(typed, {}, home);
  if (isTerminal) Object.assign(deck.io.stdin, { isTTY: true, setRawMode: () => {} });
  const result = await runSign([file, ...args.split(' ')], deck.io).then(
    (code) => ({ code, message: '' }),
    ({ message, exitCode }: { message: string; exitCode: number }) => ({ code: exitCode, message }),
  );
  return { ...result, out: deck.stdout(), err: deck.stderr() };
}

describe('a transaction is signed', () => {
  test('after it was explained and SIGN was typed', async () => {
    const { code, out, err } = await sign(unsignedSvm(svmOwner).encoded, '--wallet sol', `SIGN\r${passphrase}\r`);
    expect(code).toBe(0);
    expect(err).toMatch(/^version {3}/);
    expect(err).toContain('1. System: transfer');
    expect(err).toContain(`Type SIGN to sign this on Solana with the paper wallet sol, ${svmOwner}`);
    expect(err).toContain('Signed, and not sent. Hash: ');
    expect(Buffer.from(out.trim(), 'base64').subarray(65)).toEqual(
      Buffer.from(unsignedSvm(svmOwner).encoded, 'base64').subarray(65),
    );
  });

  test.each([
    ['in hex', unsignedEvm().encoded],
    [
      'of the protocol',
      JSON.stringify({
        protocol: 'swapdeck-signer/1',
        chain: 'base',
        address: evmOwner,
        transaction: unsignedEvm().encoded,
      }),
    ],
  ])('%s on an EVM chain, and printed as JSON', async (_, text) => {
    const { code, out } = await sign(text, '--wallet evm -o json', `SIGN\r${passphrase}\r`);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      chain: 'base',
      encoded: expect.stringMatching(/^0x02/),
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  test('without a terminal only with --yes', async () => {
    const { encoded } = unsignedSvm(svmOwner);
    const refused = await sign(encoded, '--wallet sol', `SIGN\n${passphrase}\n`, false);
    expect(refused).toMatchObject({ code: 2, out: '', message: expect.stringContaining('add --yes') });
    expect(await sign(encoded, '--wallet sol --yes', `${passphrase}\n`, false)).toMatchObject({ code: 0 });
  });
});

describe('it is not signed', () => {
  const approval = serializeTransaction({
    type: 'eip1559',
    chainId: 8453,
    nonce: 1,
    gas: 60_000n,
    maxFeePerGas: 1n,
    to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [evmOwner as `0x${string}`, maxUint256] }),
  });

  test('if a step gives something away, unless --even-so', async () => {
    const refused = await sign(approval, '--wallet evm', `SIGN\r${passphrase}\r`);
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      message: expect.stringMatching(/^Not signed: step 1 lets .*--even-so/),
    });
    expect(await sign(approval, '--wallet evm --even-so', `SIGN\r${passphrase}\r`)).toMatchObject({ code: 0 });
  });

  test.each([
    ['another word is typed', unsignedSvm(svmOwner).encoded, 'sol', 'sign\r', 1, ''],
    ['the passphrase is wrong', unsignedSvm(svmOwner).encoded, 'sol', 'SIGN\rwrong\r', 1, 'Wrong passphrase'],
    [
      'it is another address’s',
      unsignedSvm('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v').encoded,
      'sol',
      'SIGN\rx\r',
      1,
      'needs no signature of',
    ],
    ['it is for another kind of chain', unsignedEvm().encoded, 'sol', 'SIGN\rx\r', 1, 'has no address on Base'],
    [
      'it is for an unknown chain',
      unsignedEvm('legacy', { chainId: 5 }).encoded,
      'evm',
      '',
      1,
      'for one of Base, BNB Chain, Monad',
    ],
    ['it is none', 'hello', 'sol', '', 1, 'Expected a Solana transaction'],
    ['it is no request', '{"chain":"solana"}', 'sol', '', 1, 'Expected one unsigned transaction'],
    [
      'the request names another address',
      JSON.stringify({ chain: 'base', address: svmOwner, transaction: unsignedEvm().encoded }),
      'evm',
      '',
      1,
      'for another address',
    ],
    [
      'there is no such wallet',
      unsignedEvm().encoded,
      'nobody',
      '',
      1,
      'There is no paper wallet nobody. Known: evm, sol.',
    ],
    ['the wallet is a paper one', unsignedEvm().encoded, 'evm --live', '', 1, 'but a paper one: add --paper'],
  ])('if %s', async (_, text, wallet, typed, code, message) => {
    const result = await sign(text, `--wallet ${wallet}`, typed);
    expect(result).toMatchObject({ code, out: '', message: expect.stringContaining(message) });
  });
});

test('the built program signs, and its key is in no file, output or argument of it', async () => {
  const run = (args: string[], input: string) =>
    spawnSync(process.execPath, ['tools/bin/swapdeck.js', ...args], {
      input,
      encoding: 'utf8',
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        SWAPDECK_HOME: home,
        DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
      },
    });
  const secret = '46'.repeat(32);
  const keyFile = join(home, 'own.key');
  const added = run(['wallet', 'add', 'own', '--key-file', keyFile], `0x${secret}\n${passphrase}\n`);
  expect(added).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F'),
  });
  const file = join(home, 'unsigned.txt');
  writeFileSync(file, unsignedEvm('legacy').encoded);
  const signed = run(['sign', file, '--wallet', 'own', '--yes', '-o', 'json'], `${passphrase}\n`);
  expect([signed.status, signed.stderr]).toEqual([0, expect.stringContaining('native coin: transfer')]);
  expect(JSON.parse(signed.stdout)).toMatchObject({ chain: 'base', encoded: expect.stringMatching(/^0xf8/) });
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const left = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  for (const text of [added.stdout, added.stderr, signed.stdout, signed.stderr, ...left])
    expect(text).not.toContain(secret);
});
