import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { childProgram } from '../process/child-program.ts';
import { PlainError } from '../process/plain-error.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { API_KEY_VARIABLE } from './secrets.ts';

export type KeychainRequest =
  | { readonly operation: 'get' | 'delete'; readonly service: string; readonly account: string }
  | { readonly operation: 'set'; readonly service: string; readonly account: string; readonly secret: string };

export type KeychainReply =
  | { readonly ok: true; readonly value: string | boolean | null }
  | { readonly ok: false; readonly message: string };

/** `unavailable`: no keychain service on this machine · `locked`: it needs unlocking · `timeout`: it hangs. */
export type KeychainProblem = 'unavailable' | 'locked' | 'timeout' | 'failed';

/** The message is a sentence for the user that says how to fix it. */
export class KeychainError extends PlainError {
  readonly problem: KeychainProblem;

  constructor(problem: KeychainProblem, message: string) {
    super(message);
    this.name = 'KeychainError';
    this.problem = problem;
  }
}

/** The operating system's keychain. Every call throws KeychainError if the keychain does not answer. */
export interface Keychain {
  /** Null if the keychain has no such account. */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  /** False if there was nothing to delete. */
  delete(account: string): Promise<boolean>;
}

interface KeychainOptions {
  readonly clock?: Clock;
  readonly timeoutMs?: number;
  readonly childPath?: string;
  /** What else to do with a key, as the end of a sentence; by default for API keys. */
  readonly otherPlace?: string;
}

/** The name of all entries of the desk in the keychain. */
export const KEYCHAIN_SERVICE = 'swapdeck';
/** What else to do with an API key. */
const FILE_CURE = 'or keep the key in an encrypted file: swapdeck login --key-file PATH';

export function createKeychain(options: KeychainOptions = {}): Keychain {
  const { clock = systemClock, timeoutMs = 5_000, otherPlace = FILE_CURE } = options;
  const { childPath = childProgram(import.meta.url, 'keychain-child') } = options;
  const ask = async (request: KeychainRequest): Promise<string | boolean | null> => {
    const reply = await runChild(childPath, request, clock, timeoutMs);
    if (reply === 'late') throw keychainTimeout(timeoutMs, otherPlace);
    if (!reply.ok) throw keychainError(reply.message, otherPlace);
    return reply.value;
  };
  return {
    get: async (account) => {
      const value = await ask({ operation: 'get', service: KEYCHAIN_SERVICE, account });
      return typeof value === 'string' ? value : null;
    },
    set: async (account, secret) => {
      await ask({ operation: 'set', service: KEYCHAIN_SERVICE, account, secret });
    },
    delete: async (account) => (await ask({ operation: 'delete', service: KEYCHAIN_SERVICE, account })) === true,
  };
}

async function runChild(
  childPath: string,
  request: KeychainRequest,
  clock: Clock,
  timeoutMs: number,
): Promise<KeychainReply | 'late'> {
  const env = { ...process.env };
  delete env[API_KEY_VARIABLE];
  delete env.NODE_OPTIONS;
  const child = spawn(process.execPath, [childPath], { stdio: ['pipe', 'pipe', 'ignore'], env });
  let isLate = false;
  const timer = clock.setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, timeoutMs);
  try {
    // A child that dies early closes its stdin; its missing stdout already shows that.
    child.stdin.on('error', () => undefined).end(JSON.stringify(request));
    const started = new Promise<never>((_, reject) => child.once('error', reject));
    const output = await Promise.race([text(child.stdout), started]);
    if (isLate) return 'late';
    // Written by keychain-child.ts.
    const reply: KeychainReply = JSON.parse(output);
    return reply;
  } catch {
    return { ok: false, message: 'the keychain process ended without a reply' };
  } finally {
    clock.clearTimeout(timer);
  }
}

const keychainTimeout = (timeoutMs: number, otherPlace: string) =>
  new KeychainError(
    'timeout',
    `The keychain did not answer within ${timeoutMs / 1000} s. If it asks for a password, unlock it and try again, ${otherPlace}`,
  );

const sentences: Record<Exclude<KeychainProblem, 'timeout'>, string> = {
  unavailable: 'No keychain service is running for this session',
  locked: 'The keychain is locked',
  failed: 'The keychain refused',
};

/** Maps the library's message, which differs by platform, to what the user can do about it. */
export function keychainError(message: string, otherPlace = FILE_CURE): KeychainError {
  const problem = /prompt was dismissed|\blocked\b|no result found|interaction is not allowed/i.test(message)
    ? 'locked'
    : /dbus|org\.freedesktop|autolaunch|no storage access|cannot find (module|native)/i.test(message)
      ? 'unavailable'
      : 'failed';
  const cure = { unavailable: 'Start one (gnome-keyring, KWallet)', locked: 'Unlock it', failed: 'Try again' }[problem];
  return new KeychainError(problem, `${sentences[problem]} (${message}). ${cure}, ${otherPlace}`);
}
