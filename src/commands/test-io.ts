import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { systemClock } from '../platform/clock.ts';
import type { Keychain } from '../platform/keychain.ts';
import { resolvePaths } from '../platform/paths.ts';
import { seededRandom } from '../platform/random.ts';
import type { CommandIo } from './command.ts';

export interface TestIo {
  readonly io: CommandIo;
  /** What the command has printed so far. */
  stdout(): string;
  stderr(): string;
}

/** A command's surroundings for a test: a home of its own, a pipe with `input` as stdin, output kept. */
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
