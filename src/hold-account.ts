import type { ActionContext } from './actions/pipeline/action-context.ts';
import { holdLock } from './actions/pipeline/hold-lock.ts';
import { startPipeline } from './actions/pipeline/start-pipeline.ts';
import { loadTradingMode, setTradingMode, watchTradingMode } from './actions/pipeline/trading-mode.ts';
import { PlanRunner } from './actions/plans/run-plans.ts';
import { identifyAccount } from './client/http/identify-account.ts';
import { inSlices } from './domain/time/in-slices.ts';
import { createModeFile, type ModeFile } from './platform/files/mode-file.ts';
import { accountFile } from './platform/files/paths.ts';
import { createRiskFile, type RiskFile } from './platform/files/risk-file.ts';
import { createJournal } from './platform/journal/journal.ts';
import { isTooLarge, rotateJournal } from './platform/journal/rotate-journal.ts';
import { lockAccount } from './platform/process/account-lock.ts';
import { limitHeap } from './platform/process/limit-heap.ts';
import type { Service } from './service.ts';
import type { SessionStore } from './stores/account/session.ts';
import { addNotice } from './stores/notices.ts';
import { CarriedRequests } from './stores/orders/carried-requests.ts';
import { toProblem } from './stores/problem.ts';

interface StateFiles {
  readonly stateDir: string;
  readonly journalFile: string;
}

/** How long to wait before asking the service again which account this is, ms. */
const askAgainMs = 2_000;
/** A larger journal is read only when the first screen is up, after so many ms. */
const quickBytes = 100_000;
const firstScreenMs = 500;
/** Up to two frames at the highest rate would be late otherwise, ms. */
const sliceMs = 16;
const waiting = 'Nothing is sent until the service has identified the account.';

/**
 * Only one desk at a time sends the orders of an account. Once this desk holds the lock, it resumes the unfinished operations
 * of earlier runs. The service identifies the account: several profiles, addresses and keys can lead to the same one.
 */
export function holdAccount(service: Service, place: StateFiles, context: ActionContext): () => void {
  const { trading, timers } = context;
  const stops: (() => void)[] = [];
  let isStopped = false;
  const hold = (accountId: string): void => void stops.push(begin(accountId, place, context));
  const ask = async (): Promise<void> => {
    const accountId = await identifyAccount(context.client, service.apiKey).catch(() => null);
    if (isStopped) return;
    if (accountId === null) return timers.after(askAgainMs, () => void ask());
    hold(accountId);
    stops.push(watchIdentity(service, context, accountId));
  };
  if (service.accountId === undefined) {
    trading.setState({ lock: waiting });
    void ask();
  } else hold(service.accountId);
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}

function begin(accountId: string, { stateDir, journalFile }: StateFiles, context: ActionContext): () => void {
  const { trading, session } = context;
  session.setState({ accountId });
  const { mode, since } = trading.getState();
  // The user halted trading before the account was known: apply that mode to the account.
  if (mode === 'active') loadTradingMode(context);
  else setTradingMode(context, mode, since?.why ?? '');
  watchTradingMode(context);
  const lockFile = accountFile(stateDir, accountId, 'lock');
  const ended = new AbortController();
  let runner: PlanRunner | null = null;
  const isOurs = (): void =>
    readJournal(journalFile, context, ended.signal, () => {
      runner = startPlans(accountFile(stateDir, accountId, 'plans.jsonl'), context);
    });
  const release = holdLock(context, () => lockAccount(lockFile), isOurs);
  return () => {
    ended.abort();
    void runner?.stop();
    context.book.close();
    release();
  };
}

/**
 * Identifies the account again after each reconnect, and when a refused key is accepted again. If the same address now leads to
 * another account, nothing meant for the first one is sent to it.
 */
function watchIdentity(
  { apiKey }: Service,
  { client, session, trading }: ActionContext,
  accountId: string,
): () => void {
  let wasRefused = false;
  const check = async (): Promise<void> => {
    const now = await identifyAccount(client, apiKey).catch(() => accountId);
    // A key that lost the permission to read its user is identified differently, but is still the same account.
    if (now === accountId || identityKind(now) !== identityKind(accountId)) return;
    trading.setState({
      wrongAccount:
        'The service reports a different account than at the start, so nothing is sent. Quit, then start the desk again.',
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

/** How the service identified the account: by user or by key. */
const identityKind = (accountId: string): string | undefined => accountId.split(' ')[1];

/** The account's mode file. Until the account is known, it reads as empty and writes are dropped; the store keeps the mode. */
export function accountModeFile(stateDir: string, session: SessionStore): ModeFile {
  const file = (): ModeFile | null => {
    const { accountId } = session.getState();
    return accountId === null ? null : createModeFile(accountFile(stateDir, accountId, 'json'));
  };
  return { read: () => file()?.read() ?? null, write: (kept) => file()?.write(kept) };
}

/** What the limits of the account's day remember. It is used only once the account is known. */
export function accountRiskFile(stateDir: string, session: SessionStore): RiskFile {
  const file = (): RiskFile | null => {
    const { accountId } = session.getState();
    return accountId === null ? null : createRiskFile(accountFile(stateDir, accountId, 'risk'));
  };
  return { read: () => file()?.read() ?? {}, write: (kept) => file()?.write(kept) };
}

/** Reads the journal of earlier runs: at once if that takes no time. */
function readJournal(journalFile: string, context: ActionContext, signal: AbortSignal, then: () => void): void {
  orLock(context, () => {
    if (!isTooLarge(journalFile, quickBytes)) {
      loadJournal(context);
      return then();
    }
    context.timers.after(firstScreenMs, () => void rotateAndLoad(journalFile, context, signal, then));
  });
}

/** Takes up the account's plans where they stood: the journal has been read, so what became of their children is known. */
function startPlans(file: string, context: ActionContext): PlanRunner {
  context.book.load(createJournal(file));
  return new PlanRunner(context);
}

/** If the journal cannot be read, the desk runs but sends nothing. */
function orLock({ trading }: ActionContext, read: () => void): void {
  try {
    read();
  } catch (error) {
    trading.setState({ lock: `Nothing is sent: the journal cannot be read (${toProblem(error).message}).` });
  }
}

/** `badBefore`: unreadable lines that were rotated into the archive just now. */
function loadJournal(context: ActionContext, badBefore = 0): void {
  const { notices, clock } = context;
  const badLines = Math.max(badBefore, startPipeline(context));
  const text = `${badLines} journal lines cannot be read. Run swapdeck journal to list them.`;
  if (badLines > 0) addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
}

/**
 * Rotates the journal in slices if it has grown too large, and loads what is in it then. If it cannot be rotated, it
 * stays as it is.
 */
async function rotateAndLoad(
  journalFile: string,
  context: ActionContext,
  signal: AbortSignal,
  then: () => void,
): Promise<void> {
  const { clock, notices, records } = context;
  const carried = new CarriedRequests();
  let readPct = 0;
  const see = (share: number): void => {
    readPct = Math.floor(100 * share);
  };
  const onSlice = (): void => {
    if (readPct !== records.getState().readPct) records.setState({ readPct });
  };
  try {
    await inSlices(rotateJournal(journalFile, { nowMs: clock.now(), carried }), see, {
      clock,
      signal,
      onSlice,
      sliceMs,
    });
  } catch (error) {
    const text = `The journal could not be rotated and keeps growing: ${toProblem(error).message}`;
    addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  }
  records.setState({ readPct: null });
  limitHeap(clock);
  if (signal.aborted) return;
  orLock(context, () => {
    loadJournal(context, carried.badLines);
    then();
  });
}
