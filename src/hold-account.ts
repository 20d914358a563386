import { AccountHold, type HeldAccount, type StateFiles } from './account-hold.ts';
import { followResting } from './actions/fills/follow-resting.ts';
import type { ActionContext } from './actions/pipeline/action-context.ts';
import { loadTradingMode, setTradingMode, watchTradingMode } from './actions/pipeline/trading-mode.ts';
import { identifyAccount } from './client/http/identify-account.ts';
import { createModeFile, type ModeFile } from './platform/files/mode-file.ts';
import { accountFile } from './platform/files/paths.ts';
import { createRiskFile, type RiskFile } from './platform/files/risk-file.ts';
import type { Service } from './service.ts';
import type { SessionStore } from './stores/account/session.ts';

interface Place extends StateFiles {
  /** Whether this program may hold the account at all, asked once it is known; without it, it may. */
  readonly mayHold?: ((accountId: string) => Promise<boolean>) | undefined;
}

/** How long to wait before asking the service again which account this is, ms. */
const askAgainMs = 2_000;
/** Why nothing is sent before anybody has tried to hold the account. */
export const identifying = 'Nothing is sent until the service has identified the account.';

/**
 * Only one desk at a time sends the orders of an account. Once this desk holds the lock, it resumes the unfinished operations
 * of earlier runs. The service identifies the account: several profiles, addresses and keys can lead to the same one.
 */
export function holdAccount(service: Service, place: Place, context: ActionContext): HeldAccount {
  const { trading, timers } = context;
  const stops: (() => void)[] = [];
  let isStopped = false;
  let hold: AccountHold | null = null;
  const begin = (accountId: string): void => {
    context.session.setState({ accountId });
    const { mode, since } = trading.getState();
    // The user halted trading before the account was known: apply that mode to the account.
    if (mode === 'active') loadTradingMode(context);
    else setTradingMode(context, mode, since?.why ?? '');
    watchTradingMode(context);
    stops.push(followResting(context));
    hold = new AccountHold(accountId, place, context);
  };
  const beginIfMay = async (accountId: string): Promise<void> => {
    if ((await place.mayHold?.(accountId)) !== false && !isStopped) begin(accountId);
  };
  const begun = (accountId: string): void => (place.mayHold ? void beginIfMay(accountId) : begin(accountId));
  const ask = async (): Promise<void> => {
    const accountId = await identifyAccount(context.client, service.apiKey).catch(() => null);
    if (isStopped) return;
    if (accountId === null) return timers.after(askAgainMs, () => void ask());
    begun(accountId);
    stops.push(watchIdentity(service, context, accountId));
  };
  if (service.accountId === undefined) {
    trading.setState({ lock: identifying });
    void ask();
  } else begun(service.accountId);
  return {
    stop: () => {
      isStopped = true;
      for (const stop of stops) stop();
      hold?.stop();
    },
    isHeld: () => hold?.isHeld === true,
    isOurs: () => hold?.isOurs === true,
    drain: async () => hold?.drain(),
    resume: () => hold?.resume(),
    release: () => hold?.release(),
    take: () => hold?.take(),
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
