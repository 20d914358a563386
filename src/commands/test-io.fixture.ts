import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { resolvePaths } from '../platform/files/paths.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import { systemClock } from '../platform/time/clock.ts';
import { seededRandom } from '../platform/time/random.ts';
import type { CommandIo } from './command.ts';

export interface TestIo {
  readonly io: CommandIo;
  /** What the command has printed so far. */
  stdout(): string;
  stderr(): string;
}

/** The environment of a command under test: its own home folder, a pipe with `input` as stdin, captured output. */
export function createTestIo(
  input = '',
  env: NodeJS.ProcessEnv = {},
  home = mkdtempSync(join(tmpdir(), 'deck-')),
): TestIo {
  const stdin = new PassThrough();
  stdin.end(input);
  const written = { stdout: '', stderr: '' };
  const output = (name: keyof typeof written) =>
    new PassThrough().on('data', (chunk: Buffer) => {
      written[name] += chunk.toString();
    }) as unknown as NodeJS.WriteStream;
  const io: CommandIo = {
    env: { SWAPDECK_HOME: home, ...env },
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: output('stdout'),
    stderr: output('stderr'),
    clock: systemClock,
    random: seededRandom(1),
    paths: resolvePaths({ SWAPDECK_HOME: home }),
    signal: new AbortController().signal,
  };
  return { io, stdout: () => written.stdout, stderr: () => written.stderr };
}

export interface MemoryKeychain extends Keychain {
  readonly kept: ReadonlyMap<string, string>;
}

export function createMemoryKeychain(): MemoryKeychain {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async (account) => kept.get(account) ?? null,
    set: async (account, secret) => void kept.set(account, secret),
    delete: async (account) => kept.delete(account),
  };
}
