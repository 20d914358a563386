import { version as ownVersion } from '../../platform/process/version.ts';
import type { CommandIo } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';
import { readArguments, usageError } from '../syntax/read-arguments.ts';
import { askLatestVersion } from './latest-version.ts';
import { updateSyntax } from './update-syntax.ts';
import { isNewer } from './version-order.ts';

const install = 'npm install -g swapdeck@latest';

/** The exit code if there is a newer version: 1 would mean that nobody could be asked. */
const newerCode = 3;

/**
 * `swapdeck update --check`: asks the npm registry for the latest version, and prints one line. Nothing else in the
 * program ever does. Exit code 0: this is the latest; 3: there is a newer one; 1: the registry could not be asked.
 */
export async function runUpdate(args: readonly string[], io: CommandIo, current: string = ownVersion): Promise<number> {
  const { check } = readArguments(args, updateSyntax).values;
  if (!check) throw usageError(updateSyntax, `Give --check. To install the latest version: ${install}.`);
  const latest = await withProgress(io, 'Asking the npm registry', () => askLatestVersion(io));
  if ('problem' in latest) {
    io.stderr.write(
      `Could not ask for the latest version: ${latest.problem}. Check the network, or set npm_config_registry.\n`,
    );
    return 1;
  }
  const { version } = latest;
  const newer = isNewer(version, current);
  if (newer === null)
    io.stdout.write(`This is a build without a version (${current}); the latest release is ${version}.\n`);
  else if (newer) io.stdout.write(`swapdeck ${version} is out, this is ${current}. Install it with: ${install}\n`);
  else io.stdout.write(`swapdeck ${current} is the latest version.\n`);
  return newer ? newerCode : 0;
}
