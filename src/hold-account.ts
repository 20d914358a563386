import type { ActionContext } from './actions/action-context.ts';
import { holdLock } from './actions/hold-lock.ts';
import { startOrders } from './actions/start-orders.ts';
import { loadTradingMode, setTradingMode, watchTradingMode } from './actions/trading-mode.ts';
import { identifyAccount } from './client/identify-account.ts';
import { lockAccount } from './platform/account-lock.ts';
import { createModeFile, type ModeFile } from './platform/mode-file.ts';
import { accountFile } from './platform/paths.ts';
import { rotateJournal } from './platform/rotate-journal.ts';
import type { Service } from './service.ts';
import { unfinishedIds } from './stores/fold-lines.ts';
import { addNotice } from './stores/notices.ts';
import { toProblem } from './stores/problem.ts';
import type { SessionStore } from './stores/session.ts';

interface Place {
  readonly stateDir: string;
  readonly journalFile: string;
}

/** How often a service that has not said whose account it is is asked again, ms. */
const askAgainMs = 2_000;
const waiting = 'Nothing is sent until the service has said whose account this is.';

/**
 * Orders are sent from one desk of an account at a time; what earlier runs left is taken up as soon as it is this one. Which
 * account it is the service says: profiles, addresses and keys are only ways to it.
 */
export function holdAccount(service: Service, place: Place, context: ActionContext): () => void {
  const { trading, timers } = context;
  const stops: (() => void)[] = [];
  let isStopped = false;
  const begin = (accountId: string): void => void stops.push(take(accountId, place, context));
  const ask = async (): Promise<void> => {
    const accountId = await identifyAccount(context.client, service.apiKey).catch(() => null);
    if (isStopped) return;
    if (accountId === null) return timers.after(askAgainMs, () => void ask());
    begin(accountId);
    stops.push(watchIdentity(service, context, accountId));
  };
  if (service.accountId === undefined) {
    trading.setState({ lock: waiting });
    void ask();
  } else begin(service.accountId);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

function take(accountId: string, { stateDir, journalFile }: Place, context: ActionContext): () => void {
  const { trading, session } = context;
  session.setState({ accountId });
  const { mode, since } = trading.getState();
  // Halted before it was known which account: that holds for it from now on.
  if (mode === 'active') loadTradingMode(context);
  else setTradingMode(context, mode, since?.why ?? '');
  watchTradingMode(context);
  const lockFile = accountFile(stateDir, accountId, 'lock');
  const isOurs = (): void => {
    rotate(journalFile, context);
    takeUp(context);
  };
  return holdLock(context, () => lockAccount(lockFile), isOurs);
}

/**
 * Asks again who it is with each new connection, and when a key that was refused is taken again: an account that has changed behind
 * the same address gets nothing of what was meant for the other one.
 */
function watchIdentity(
  { apiKey }: Service,
  { client, session, trading }: ActionContext,
  accountId: string,
): () => void {
  let wasRefused = false;
  const check = async (): Promise<void> => {
    const now = await identifyAccount(client, apiKey).catch(() => accountId);
    // A key that may no longer read whose it is has not changed hands.
    if (now === accountId || wayOf(now) !== wayOf(accountId)) return;
    trading.setState({
      wrongAccount:
        'The service now says that this is another account than at the start: nothing is sent. Leave, and start the desk again.',
    });
  };
  const stops = [
    session.subscribe(({ connection }, { connection: before }) => {
      if (connection.state === 'connected' && before.state !== 'connected') void check();
    }),
    client.onAnswer(({ outcome }) => {
      const isAccepted = outcome === 'ok';
      if (isAccepted && wasRefused) void check();
      if (isAccepted || outcome.kind === 'unauthorized') wasRefused = !isAccepted;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Whether it was known by the user or by the key. */
const wayOf = (accountId: string): string | undefined => accountId.split(' ')[1];

/** The file of the account, once it is known; what is set before is kept in memory until then. */
export function lateModeFile(stateDir: string, session: SessionStore): ModeFile {
  const file = (): ModeFile | null => {
    const { accountId } = session.getState();
    return accountId === null ? null : createModeFile(accountFile(stateDir, accountId, 'json'));
  };
  return { read: () => file()?.read() ?? null, write: (kept) => file()?.write(kept) };
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
