import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { writeKeyFile } from '../secrets/key-file.ts';
import type { Keychain } from '../secrets/keychain.ts';
import { createProfileStore, keychainAccount } from './profile-store.ts';

const A = 'https://a.example.com';
const B = 'https://b.example.com';
let stateDir: string;
let kept: Map<string, string>;

beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'profiles-'));
  kept = new Map();
});

const keychain: Keychain = {
  get: async (account) => kept.get(account) ?? null,
  set: async (account, secret) => void kept.set(account, secret),
  delete: async (account) => kept.delete(account),
};

function createStore(toml = '') {
  const file = join(stateDir, 'config.toml');
  writeFileSync(file, toml);
  return createProfileStore({ stateDir, config: loadConfig(file), keychain });
}

const noPassphrase = () => Promise.reject(new Error('asked for a passphrase'));
const login = { name: 'main', baseUrl: A, keyId: 'k1', keyFile: null };

test('a login is known to the next run, without any secret', () => {
  createStore().remember(login);
  createStore().remember({ ...login, keyId: 'k2' });
  const store = createStore();
  expect(store.list()).toEqual([
    { name: 'main', baseUrl: A, wallet: null, socketHost: null, keyFile: null, keyId: 'k2' },
  ]);
  expect(statSync(join(stateDir, 'profiles.json')).mode & 0o777).toBe(0o600);
  expect([store.forget('main'), store.forget('main'), store.find('main')]).toEqual([true, false, null]);
});

test('configuration and logins are merged; the configuration wins', () => {
  createStore().remember({ ...login, name: 'zed' });
  createStore().remember(login);
  const store = createStore(
    `[profiles.main]\nbase_url = "${A}/v"\nwallet = "wal_1"\n[profiles.new]\nbase_url = "${B}"`,
  );
  expect(store.list().map(({ name, baseUrl, wallet, keyId }) => [name, baseUrl, wallet, keyId])).toEqual([
    ['main', `${A}/v`, 'wal_1', 'k1'],
    ['new', B, null, null],
    ['zed', A, null, 'k1'],
  ]);
});

test('a profile moved to another host has no key there', async () => {
  kept.set(keychainAccount('main', A), 'sk_a_a');
  createStore().remember(login);
  const moved = createStore(`[profiles.main]\nbase_url = "${B}"`);
  const profile = moved.find('main')!;
  expect(profile.keyId).toBeNull();
  expect(await moved.readKey(profile, {}, noPassphrase)).toBeNull();
});

test('a profile moved to another host does not use its key file', async () => {
  createStore().remember({ ...login, keyFile: join(stateDir, 'main.key') });
  const moved = createStore(`[profiles.main]\nbase_url = "${B}"`);
  expect(moved.find('main')).toMatchObject({ baseUrl: B, keyFile: null });
  expect(await moved.readKey(moved.find('main')!, {}, noPassphrase)).toBeNull();
});

test('the environment takes precedence over the key file, and that over the keychain', async () => {
  kept.set(keychainAccount('main', A), 'sk_keychain_1');
  const keyFile = join(stateDir, 'main.key');
  await writeKeyFile(keyFile, 'sk_file_1', 'passphrase');
  const store = createStore();
  const env = { SWAPDECK_API_KEY: 'sk_env_1' };
  store.remember({ ...login, keyFile });
  const withFile = store.find('main')!;
  const ask = async (file: string) => (file === keyFile ? 'passphrase' : '');
  expect(await store.readKey(withFile, env, noPassphrase)).toEqual({ apiKey: 'sk_env_1', source: 'environment' });
  expect(env).toEqual({});
  expect(await store.readKey(withFile, env, ask)).toEqual({ apiKey: 'sk_file_1', source: 'key file' });
  const withKeychain = { ...withFile, keyFile: null };
  expect(await store.readKey(withKeychain, env, noPassphrase)).toEqual({ apiKey: 'sk_keychain_1', source: 'keychain' });
});

test('a damaged list is reported, and not overwritten', () => {
  const store = createStore();
  writeFileSync(join(stateDir, 'profiles.json'), '{');
  expect(() => store.list()).toThrow(/damaged/);
  expect(() => store.remember(login)).toThrow(/damaged/);
  expect(readFileSync(join(stateDir, 'profiles.json'), 'utf8')).toBe('{');
});
