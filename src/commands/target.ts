import { url as inspectorUrl } from 'node:inspector';
import { BaseUrlError, isLoopbackUrl, parseBaseUrl } from '../platform/config/base-url.ts';
import { type Config, PAPER_PROFILE } from '../platform/config/config-schema.ts';
import {
  createProfileStore,
  type KeySource,
  type KnownProfile,
  type ProfileStore,
} from '../platform/files/profile-store.ts';
import { PlainError } from '../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../platform/secrets/keychain.ts';
import { API_KEY_VARIABLE, credentialProblem, dropKeyFromEnv, takeKeyFromEnv } from '../platform/secrets/secrets.ts';
import { askLine } from '../platform/terminal/key-input.ts';
import { type CommandIo, UsageError } from './command.ts';
import { firstFrame } from './desk/first-frame/first-frame.ts';
import type { Values } from './syntax/command-syntax.ts';
import type { targetOptions } from './target-syntax.ts';

/** Which service was chosen; at most one of them. */
export type TargetChoice = Values<typeof targetOptions>;

/** The paper service that this process starts itself. It has its own keys, and no other key is read. */
export interface EmbeddedTarget {
  readonly mode: 'paper';
  readonly isEmbedded: true;
  readonly profile: typeof PAPER_PROFILE;
  /** Why paper, if the user may have expected a live service; null if they asked for it. */
  readonly notice: string | null;
}

/** A running service: LIVE, or PAPER if its address is loopback. */
export interface ServiceTarget {
  readonly mode: 'paper' | 'live';
  readonly isEmbedded: false;
  readonly profile: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly keySource: KeySource;
  /** Id of the active wallet at start; null for the service's choice. */
  readonly wallet: string | null;
  /** Socket host that the user pinned; null if it must share the base URL's domain. */
  readonly socketHost: string | null;
}

export type Target = EmbeddedTarget | ServiceTarget;

/** No service could be chosen; the message says what to do. */
export class TargetError extends PlainError {
  constructor(message: string) {
    super(message);
    this.name = 'TargetError';
  }
}

/**
 * Chooses the service and key of a command: `--paper`, else `--base-url` with the environment's key, else `--profile`,
 * else the configured profile if it has logged in, else the embedded paper service. The environment's key is deleted in
 * every case. Throws UsageError, TargetError, KeychainError, KeyFileError.
 */
export async function resolveTarget(
  choice: TargetChoice,
  io: CommandIo,
  config: Config,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<Target> {
  const { 'base-url': baseUrl, profile: name, paper = false } = choice;
  if (baseUrl !== undefined) return serviceOnce(baseUrl, io);
  if (paper || name === PAPER_PROFILE) return embedded(io, null);

  const store = createProfileStore({ stateDir: io.paths.stateDir, config, keychain });
  if (name !== undefined) return serviceOf(requireProfile(store, name), store, io);
  const standard = config.profile === PAPER_PROFILE ? null : store.find(config.profile);
  if (standard === null) return embedded(io, null);
  if (!hasKey(standard) && !io.env[API_KEY_VARIABLE])
    return embedded(io, `The profile ${standard.name} has no key yet, so this is paper. Log in with: swapdeck login`);
  return serviceOf(standard, store, io);
}

/** Whether a profile should have a key; a profile that exists only in the configuration has none yet. */
export const hasKey = (profile: KnownProfile): boolean => profile.keyId !== null || profile.keyFile !== null;

function embedded(io: CommandIo, notice: string | null): EmbeddedTarget {
  dropKeyFromEnv(io.env);
  return { mode: 'paper', isEmbedded: true, profile: PAPER_PROFILE, notice };
}

/** Anyone with access to the debugger of this process can read the key and use it. */
function refuseDebugger(baseUrl: string): void {
  if (isLoopbackUrl(baseUrl) || inspectorUrl() === undefined) return;
  throw new TargetError(
    'The Node debugger is open, so the key of a live service is not read. Start without --inspect.',
  );
}

/** The address given as `--base-url`. Throws UsageError; the address is not quoted, since it may hold a password. */
export function readBaseUrl(address: string): string {
  try {
    return parseBaseUrl(address);
  } catch (error) {
    if (!(error instanceof BaseUrlError)) throw error;
    throw new UsageError(`--base-url: ${error.message}.`);
  }
}

function serviceOnce(address: string, io: CommandIo): ServiceTarget {
  const apiKey = takeKeyFromEnv(io.env);
  const baseUrl = readBaseUrl(address);
  refuseDebugger(baseUrl);
  if (apiKey === undefined)
    throw new TargetError(
      `--base-url takes its key from the environment variable ${API_KEY_VARIABLE}, which is not set. To store a key, run: swapdeck login --base-url ${baseUrl}`,
    );
  return {
    ...common(baseUrl, apiKey, 'environment'),
    profile: new URL(baseUrl).host,
    wallet: null,
    socketHost: null,
  };
}

async function serviceOf(profile: KnownProfile, store: ProfileStore, io: CommandIo): Promise<ServiceTarget> {
  refuseDebugger(profile.baseUrl);
  const found = await store.readKey(profile, io.env, (file) => {
    firstFrame()?.putAway();
    return askLine({
      prompt: `Passphrase of ${file}: `,
      isSecret: true,
      stdin: io.stdin,
      output: io.stderr,
      signal: io.signal,
    });
  });
  if (!found)
    throw new TargetError(
      `No key is stored for the profile ${profile.name} at ${profile.baseUrl}. Log in with: swapdeck login --profile ${profile.name}`,
    );
  return {
    ...common(profile.baseUrl, found.apiKey, found.source),
    profile: profile.name,
    wallet: profile.wallet,
    socketHost: profile.socketHost,
  };
}

function common(baseUrl: string, apiKey: string, keySource: KeySource) {
  const problem = credentialProblem(apiKey);
  if (problem) throw new TargetError(`The key from the ${keySource} cannot be used. ${problem}`);
  const mode = isLoopbackUrl(baseUrl) ? 'paper' : 'live';
  return { mode, isEmbedded: false, baseUrl, apiKey, keySource } as const;
}

function requireProfile(store: ProfileStore, name: string): KnownProfile {
  const profile = store.find(name);
  if (profile) return profile;
  const known = [...store.list().map((candidate) => candidate.name), PAPER_PROFILE].join(', ');
  throw new TargetError(
    `There is no profile ${JSON.stringify(name)}. Known: ${known}. Create one with: swapdeck login --profile NAME`,
  );
}
