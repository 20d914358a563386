import { spawn } from 'node:child_process';
import { isSea } from 'node:sea';
import { readKeeperNote } from '../../platform/files/keeper-note.ts';
import { accountFile } from '../../platform/files/paths.ts';
import { isLockedByOther } from '../../platform/process/account-lock.ts';
import { sparingFlags } from '../../platform/process/limit-heap.ts';
import { startProblem, withoutSecrets } from '../../platform/process/user-program.ts';
import type { CommandIo } from '../command.ts';
import type { FromDesk, FromKeeper } from './parent.ts';

/** How long a keeper may take to be ready to take the account, ms. */
const startLimitMs = 20_000;

/**
 * The keeper of this account: the one that runs, or one that is started now, in a session of its own so that it outlives the
 * terminal. Resolves to where it can be asked, or why there is none. `args`: those of `swapdeck keep`. Never rejects.
 */
export async function startKeeper(
  accountId: string,
  args: readonly string[],
  apiKey: string | null,
  { env, clock, paths }: Pick<CommandIo, 'env' | 'clock' | 'paths'>,
): Promise<FromKeeper> {
  const running = readKeeperNote(paths.stateDir, accountId);
  if (running && isLockedByOther(accountFile(paths.stateDir, accountId, 'keeper'))) return { socket: running.socket };
  // A single executable has no file to be started with, and takes no flags.
  const program = isSea() ? [] : [...sparingFlags, process.argv[1] ?? ''];
  const child = spawn(process.execPath, [...program, 'keep', ...args], {
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: withoutSecrets(env, apiKey === null ? [] : [apiKey]),
  });
  child.send({ apiKey } satisfies FromDesk, () => {});
  return await new Promise((resolve) => {
    const end = (news: FromKeeper): void => {
      clock.clearTimeout(timer);
      if ('why' in news) child.kill();
      if (child.connected) child.disconnect();
      child.unref();
      resolve(news);
    };
    const timer = clock.setTimeout(() => end({ why: 'it was not ready in time' }), startLimitMs);
    child.once('message', (news: FromKeeper) => end(news));
    child.once('error', (error) => end({ why: startProblem(error) }));
    child.once('exit', (code) => end({ why: `it ended with code ${code}; see ${paths.logFile}` }));
  });
}
