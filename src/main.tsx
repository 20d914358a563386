import { constants } from 'node:os';
import type { CommandIo } from './commands/command.ts';
import { chooseCommand, helpText } from './commands/command-line.ts';
import { systemClock } from './platform/clock.ts';
import { endSignals } from './platform/end-signals.ts';
import { keepPrivate } from './platform/keep-private.ts';
import { logCrash } from './platform/log.ts';
import { resolvePaths } from './platform/paths.ts';
import { PlainError } from './platform/plain-error.ts';
import { systemRandom } from './platform/random.ts';
import { scrub } from './platform/secrets.ts';
import { version } from './platform/version.ts';
import { writeFilesWhole } from './platform/write-files-whole.ts';

/** What leaving may take once a signal has asked for it. */
const endLimitMs = 5_000;

const paths = resolvePaths(process.env);

process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);
/** What was written and did not arrive: a full disk, a file that may not grow. */
let lost: NodeJS.ErrnoException | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that went away (`| head`, a closed terminal) is no fault.
  if (error.code !== 'EPIPE' && error.code !== 'EIO') lost ??= error;
});
process.stderr.on('error', () => undefined);
// Without a listener the process would be killed where a file may not grow, before it could say so.
process.on('SIGXFSZ', () => undefined);
writeFilesWhole(process.stdout);

const io: CommandIo = {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock: systemClock,
  random: systemRandom,
  paths,
  signal: abortOnSignals(),
};

try {
  end(await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof PlainError)) crash(error);
  process.stderr.write(`${printable(scrub(error.message))}\n`);
  end(error.exitCode);
}

async function main(argv: readonly string[]): Promise<number> {
  const choice = chooseCommand(argv);
  if (choice.kind === 'run') {
    for (const file of keepPrivate(paths.stateDir))
      process.stderr.write(`Others on this machine could read ${printable(file)}. They no longer can.\n`);
    return choice.command.run(choice.args, io);
  }
  process.stdout.write(choice.kind === 'version' ? `swapdeck ${version}\n` : helpText(choice.command));
  return 0;
}

/** The first signal asks the command to stop; a second one does not wait for it. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of endSignals)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[signal]);
      controller.abort(signal);
      // Whatever holds the end back: no process stays behind with a key in its memory.
      setTimeout(() => process.exit(128 + constants.signals[signal]), endLimitMs).unref();
    });
  return controller.signal;
}

/** An error's text may carry something that came from outside; line breaks are its own. */
function printable(text: string): string {
  return text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, ' ');
}

/** Ends the process once what was written has left it: a pipe may still hold it back. */
function end(exitCode: number): void {
  process.exitCode = exitCode;
  process.stdout.write('', () => {
    if (lost) {
      process.exitCode ||= 1;
      process.stderr.write(`The output is not whole: it could not be written (${lost.code}).\n`);
    }
    process.stderr.write('', () => process.exit());
  });
}

/**
 * The last word: the stack goes to the log, one line to the person. The line is written by the last of the exit
 * listeners, so that those which restore the terminal have run and it does not vanish with the alternate screen.
 */
function crash(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const reason = printable(scrub(message).split('\n')[0]!.slice(0, 300));
  let where = `The details are in ${paths.logFile}`;
  try {
    logCrash(paths.logFile, error, Date.now());
  } catch (logError) {
    where = `The log ${paths.logFile} cannot be written (${(logError as NodeJS.ErrnoException).code})`;
  }
  process.once('exit', () => {
    // By the stream, which the terminal's guard mutes when the terminal takes nothing: a bare write would hang.
    process.stderr.write(`swapdeck: stopped by an error: ${reason}. ${where}\n`);
  });
  process.exit(1);
}
