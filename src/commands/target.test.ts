import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadConfig } from '../platform/config/config.ts';
import { ensureDir } from '../platform/files/paths.ts';
import { createProfileStore, keychainAccount } from '../platform/files/profile-store.ts';
import { writeKeyFile } from '../platform/secrets/key-file.ts';
import { resolveTarget, type TargetChoice } from './target.ts';
import { createMemoryKeychain, createTestIo } from './test-io.fixture.ts';

const LIVE = 'https://api.example.com';
const LOCAL = 'http://127.0.0.1:4010';
const KEY = 'sk_env_1';

/** A machine with the given configuration on which `login` has put a key into the keychain. */
async function createMachine({ toml = '', login = '', key = '', input = '' } = {}) {
  const { io } = createTestIo(input, key ? { SWAPDECK_API_KEY: key } : {});
  ensureDir(io.paths.configDir);
  writeFileSync(io.paths.configFile, toml);
  const config = loadConfig(io.paths.configFile);
  const keychain = createMemoryKeychain();
  if (login) {
    await keychain.set(keychainAccount('main', login), 'sk_kept_1');
    const store = createProfileStore({ stateDir: io.paths.stateDir, config, keychain });
    store.remember({ name: 'main', baseUrl: login, keyId: 'kept', keyFile: null });
  }
  return { io, resolve: (choice: TargetChoice = {}) => resolveTarget(choice, io, config, keychain) };
}

test('without a setup it is the embedded paper service', async () => {
  const { resolve } = await createMachine();
  expect(await resolve()).toEqual({ mode: 'paper', isEmbedded: true, profile: 'paper', notice: null });
});

test('with a login it is that service, LIVE', async () => {
  const { resolve } = await createMachine({ login: LIVE });
  expect(await resolve()).toMatchObject({
    mode: 'live',
    isEmbedded: false,
    profile: 'main',
    baseUrl: LIVE,
    apiKey: 'sk_kept_1',
    keySource: 'keychain',
  });
});

test('a loopback service is PAPER', async () => {
  expect(await (await createMachine({ login: LOCAL })).resolve()).toMatchObject({ mode: 'paper', isEmbedded: false });
});

test.each([{ paper: true }, { profile: 'paper' }])('%j reads no key', async (choice) => {
  const { io, resolve } = await createMachine({ login: LIVE, key: KEY });
  expect(await resolve(choice)).toMatchObject({ isEmbedded: true });
  expect(io.env.SWAPDECK_API_KEY).toBeUndefined();
});

test('an address for one run uses the key of the environment, once', async () => {
  const { io, resolve } = await createMachine({ key: KEY });
  const target = await resolve({ 'base-url': `${LIVE}/` });
  expect(target).toMatchObject({ mode: 'live', profile: 'api.example.com', baseUrl: LIVE, apiKey: KEY });
  expect(io.env.SWAPDECK_API_KEY).toBeUndefined();
  await expect(resolve({ 'base-url': LIVE })).rejects.toThrow(/SWAPDECK_API_KEY/);
});

test('a profile without a key opens paper and says why, unless the environment has one', async () => {
  const toml = `[profiles.main]\nbase_url = "${LIVE}"\nwallet = "wal_1"`;
  expect(await (await createMachine({ toml })).resolve()).toMatchObject({
    isEmbedded: true,
    notice: expect.stringContaining('swapdeck login') as string,
  });
  expect(await (await createMachine({ toml, key: KEY })).resolve()).toMatchObject({ wallet: 'wal_1', apiKey: KEY });
});

test('a profile asked for by name does not fall back to paper', async () => {
  const toml = `[profiles.main]\nbase_url = "${LIVE}"`;
  await expect((await createMachine({ toml })).resolve({ profile: 'main' })).rejects.toThrow(/No key is stored/);
  await expect((await createMachine({ toml })).resolve({ profile: 'mian' })).rejects.toThrow(/Known: main, paper/);
});

test('for a key file the passphrase is prompted', async () => {
  const machine = await createMachine({ input: 'passphrase\n' });
  const keyFile = `${machine.io.paths.stateDir}/main.key`;
  await writeKeyFile(keyFile, 'sk_file_1', 'passphrase');
  const toml = `[profiles.main]\nbase_url = "${LIVE}"\nkey_file = "${keyFile}"`;
  const { resolve } = await createMachine({ toml, input: 'passphrase\n' });
  expect(await resolve()).toMatchObject({ apiKey: 'sk_file_1', keySource: 'key file' });
});

test.each([
  ['htp:/x', /^--base-url: is not an address; use the form https:/],
  ['http://example.com', /^--base-url: must begin with https:/],
  ['https://me:secret@example.com', /^--base-url: must not contain a user name or password\.$/],
])('the address %s is refused in one sentence', async (address, sentence) => {
  const { resolve } = await createMachine({ key: 'sk_0123456789' });
  const refusal = resolve({ 'base-url': address });
  await expect(refusal).rejects.toThrow(sentence);
  await expect(refusal).rejects.toMatchObject({ exitCode: 2 });
});

test('an invalid key is refused, and not shown', async () => {
  const { resolve } = await createMachine({ key: 'my password' });
  const refusal = resolve({ 'base-url': LIVE });
  await expect(refusal).rejects.toMatchObject({ name: 'TargetError' });
  await expect(refusal).rejects.not.toThrow(/password/);
});
