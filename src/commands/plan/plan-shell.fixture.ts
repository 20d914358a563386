import { type NewLine, PlanBook } from '../../actions/plans/plan-book.ts';
import type { PaperService } from '../../paper/service/service.ts';
import { writeKeeperNote } from '../../platform/files/keeper-note.ts';
import { accountFile, keeperSocket } from '../../platform/files/paths.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import { serveLocal } from '../../platform/process/local-socket.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { createPlansStore } from '../../stores/orders/plans.ts';
import { createTestIo } from '../test-io.fixture.ts';
import { planAccount } from './plan-account.ts';

export type Run = (args: readonly string[], io: ReturnType<typeof createTestIo>['io']) => Promise<number>;

/** Commands of one home folder against a service; each resolves to its code and output, or its error message. */
export function planShell({ baseUrl, apiKey }: Pick<PaperService, 'baseUrl' | 'apiKey'>) {
  const { home } = ((io) => ({ home: io.env['SWAPDECK_HOME']! }))(createTestIo().io);
  const run = async (command: Run, ...args: string[]) => {
    const deck = createTestIo('', { SWAPDECK_API_KEY: apiKey }, home);
    let exitCode: number | undefined;
    const code = await command([...args, '--base-url', baseUrl], deck.io).catch((error: Error) => {
      exitCode = error instanceof PlainError ? error.exitCode : undefined;
      return error.message;
    });
    return { code, out: deck.stdout(), err: deck.stderr(), exitCode };
  };
  const files = async () => {
    const { io } = createTestIo('', { SWAPDECK_API_KEY: apiKey }, home);
    const { accountId } = await planAccount({ 'base-url': baseUrl }, io);
    return (kind: 'lock' | 'json') => accountFile(io.paths.stateDir, accountId, kind);
  };
  /** Stands in for a keeper of this process id: it creates, and refuses everything else. */
  const keeperFor = async (pid: number) => {
    const { io } = createTestIo('', { SWAPDECK_API_KEY: apiKey }, home);
    const { accountId } = await planAccount({ 'base-url': baseUrl }, io);
    const { stateDir } = io.paths;
    const socket = keeperSocket(stateDir, accountId);
    const asked: unknown[] = [];
    const now = { profile: 'paper', mode: 'paper', state: 'holding', connection: 'connected', problem: null } as const;
    writeKeeperNote(stateDir, accountId, { ...now, pid, startedAt: 0, at: 0, plans: { active: 0, paused: 0 }, socket });
    const book = new PlanBook(createPlansStore(), systemClock);
    book.load(createJournal(accountFile(stateDir, accountId, 'plans.jsonl')));
    const hear = async (request: unknown) => {
      asked.push(request);
      const { line } = request as { readonly line: NewLine };
      if (line.event !== 'created') return { why: 'No, says the keeper.' };
      book.write(line);
      return { id: line.id };
    };
    const server = await serveLocal(socket, hear, systemClock);
    return { asked, close: () => server.close() };
  };
  return { run, files, keeperFor };
}
