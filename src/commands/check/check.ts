import { accessSync, existsSync, constants as fileConstants } from 'node:fs';
import { constants } from 'node:os';
import { dirname, resolve } from 'node:path';
import { printableJson } from '../../platform/files/printable-json.ts';
import { writePrivateFile } from '../../platform/files/private-file.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { createKeychain, type Keychain } from '../../platform/secrets/keychain.ts';
import { type CommandIo, UsageError } from '../command.ts';
import { startProgress } from '../desk/progress-line.ts';
import { withTemporaryPaper } from '../paper/temporary-paper.ts';
import { readConfig } from '../read-config.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { resolveTarget } from '../target.ts';
import { checkSyntax } from './check-syntax.ts';
import { reportLines } from './report-text.ts';
import { type CheckOptions, runCheck as check } from './run-check.ts';

const usualSeconds = 60;
const mostSeconds = 3_600;
/** For a report that is not shown on a terminal. */
const usualWidth = 100;

type Service = CheckOptions['service'];

/**
 * `swapdeck check`: reads everything of a service and reports what differs from what the desk expects. Sends nothing
 * that changes anything. Exit code 0 only without surprises.
 */
export async function runCheck(
  args: readonly string[],
  io: CommandIo,
  keychain: Keychain = createKeychain({ clock: io.clock }),
): Promise<number> {
  const { values } = readArguments(args, checkSyntax);
  const seconds = readSeconds(values.seconds);
  const file = values.save === undefined ? null : freshFile(values.save);
  const config = await readConfig(io);
  const target = await resolveTarget(values, io, config, keychain);
  const run = async (service: Service): Promise<number> => {
    let doing = '';
    const progress = startProgress(io, () => doing);
    const { clock, random, signal } = io;
    const tell = (text: string) => {
      doing = text;
    };
    const { report, saved } = await check({ service, config, clock, random, signal, seconds, tell }).finally(() =>
      progress.stop(),
    );
    const width = io.stdout.isTTY ? Math.max(60, io.stdout.columns) : usualWidth;
    io.stdout.write(
      values.json
        ? `${printableJson(JSON.stringify(report, null, 2))}\n`
        : `${reportLines(report, io.paths.configFile, width).join('\n')}\n`,
    );
    if (file !== null) save(file, saved(), io);
    if (signal.aborted) return 128 + (constants.signals[signal.reason as NodeJS.Signals] ?? 0);
    return report.verdict === 'as expected' ? 0 : 1;
  };
  if (!target.isEmbedded) return run(target);
  io.stderr.write(
    `No service was chosen, so a temporary paper service is checked.${target.notice ? ` ${target.notice}` : ''}\n`,
  );
  return withTemporaryPaper(io, ({ baseUrl, apiKey }) =>
    run({ baseUrl, apiKey, mode: 'paper', profile: target.profile, socketHost: null }),
  );
}

function readSeconds(text: string | undefined): number {
  if (text === undefined) return usualSeconds;
  if (/^\d{1,4}$/.test(text) && Number(text) <= mostSeconds) return Number(text);
  throw usageError(checkSyntax, `--seconds takes a whole number from 0 to ${mostSeconds}.`);
}

/** Found out before the check, which takes a minute. */
function freshFile(name: string): string {
  const file = resolve(name);
  if (existsSync(file)) throw new UsageError(`${file} exists already. Name another file, or remove it.`);
  try {
    accessSync(dirname(file), fileConstants.W_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be written (${errorCode(error)}).`);
  }
  return file;
}

function save(file: string, text: string, { stderr }: CommandIo): void {
  try {
    writePrivateFile(file, text);
  } catch (error) {
    throw new PlainError(`${file} cannot be written (${errorCode(error)}).`);
  }
  stderr.write(
    `The answers are in ${file}, with made-up addresses, ids, names and amounts. Read it before you pass it on.\n`,
  );
}
