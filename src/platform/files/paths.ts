import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Where the desk keeps its files. This creates no folders; see `ensureDir`. */
export interface Paths {
  readonly configDir: string;
  readonly configFile: string;
  readonly stateDir: string;
  readonly logFile: string;
  readonly journalFile: string;
}

/** For files that may hold account data: readable and writable only by the owner. */
export const PRIVATE_FILE_MODE = 0o600;

/**
 * The user's XDG folders, on Windows those of the roaming and the local profile; or `config/` and `state/` below
 * SWAPDECK_HOME if it is set. A relative XDG value is ignored, as the specification requires.
 */
export function resolvePaths(env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): Paths {
  const { configDir, stateDir } = foldersOf(env, platform);
  return {
    configDir,
    configFile: join(configDir, 'config.toml'),
    stateDir,
    logFile: join(stateDir, 'swapdeck.log'),
    journalFile: join(stateDir, 'journal.jsonl'),
  };
}

/** What each profile's login stored; never a key. */
export const profilesFile = (stateDir: string): string => join(stateDir, 'profiles.json');

/** The wallets whose keys the user holds; never a key. */
export const ownWalletsFile = (stateDir: string): string => join(stateDir, 'own-wallets.json');

export type AccountFileKind = 'lock' | 'json' | 'plans.jsonl' | 'risk' | 'keeper' | 'keeper.json';

/**
 * Per account: who sends its orders (`lock`), the trading mode (`json`), the plans (`plans.jsonl`), what the limits of its day
 * remember (`risk`), which keeper runs (`keeper`) and how it is (`keeper.json`). The service's account identity names the
 * file, not the profile.
 */
export function accountFile(stateDir: string, account: string, kind: AccountFileKind): string {
  return join(accountsFolder(stateDir), `${uniqueName(account)}.${kind}`);
}

export const accountsFolder = (stateDir: string): string => join(stateDir, 'accounts');

/** A socket's path may have 104 bytes on macOS, 108 on Linux, with its end. */
const mostSocketBytes = 100;

/**
 * Where the keeper of an account listens: beside the account's files, in a folder for short paths below `temporary` if that
 * path would be too long, or a named pipe on Windows.
 */
export function keeperSocket(
  stateDir: string,
  account: string,
  { platform = process.platform, temporary = tmpdir() }: { platform?: NodeJS.Platform; temporary?: string } = {},
): string {
  const digest = createHash('sha256').update(`${stateDir}\n${account}`).digest('hex').slice(0, 16);
  if (platform === 'win32') return `\\\\.\\pipe\\swapdeck-${digest}`;
  const path = join(accountsFolder(stateDir), `${digest}.sock`);
  if (Buffer.byteLength(path) <= mostSocketBytes) return path;
  return join(temporary, `swapdeck-${userInfo().uid}`, `${digest}.sock`);
}

/** The marks of a market that are kept between runs, a file for each coin. `market` identifies the service. */
export const marksFolder = (stateDir: string, market: string): string => join(stateDir, 'marks', uniqueName(market));

export const marksFile = (folder: string, coin: string): string => join(folder, `${uniqueName(coin)}.marks`);

/** A file name for any text: readable, and unlike that of any other text. */
const uniqueName = (text: string): string =>
  `${fileName(text).slice(0, 60)}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;

/** Per profile: its `alerts`, and whether the tour was shown (`tour`). */
export const profileFile = (
  stateDir: string,
  { mode, profile }: { readonly mode: string; readonly profile: string },
  kind: 'alerts' | 'tour',
): string => join(stateDir, 'accounts', `${fileName(`${mode}-${profile}`)}.${kind}`);

const fileName = (text: string): string => text.replaceAll(/[^\w.-]+/g, '_');

function foldersOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): Pick<Paths, 'configDir' | 'stateDir'> {
  const home = env.SWAPDECK_HOME;
  if (home) return { configDir: join(home, 'config'), stateDir: join(home, 'state') };
  if (platform === 'win32') {
    const profile = join(homedir(), 'AppData');
    return {
      configDir: join(env.APPDATA || join(profile, 'Roaming'), 'swapdeck'),
      stateDir: join(env.LOCALAPPDATA || join(profile, 'Local'), 'swapdeck', 'state'),
    };
  }
  return {
    configDir: join(xdg(env, 'XDG_CONFIG_HOME', '.config'), 'swapdeck'),
    stateDir: join(xdg(env, 'XDG_STATE_HOME', '.local/state'), 'swapdeck'),
  };
}

function xdg(env: NodeJS.ProcessEnv, name: string, fallback: string): string {
  const value = env[name];
  return value?.startsWith('/') ? value : join(env.HOME || homedir(), fallback);
}

/** Creates a folder accessible only to its owner, or restricts an existing one. */
export function ensureDir(dir: string): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
}
