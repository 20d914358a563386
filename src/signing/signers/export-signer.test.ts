import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { signingPayload } from './check-unsigned.ts';
import { askExportSigner } from './export-signer.ts';
import { signBytesWith } from './private-key.ts';
import { type SignOptions, signTransaction } from './sign-transaction.ts';
import { evmKey, evmOwner, unsignedEvm } from './transactions.fixture.ts';

const newFolder = testFolders('export');
const unsigned = unsignedEvm();
const id = 'request-1';

let clock: FakeClock;
let folder: string;
beforeEach(() => {
  clock = new FakeClock();
  folder = newFolder();
});

const walletOf = (place: string) =>
  ({
    name: 'cold',
    mode: 'paper',
    family: 'evm',
    address: evmOwner,
    source: { kind: 'export', folder: place },
  }) as const;

function ask(options: Partial<SignOptions> = {}, place = folder) {
  const { signal, timeoutMs } = options;
  return askExportSigner({
    id,
    wallet: walletOf(place),
    unsigned,
    summary: 'Sends 0.01 ETH',
    clock,
    timeoutMs,
    signal,
  });
}
const answerWith = (text: string): void => writeFileSync(join(folder, `${id}.signed.json`), text);

test('the request is a private file with the fields of the protocol, and goes away when it is answered', async () => {
  const asked = ask();
  const file = join(folder, `${id}.json`);
  expect(readdirSync(folder)).toEqual([`${id}.json`]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    protocol: 'swapdeck-signer/1',
    id,
    chain: 'base',
    address: evmOwner,
    transaction: unsigned.encoded,
    encoding: 'hex',
    summary: 'Sends 0.01 ETH',
  });
  await clock.advance(5_000);
  answerWith(JSON.stringify({ id, signature: '0xab' }));
  await clock.advance(1_000);
  expect(await asked).toEqual({ kind: 'signature', signature: '0xab' });
  expect(readdirSync(folder)).toEqual([`${id}.signed.json`]);
  expect(clock.pending).toBe(0);
});

test('an answer that is still being written is waited for', async () => {
  const asked = ask();
  const text = JSON.stringify({ id, signature: '0xab' });
  answerWith(text.slice(0, 9));
  await clock.advance(500);
  answerWith(text);
  await clock.advance(1_000);
  expect(await asked).toEqual({ kind: 'signature', signature: '0xab' });
});

test.each([
  ['no answer at all', 'hello', 'GARBAGE'],
  ['for another request', JSON.stringify({ id: 'other', signature: '0xab' }), 'GARBAGE'],
  ['too large', ' '.repeat(600_000), 'GARBAGE'],
  ['an error', JSON.stringify({ id, error: 'not today' }), 'REFUSED'],
])('an answer that is %s is refused, and the request goes away', async (_, text, code) => {
  const asked = expect(ask()).rejects.toMatchObject({ code });
  answerWith(text);
  await clock.advance(1_500);
  await asked;
  expect(existsSync(join(folder, `${id}.json`))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a link and a pipe are no answer', async () => {
  symlinkSync('/etc/hostname', join(folder, `${id}.signed.json`));
  await expect(ask()).rejects.toMatchObject({ code: 'GARBAGE' });
  folder = newFolder();
  execFileSync('mkfifo', [join(folder, `${id}.signed.json`)]);
  await expect(ask()).rejects.toMatchObject({ code: 'GARBAGE' });
});

test('it waits until its time is up, or it is told to stop', async () => {
  const late = expect(ask({ timeoutMs: 60_000 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await clock.advance(59_999);
  expect(readdirSync(folder)).toEqual([`${id}.json`]);
  await clock.advance(501);
  await late;
  expect(readdirSync(folder)).toEqual([]);
  const abort = new AbortController();
  const stopped = expect(ask({ signal: abort.signal })).rejects.toMatchObject({ code: 'REFUSED' });
  await clock.advance(1_200);
  abort.abort();
  await stopped;
  expect(readdirSync(folder)).toEqual([]);
  expect(clock.pending).toBe(0);
});

test('a folder that cannot be written to is said', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(ask({}, join(file, 'below'))).rejects.toMatchObject({ code: 'NO_SIGNER' });
});

test('what comes back is verified', async () => {
  const sign = async (of = unsigned) => signBytesWith(evmKey, await signingPayload(of, evmOwner));
  const run = async (signature: string) => {
    const options: SignOptions = {
      summary: '',
      newId: () => id,
      clock: { ...systemClock, setTimeout: (go) => setImmediate(go), clearTimeout: () => {} },
      onExport: (_, answerFile) => writeFileSync(answerFile, JSON.stringify({ id, signature })),
    };
    return signTransaction(walletOf(folder), unsigned, options);
  };
  expect(await run(await sign())).toMatchObject({ chain: 'base', txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  folder = newFolder();
  await expect(run(await sign(unsignedEvm('legacy')))).rejects.toMatchObject({ code: 'WRONG_KEY' });
});
