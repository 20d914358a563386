import type { ActionContext } from './actions/action-context.ts';
import { holdLock } from './actions/hold-lock.ts';
import { startOrders } from './actions/start-orders.ts';
import { lockAccount } from './platform/account-lock.ts';
import { accountFile } from './platform/paths.ts';
import { rotateJournal } from './platform/rotate-journal.ts';
import { unfinishedIds } from './stores/fold-lines.ts';
import { addNotice } from './stores/notices.ts';
import { toProblem } from './stores/problem.ts';

interface Place {
  readonly stateDir: string;
  readonly journalFile: string;
}

/** Orders are sent from one desk of an account at a time; what earlier runs left is taken up as soon as it is this one. */
export function holdAccount({ stateDir, journalFile }: Place, context: ActionContext): () => void {
  const lockFile = accountFile(stateDir, context.account, 'lock');
  return holdLock(
    context,
    () => lockAccount(lockFile),
    () => {
      rotate(journalFile, context);
      takeUp(context);
    },
  );
}

/** Reads what earlier runs left. A journal that cannot be read stops the sending, not the desk. */
function takeUp(context: ActionContext): void {
  const { notices, clock, trading } = context;
  try {
    const badLines = startOrders(context);
    const text = `${badLines} lines of the journal cannot be read; swapdeck journal names them.`;
    if (badLines > 0) addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  } catch (error) {
    trading.setState({ lock: `Nothing is sent: the journal cannot be read (${toProblem(error).message}).` });
  }
}

/** A journal that grew too long is put aside before it is read; where that cannot be, it stays as it is. */
function rotate(journalFile: string, { clock, notices }: ActionContext): void {
  try {
    rotateJournal(journalFile, { nowMs: clock.now(), unfinished: unfinishedIds });
  } catch (error) {
    const text = `The journal could not be rotated and goes on growing: ${toProblem(error).message}`;
    addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  }
}
