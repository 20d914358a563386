import type { PlanChanged } from '../../actions/plans/change-by-line.ts';
import type { KeeperAnswer, KeeperRequest } from '../../ask-keeper.ts';
import {
  type KeeperNote,
  noteEveryMs,
  readKeeperNote,
  removeKeeperNote,
  writeKeeperNote,
} from '../../platform/files/keeper-note.ts';
import { accountFile, keeperSocket } from '../../platform/files/paths.ts';
import { lockAccount } from '../../platform/process/account-lock.ts';
import { type LocalCaller, serveLocal } from '../../platform/process/local-socket.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { Timers } from '../../platform/time/timers.ts';
import type { CommandIo } from '../command.ts';

/** What a keeper says of itself, but for what is the same always. */
export type KeeperNow = Pick<KeeperNote, 'profile' | 'mode' | 'state' | 'plans' | 'connection' | 'problem'>;

export interface KeeperPost {
  /** Writes the note now. */
  tell(): void;
  /** Nobody can ask any more, and another keeper may run. */
  close(): Promise<void>;
}

interface Keeping {
  now(): KeeperNow;
  answer(request: KeeperRequest, caller: LocalCaller): Promise<KeeperAnswer>;
  changePlan(line: unknown): PlanChanged;
  /** The note cannot be written. */
  onProblem(error: unknown): void;
}

/** The place where an account's keeper is found: its lock, its note and its socket. Throws PlainError if another keeper has it. */
export async function openPost(
  accountId: string,
  { now, answer, changePlan, onProblem }: Keeping,
  { clock, paths: { stateDir } }: Pick<CommandIo, 'clock' | 'paths'>,
): Promise<KeeperPost> {
  const lock = lockAccount(accountFile(stateDir, accountId, 'keeper'));
  if (lock.heldBy !== null)
    throw new PlainError(`A keeper of this account runs already (process ${lock.heldBy}): swapdeck keep status`);
  const socket = keeperSocket(stateDir, accountId);
  const startedAt = clock.now();
  const timers = new Timers(clock);
  let isClosed = false;
  const tell = (): void => {
    if (isClosed) return;
    try {
      writeKeeperNote(stateDir, accountId, { pid: process.pid, startedAt, at: clock.now(), socket, ...now() });
    } catch (error) {
      onProblem(error);
    }
  };
  const hear = async (request: unknown, caller: LocalCaller): Promise<KeeperAnswer | PlanChanged> => {
    const { do: asked, line } = Object(request) as { readonly do?: unknown; readonly line?: unknown };
    if (asked === 'plan') return changePlan(line);
    if (asked === 'hand over' || asked === 'take' || asked === 'stop') return await answer(asked, caller);
    return { why: 'it does not know this request' };
  };
  const server = await serveLocal(socket, hear, clock).catch((error: Error) => {
    lock.release();
    throw new PlainError(`The keeper cannot listen at ${socket}: ${error.message}`);
  });
  const tick = (): void => {
    tell();
    timers.after(noteEveryMs, tick);
  };
  tick();
  return {
    tell,
    close: async () => {
      isClosed = true;
      timers.stop();
      await server.close();
      if (readKeeperNote(stateDir, accountId)?.pid === process.pid) removeKeeperNote(stateDir, accountId);
      lock.release();
    },
  };
}
