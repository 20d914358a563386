import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Config } from './config-schema.ts';
import { readKeyFile } from './key-file.ts';
import type { Keychain } from './keychain.ts';
import { profilesFile } from './paths.ts';
import { PlainError } from './plain-error.ts';
import { writePrivateFile } from './private-file.ts';
import { takeKeyFromEnv } from './secrets.ts';

const storedProfile = z.object({
  name: z.string(),
  baseUrl: z.string(),
  keyId: z.string(),
  keyFile: z.string().nullable(),
});
const storedProfiles = z.object({ profiles: z.array(storedProfile) });

/** What login leaves behind beside the key: nothing secret. */
export type StoredProfile = z.output<typeof storedProfile>;

/** A profile of the configuration, of a login, or of both; the configuration wins where they differ. */
export interface KnownProfile {
  readonly name: string;
  readonly baseUrl: string;
  readonly wallet: string | null;
  readonly socketHost: string | null;
  /** Encrypted file that holds the key; null when the keychain does. */
  readonly keyFile: string | null;
  /** Id of the key that login checked; null when nobody has logged in here. */
  readonly keyId: string | null;
}

export type KeySource = 'environment' | 'key file' | 'keychain';

export interface ProfileStore {
  /** Sorted by name; `paper` is not among them. */
  list(): KnownProfile[];
  find(name: string): KnownProfile | null;
  /** What login left, whatever the configuration says now. */
  findLogin(name: string): StoredProfile | null;
  remember(profile: StoredProfile): void;
  /** False when nothing was remembered under that name. */
  forget(name: string): boolean;
  /**
   * The key for a profile: from the environment, else the profile's key file, else the keychain; null when none has one.
   * Throws KeyFileError and KeychainError.
   */
  readKey(
    profile: KnownProfile,
    env: NodeJS.ProcessEnv,
    askPassphrase: (file: string) => Promise<string>,
  ): Promise<{ readonly apiKey: string; readonly source: KeySource } | null>;
}

interface ProfileStoreOptions {
  readonly stateDir: string;
  readonly config: Config;
  readonly keychain: Keychain;
}

/** Thrown when the list of logins cannot be read. */
export class ProfileStoreError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'ProfileStoreError';
  }
}

/**
 * The name of a key in the keychain. The origin is a part of it, so that a profile whose address was changed finds no
 * key, instead of sending the old service's key to the new address.
 */
export const keychainAccount = (profile: string, baseUrl: string): string => `${profile}@${new URL(baseUrl).origin}`;

export function createProfileStore({ stateDir, config, keychain }: ProfileStoreOptions): ProfileStore {
  const file = profilesFile(stateDir);
  const write = (profiles: readonly StoredProfile[]) =>
    writePrivateFile(file, `${JSON.stringify({ profiles }, null, 2)}\n`);
  const list = () => merge(config, readStored(file));
  return {
    list,
    find: (name) => list().find((profile) => profile.name === name) ?? null,
    findLogin: (name) => readStored(file).find((profile) => profile.name === name) ?? null,
    remember: (profile) => write([...readStored(file).filter(({ name }) => name !== profile.name), profile]),
    forget(name) {
      const stored = readStored(file);
      const kept = stored.filter((profile) => profile.name !== name);
      if (kept.length < stored.length) write(kept);
      return kept.length < stored.length;
    },
    async readKey(profile, env, askPassphrase) {
      const given = takeKeyFromEnv(env);
      if (given) return { apiKey: given, source: 'environment' };
      if (profile.keyFile) {
        const passphrase = await askPassphrase(profile.keyFile);
        return { apiKey: await readKeyFile(profile.keyFile, passphrase), source: 'key file' };
      }
      const apiKey = await keychain.get(keychainAccount(profile.name, profile.baseUrl));
      return apiKey === null ? null : { apiKey, source: 'keychain' };
    },
  };
}

function readStored(file: string): StoredProfile[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    throw new ProfileStoreError(`The list of logins ${file} cannot be read (${code}).`);
  }
  try {
    return storedProfiles.parse(JSON.parse(text)).profiles;
  } catch {
    throw new ProfileStoreError(`The list of logins ${file} is damaged; remove it and log in again: swapdeck login`);
  }
}

function merge(config: Config, stored: readonly StoredProfile[]): KnownProfile[] {
  const names = new Set([...Object.keys(config.profiles), ...stored.map(({ name }) => name)]);
  return [...names].sort().flatMap((name) => {
    const login = stored.find((profile) => profile.name === name);
    const configured = config.profiles[name];
    const baseUrl = configured?.baseUrl ?? login?.baseUrl;
    if (!baseUrl) return [];
    const isSameAddress = login !== undefined && new URL(login.baseUrl).origin === new URL(baseUrl).origin;
    return {
      name,
      baseUrl,
      wallet: configured?.wallet ?? null,
      socketHost: configured?.socketHost ?? null,
      keyFile: configured?.keyFile ?? (isSameAddress ? login.keyFile : null),
      keyId: isSameAddress ? login.keyId : null,
    };
  });
}
