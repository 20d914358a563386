import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeKeyFile } from '../../platform/secrets/key-file.ts';
import { testFolders } from '../../platform/test-folders.fixture.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import type { OwnWallet } from '../own-wallet.ts';
import { askSignChild } from './child-signer.ts';
import { secretText } from './private-key.ts';
import { type SignOptions, signTransaction } from './sign-transaction.ts';
import { evmKey, evmOwner, otherSvmKey, svmKey, svmOwner, unsignedEvm, unsignedSvm } from './transactions.fixture.ts';
import { walletKeychainAccount } from './wallet-store.ts';

const newFolder = testFolders('child');
const passphrase = 'correct horse';
const unsigned = unsignedSvm(svmOwner);
const options: SignOptions = { summary: '', askPassphrase: async () => passphrase };

const fileWallet = (file: string): OwnWallet => ({
  name: 'main',
  mode: 'paper',
  family: 'svm',
  address: svmOwner,
  source: { kind: 'file', file },
});

describe('a key in an encrypted file', () => {
  let file: string;
  beforeAll(async () => {
    file = join(newFolder(), 'main.key');
    await writeKeyFile(file, secretText(svmKey, 'paper'), passphrase, 'wallet key');
  });

  test('signs for its own wallet, on both kinds of chains', async () => {
    expect(await signTransaction(fileWallet(file), unsigned, options)).toMatchObject({ chain: 'solana' });
    const evmFile = join(newFolder(), 'evm.key');
    await writeKeyFile(evmFile, secretText(evmKey, 'paper'), passphrase, 'wallet key');
    const wallet: OwnWallet = { ...fileWallet(evmFile), family: 'evm', address: evmOwner };
    expect(await signTransaction(wallet, unsignedEvm(), options)).toMatchObject({
      chain: 'base',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
  });

  test('stays locked with another passphrase and without one', async () => {
    const wrong = { ...options, askPassphrase: async () => 'Correct horse' };
    await expect(signTransaction(fileWallet(file), unsigned, wrong)).rejects.toMatchObject({
      code: 'LOCKED',
      message: `Wrong passphrase for the key file ${file}.`,
    });
    await expect(signTransaction(fileWallet(file), unsigned, { summary: '' })).rejects.toMatchObject({
      code: 'LOCKED',
    });
  });

  test('of another wallet, mode or kind does not sign', async () => {
    const signs = async (text: string, kind: 'api key' | 'wallet key' = 'wallet key') => {
      const other = join(newFolder(), 'other.key');
      await writeKeyFile(other, text, passphrase, kind);
      return signTransaction(fileWallet(other), unsigned, options).catch((error: unknown) => error);
    };
    expect(await signs(secretText(otherSvmKey, 'paper'))).toMatchObject({ code: 'WRONG_KEY' });
    expect(await signs(secretText(svmKey, 'live'))).toMatchObject({ code: 'WRONG_KEY' });
    expect(await signs(secretText(evmKey, 'paper'))).toMatchObject({ code: 'WRONG_KEY' });
    expect(await signs(secretText(svmKey, 'paper'), 'api key')).toMatchObject({ code: 'NO_SIGNER' });
  });

  test('that is gone is said', async () => {
    await expect(signTransaction(fileWallet(`${file}x`), unsigned, options)).rejects.toMatchObject({
      code: 'NO_SIGNER',
      message: expect.stringContaining('ENOENT'),
    });
  });
});

/** A child that does what the test says, in the place of the one that signs. */
function childThat(script: string): string {
  const file = join(newFolder(), 'child.mjs');
  writeFileSync(
    file,
    `import { text } from 'node:stream/consumers'; const input = await text(process.stdin);
const reply = (value) => process.stdout.write(JSON.stringify(value));\n${script}`,
  );
  return file;
}
const ask = (childPath: string, env: NodeJS.ProcessEnv = {}, clock = systemClock) =>
  askSignChild(
    {
      id: 'x',
      wallet: { ...fileWallet('/f'), source: { kind: 'file', file: '/f' } },
      unsigned,
      summary: '',
      clock,
      timeoutMs: undefined,
      signal: undefined,
    },
    { env, askPassphrase: async () => passphrase, childPath },
  );

describe('the signing process', () => {
  test('gets one transaction and the way to the key over stdin; arguments hold nothing, the environment only the keychain', async () => {
    const child = childThat(
      `reply({ signature: JSON.stringify({ input, argv: process.argv.slice(2), execArgv: process.execArgv, env: process.env }) })`,
    );
    const env = {
      HOME: '/h',
      PATH: '/p',
      DBUS_SESSION_BUS_ADDRESS: 'unix:x',
      XDG_RUNTIME_DIR: '/r',
      SWAPDECK_API_KEY: 'sk_canary',
      NODE_OPTIONS: '--inspect',
    };
    const answer = await ask(child, env);
    if (answer.kind !== 'signature') throw new Error('it gives a signature');
    const seen = JSON.parse(answer.signature);
    expect(JSON.parse(seen.input)).toEqual({
      unsigned,
      wallet: { mode: 'paper', family: 'svm', address: svmOwner },
      key: { kind: 'file', file: '/f', passphrase },
    });
    expect([seen.argv, seen.execArgv]).toEqual([[], []]);
    expect(Object.keys(seen.env).sort()).toEqual(['DBUS_SESSION_BUS_ADDRESS', 'HOME', 'PATH', 'XDG_RUNTIME_DIR']);
  });

  test('is terminated after 10 s', async () => {
    const clock = new FakeClock();
    const answer = expect(ask(childThat('setInterval(() => {}, 1000)'), {}, clock)).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    await clock.advance(10_000);
    await answer;
    expect(clock.pending).toBe(0);
  });

  test.each([
    'process.exit(3)',
    'process.stdout.write("?")',
    'throw new Error("x")',
    'reply({ signature: "a", secret: "b" })',
    'reply({ code: "WHO", message: "x" })',
    'process.stdout.write("x".repeat(1e6))',
  ])('that does %s gives no signature', async (script) => {
    await expect(ask(childThat(script))).rejects.toMatchObject({ code: 'GARBAGE' });
  });

  test('says why there is none', async () => {
    const child = childThat(`reply({ code: 'LOCKED', message: 'The keychain is locked.' })`);
    await expect(ask(child)).rejects.toMatchObject({ code: 'LOCKED', message: 'The keychain is locked.' });
  });

  test('without a keychain says so', async () => {
    const source = { kind: 'keychain', account: walletKeychainAccount('paper', svmOwner) } as const;
    const env = { PATH: process.env['PATH'], DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    const signing = signTransaction({ ...fileWallet('/f'), source }, unsigned, { summary: '', env });
    if (process.platform === 'linux')
      await expect(signing).rejects.toMatchObject({
        code: 'NO_SIGNER',
        message: expect.stringMatching(/^No keychain service is running/),
      });
    else await expect(signing).rejects.toMatchObject({ code: 'NO_SIGNER' });
  });
});

const missing = ['dbus-run-session', 'gnome-keyring-daemon'].filter(
  (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
);

test.skipIf(missing.length > 0)(
  `a key in the keychain signs${missing.length > 0 ? ` (not installed: ${missing})` : ''}`,
  () => {
    const folder = newFolder();
    const script = join(folder, 'script.ts');
    const from = (path: string) => JSON.stringify(join(import.meta.dirname, path));
    writeFileSync(
      script,
      `import { createKeychain } from ${from('../../platform/secrets/keychain.ts')};
import { secretText } from ${from('private-key.ts')};
import { signTransaction } from ${from('sign-transaction.ts')};
import { svmKey, otherSvmKey, svmOwner, unsignedSvm } from ${from('transactions.fixture.ts')};
import { walletKeychainAccount } from ${from('wallet-store.ts')};
const account = walletKeychainAccount('paper', svmOwner);
const wallet = { name: 'main', mode: 'paper', family: 'svm', address: svmOwner, source: { kind: 'keychain', account } };
const sign = () => signTransaction(wallet, unsignedSvm(svmOwner), { summary: '' }).then(() => 'signed', (error) => error.code);
const seen = [await sign()];
await createKeychain().set(account, secretText(otherSvmKey, 'paper'));
seen.push(await sign());
await createKeychain().set(account, secretText(svmKey, 'paper'));
seen.push(await sign());
console.log(JSON.stringify(seen));`,
    );
    const unlock = 'printf pass | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1';
    const run = spawnSync('dbus-run-session', ['--', 'sh', '-c', `${unlock}\nexec "${process.execPath}" "${script}"`], {
      encoding: 'utf8',
      timeout: 120_000,
      env: { PATH: process.env['PATH'], HOME: folder },
    });
    expect(run.stdout + (run.status === 0 ? '' : run.stderr)).toBe('["NO_SIGNER","WRONG_KEY","signed"]\n');
  },
);
