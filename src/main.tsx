import { constants } from 'node:os';
import type { Command, CommandIo } from './commands/command.ts';
import { chooseCommand } from './commands/command-line.ts';
import { commands } from './commands/command-list.ts';
import { resolvePaths } from './platform/files/paths.ts';
import { restrictPermissions } from './platform/files/restrict-permissions.ts';
import { writeFilesAtomically } from './platform/files/write-files-atomically.ts';
import { logCrash } from './platform/process/log.ts';
import { PlainError } from './platform/process/plain-error.ts';
import { versionLine } from './platform/process/version.ts';
import { redact } from './platform/secrets/secrets.ts';
import { endSignals } from './platform/terminal/termination-signals.ts';
import { systemClock } from './platform/time/clock.ts';
import { systemRandom } from './platform/time/random.ts';

/** How long an exit may take after a termination signal, ms. */
const endLimitMs = 5_000;

const paths = resolvePaths(process.env);

process.on('uncaughtException', crash);
process.on('unhandledRejection', crash);
/** The first failed write to stdout: the disk is full, or the file has reached its size limit. */
let lost: NodeJS.ErrnoException | null = null;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has gone away (`| head`, a closed terminal) is not an error.
  if (error.code !== 'EPIPE' && error.code !== 'EIO') lost ??= error;
});
process.stderr.on('error', () => undefined);
// Without a listener, reaching a file size limit would kill the process before it could report it.
process.on('SIGXFSZ', () => undefined);
writeFilesAtomically(process.stdout);

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
  process.stderr.write(`${printable(redact(error.message))}\n`);
  end(error.exitCode);
}

async function main(argv: readonly string[]): Promise<number> {
  // Typed words are not arguments: --help among them asks for nothing.
  if (argv[0] === '__complete') {
    const { runComplete } = await import('./commands/completion/completion.ts');
    return runComplete(argv.slice(1), io, syntaxes());
  }
  const choice = chooseCommand(argv);
  if (choice.kind === 'run') {
    for (const file of restrictPermissions(paths.stateDir))
      process.stderr.write(`Others on this machine could read ${printable(file)}. They no longer can.\n`);
    return choice.command.run(choice.args, io);
  }
  process.stdout.write(choice.kind === 'version' ? `${versionLine()}\n` : await helpText(choice.command));
  return 0;
}

async function helpText(command: Command | null): Promise<string> {
  const { commandHelp, overview } = await import('./commands/syntax/help-text.ts');
  return command ? commandHelp(command.syntax) : overview(syntaxes());
}

// Hoisted: the program runs above.
function syntaxes() {
  return commands.map(({ syntax }) => syntax);
}

/** The first signal asks the command to stop; a second one does not wait for it. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController();
  for (const signal of endSignals)
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(128 + constants.signals[signal]);
      controller.abort(signal);
      // Exit even if something blocks: no process may stay behind with a key in its memory.
      setTimeout(() => process.exit(128 + constants.signals[signal]), endLimitMs).unref();
    });
  return controller.signal;
}

/** Removes control characters, since an error's text may quote outside data. Line breaks stay. */
function printable(text: string): string {
  return text.replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, ' ');
}

/** Ends the process once all output is flushed: a pipe may still be holding it back. */
function end(exitCode: number): void {
  process.exitCode = exitCode;
  process.stdout.write('', () => {
    if (lost) {
      process.exitCode ||= 1;
      process.stderr.write(`The output is incomplete: a write failed (${lost.code}).\n`);
    }
    process.stderr.write('', () => process.exit());
  });
}

/**
 * Ends the process after an unexpected error: the stack goes to the log, and one line to stderr. The last exit listener
 * writes the line, after the terminal is restored; otherwise it would vanish with the alternate screen.
 */
function crash(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  const reason = printable(redact(message).split('\n')[0]!.slice(0, 300));
  let where = `The details are in ${paths.logFile}`;
  try {
    logCrash(paths.logFile, error, Date.now());
  } catch (logError) {
    where = `The log ${paths.logFile} cannot be written (${(logError as NodeJS.ErrnoException).code})`;
  }
  process.once('exit', () => {
    // Use the stream, which terminal-guard.ts mutes if the terminal is blocked: a direct write would hang.
    process.stderr.write(`swapdeck: stopped by an error: ${reason}. ${where}\n`);
  });
  process.exit(1);
}
