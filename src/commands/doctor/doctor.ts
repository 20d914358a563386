import { existsSync } from 'node:fs';
import { createApiClient } from '../../client/http/api-client.ts';
import { ConfigError } from '../../platform/config/config.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { withTemporaryPaper } from '../paper/temporary-paper.ts';
import { readConfig } from '../read-config.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { resolveTarget, type ServiceTarget, type Target, type TargetChoice } from '../target.ts';
import { type Check, checkText, fail, ok } from './doctor-check.ts';
import { checkMachine } from './doctor-machine.ts';
import { checkEndpoints } from './doctor-rpc.ts';
import { checkService, checkStreams } from './doctor-service.ts';
import { doctorSyntax } from './doctor-syntax.ts';

const STREAM_TIMEOUT_MS = 15_000;
/** Wrapped SOL: no token on Solana is traded more often. */
const BUSY_TOKEN = 'So11111111111111111111111111111111111111112';

/** Runs all checks and prints each result when it is known. Exit code 0 if nothing failed. */
export async function runDoctor(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values } = readArguments(args, doctorSyntax);
  let failures = 0;
  await diagnose(values, io, keychain, (checks) => {
    failures += checks.filter(({ level }) => level === 'fail').length;
    for (const check of checks) io.stdout.write(`${checkText(check)}\n`);
  });
  io.stdout.write('\nTo compare every answer of the service with what the desk expects: swapdeck check\n');
  io.stdout.write(failures > 0 ? `${failures} failed.\n` : 'Nothing failed.\n');
  return failures > 0 ? 1 : 0;
}

/** Runs all checks, and passes on each result when it is known. */
export async function diagnose(
  choice: TargetChoice,
  io: CommandIo,
  keychain: Keychain,
  tell: (checks: readonly Check[]) => void,
): Promise<void> {
  tell(await checkMachine(io, keychain));
  const { check, config } = await checkConfig(io);
  tell([check]);
  if (!config) return;
  tell(await withProgress(io, 'Asking the endpoints of the chains', () => checkEndpoints(config.rpc, io.clock)));
  await checkTarget(choice, io, config, keychain, tell);
}

async function checkConfig(io: CommandIo): Promise<{ check: Check; config: Config | null }> {
  const subject = 'Settings';
  const file = io.paths.configFile;
  try {
    const config = await readConfig(io);
    return { config, check: ok(subject, existsSync(file) ? file : `defaults; there is no ${file}`) };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const lines = error.message.replaceAll('\n', `\n${' '.repeat(18)}`);
    return { config: null, check: fail(subject, lines, 'Fix these lines. The service was not checked.') };
  }
}

async function checkTarget(
  choice: TargetChoice,
  io: CommandIo,
  config: Config,
  keychain: Keychain,
  print: (checks: readonly Check[]) => void,
): Promise<void> {
  let target: Target;
  try {
    target = await resolveTarget(choice, io, config, keychain);
  } catch (error) {
    if (error instanceof UsageError || !(error instanceof PlainError)) throw error;
    return print([fail('Profile', error.message, null)]);
  }
  if (!target.isEmbedded) {
    print([
      ok(
        'Profile',
        `${target.profile} (${target.mode.toUpperCase()}), ${target.baseUrl}, key from the ${target.keySource}`,
      ),
    ]);
    return checkRunning(target, io, config, print);
  }
  await withTemporaryPaper(io, (service) => {
    print([
      ok('Profile', `none: checked against a temporary paper service${target.notice ? `. ${target.notice}` : ''}`),
    ]);
    return checkRunning({ ...service, socketHost: null }, io, config, print);
  });
}

async function checkRunning(
  { baseUrl, apiKey, socketHost }: Pick<ServiceTarget, 'baseUrl' | 'apiKey' | 'socketHost'>,
  io: CommandIo,
  config: Config,
  print: (checks: readonly Check[]) => void,
): Promise<void> {
  const client = createApiClient({ baseUrl, apiKey, clock: io.clock, random: io.random, names: config.names });
  const checks = await withProgress(io, `Checking the service at ${baseUrl}`, () => checkService(client, io.signal));
  print(checks);
  if (checks.some(({ level }) => level === 'fail')) return;
  const tokenAddress = config.tape.tokens.find((token) => token.startsWith('solana:'))?.slice(7) ?? BUSY_TOKEN;
  const patience = `Waiting for a swap on the streams, at most ${STREAM_TIMEOUT_MS / 1_000} s`;
  const stream = await withProgress(io, patience, () =>
    checkStreams({ client, io, socketHost, tokenAddress, timeoutMs: STREAM_TIMEOUT_MS }),
  );
  print([stream]);
}
