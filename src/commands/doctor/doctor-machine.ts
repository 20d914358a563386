import { accessSync, constants } from 'node:fs';
import { ensureDir } from '../../platform/files/paths.ts';
import { errorCode } from '../../platform/process/error-code.ts';
import { version } from '../../platform/process/version.ts';
import { type Keychain, KeychainError } from '../../platform/secrets/keychain.ts';
import type { CommandIo } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { type Check, fail, ok, warn } from './doctor-check.ts';

/** Checks of this machine that need no service. */
export async function checkMachine(io: CommandIo, keychain: Keychain): Promise<Check[]> {
  return [
    checkNode(process.versions.node),
    checkTerminal(io),
    ...checkDrawing(io),
    checkState(io),
    await withProgress(io, 'Checking the keychain', () => checkKeychain(keychain)),
  ];
}

export function checkNode(node: string): Check {
  const finding = `swapdeck ${version} on Node ${node}, ${process.platform} ${process.arch}`;
  return Number(node.split('.')[0]) >= 24
    ? ok('Program', finding)
    : fail('Program', finding, 'It needs Node 24 or newer; npm ci installs one with it.');
}

function checkTerminal({ stdin, stdout, env }: CommandIo): Check {
  if (!stdin.isTTY || !stdout.isTTY)
    return warn('Terminal', 'input or output is not a terminal', 'Start the desk in a terminal.');
  const finding = `${stdout.columns}×${stdout.rows}, TERM=${env.TERM ?? ''}`;
  if (env.TERM === 'dumb' || (env.TERM === undefined && process.platform !== 'win32'))
    return fail(
      'Terminal',
      finding,
      'The desk needs a terminal that can move its cursor; set TERM to its type, or start swapdeck --screen-reader.',
    );
  return stdout.columns < 80 || stdout.rows < 24
    ? warn('Terminal', finding, 'Below 80×24 some panes are hidden; enlarge the window.')
    : ok('Terminal', finding);
}

function checkDrawing({ stdout, env }: CommandIo): Check[] {
  const depth = stdout.isTTY ? stdout.getColorDepth(env) : null;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || '';
  return [
    ...(depth === null
      ? []
      : depth === 1
        ? [warn('Colours', 'none', 'Without colour, only the words PAPER and LIVE tell the modes apart.')]
        : [ok('Colours', depth >= 24 ? '16 million' : String(2 ** depth))]),
    process.platform === 'win32' || /utf-?8/i.test(locale)
      ? ok('Characters', locale || 'UTF-8')
      : warn('Characters', `the locale is ${locale || 'not set'}`, 'Lines may be drawn wrongly; set LANG=C.UTF-8.'),
  ];
}

function checkState({ paths }: CommandIo): Check {
  try {
    ensureDir(paths.stateDir);
    accessSync(paths.stateDir, constants.W_OK);
    return ok('State', paths.stateDir);
  } catch (error) {
    const code = errorCode(error);
    const cure = 'No order can be sent without its journal; make the folder writable, or set SWAPDECK_HOME.';
    return fail('State', `${paths.stateDir} cannot be written (${code})`, cure);
  }
}

async function checkKeychain(keychain: Keychain): Promise<Check> {
  try {
    await keychain.get('doctor');
    return ok('Keychain', 'answers');
  } catch (error) {
    if (!(error instanceof KeychainError)) throw error;
    // Only a profile whose key is in the keychain needs it, and that profile's own check fails.
    return warn('Keychain', error.problem, error.message);
  }
}
