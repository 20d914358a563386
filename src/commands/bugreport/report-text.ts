import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { release } from 'node:os';
import { errorCode } from '../../platform/process/error-code.ts';
import { version } from '../../platform/process/version.ts';
import type { Keychain } from '../../platform/secrets/keychain.ts';
import type { CommandIo } from '../command.ts';
import { diagnose } from '../doctor/doctor.ts';
import { checkText } from '../doctor/doctor-check.ts';
import type { TargetChoice } from '../target.ts';
import { configLines } from './config-lines.ts';
import { createScrubber } from './scrub.ts';

const logLines = 200;
const logBytes = 100_000;
/** How the desk draws depends on these; none holds a secret. */
const shownVariables = ['TERM', 'COLORTERM', 'TERM_PROGRAM', 'LANG', 'LC_ALL', 'NO_COLOR', 'TMUX', 'STY', 'SSH_TTY'];

/** Versions, the doctor's results, the configuration and the end of the log, scrubbed. */
export async function reportText(choice: TargetChoice, io: CommandIo, keychain: Keychain): Promise<string> {
  // Before the doctor: choosing a service takes the key out of the environment.
  const scrub = createScrubber(io.env);
  const { env, clock, paths } = io;
  const checks: string[] = [];
  await diagnose(choice, io, keychain, (found) => checks.push(...found.map(checkText)));
  const sections = [
    ['Versions', [`swapdeck ${version}, Node ${process.version}, ${process.platform} ${process.arch} ${release()}`]],
    ['Environment', shownVariables.flatMap((name) => (env[name] === undefined ? [] : [`${name}=${env[name]}`]))],
    ['Doctor', checks],
    [`Configuration: ${paths.configFile}`, [orWhyNot(() => configLines(readFileSync(paths.configFile, 'utf8')))]],
    [`Log, at most its last ${logLines} lines: ${paths.logFile}`, [orWhyNot(() => logTail(paths.logFile))]],
  ] as const;
  const body = sections.map(([title, lines]) => `${title}\n${'-'.repeat(title.length)}\n${lines.join('\n')}\n`);
  return `${scrub([`Bug report of ${new Date(clock.now()).toISOString()}\n`, ...body].join('\n')).trimEnd()}\n`;
}

function orWhyNot(read: () => string): string {
  try {
    return read().trimEnd() || '(empty)';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? '(there is none)' : `(it cannot be read: ${errorCode(error)})`;
  }
}

/** The last lines, whole ones only; a log may have 5 MB. */
function logTail(file: string): string {
  const { size } = statSync(file);
  const from = Math.max(0, size - logBytes);
  const bytes = Buffer.alloc(Math.min(size, logBytes));
  const descriptor = openSync(file, 'r');
  try {
    const read = readSync(descriptor, bytes, 0, bytes.length, from);
    const lines = bytes.toString('utf8', 0, read).split('\n');
    return (from > 0 ? lines.slice(1) : lines).slice(-logLines - 1).join('\n');
  } finally {
    closeSync(descriptor);
  }
}
