import { runHook } from '../platform/process/run-hook.ts';
import type { Clock, TimerHandle } from '../platform/time/clock.ts';
import type { WantedQueryName } from '../stores/desk-data.ts';
import { addNotice, type NoticesStore } from '../stores/notices.ts';
import type { Alert, AlertSettings } from './alert.ts';
import { type FactSources, readAlertFacts } from './alert-facts.ts';
import { createHookQueue, type HookQueue } from './hook-queue.ts';
import { priceAbout } from './level-items.ts';
import { type AlertState, nextAlerts, startAlertState } from './next-alerts.ts';
import { type PriceRulesStore, settleRules } from './price-rules.ts';
import { type TerminalCall, terminalCall } from './terminal-call.ts';

export interface AlertsAround extends Omit<FactSources, 'rules'> {
  readonly rules: PriceRulesStore;
  readonly notices: NoticesStore;
  readonly clock: Clock;
  readonly settings: AlertSettings & TerminalCall & { readonly hook: readonly string[] | null };
  /** The wallet whose positions are watched; null for none. */
  readonly walletNow?: () => string | null;
  /** Requests that these reads be kept fresh, replacing the earlier request. */
  readonly want: (names: readonly WantedQueryName[]) => void;
  /** Texts that must not be in a hook's environment. */
  readonly secrets: readonly string[];
  /** Writes invisible bytes to the terminal without waiting. */
  readonly ring: (bytes: string) => void;
}

/** Nothing that alerts depend on is read more often. */
const lookEveryMs = 500;

/** Checks the facts twice a second and raises alerts, until the returned function is called. */
export function startAlerts(around: AlertsAround): () => void {
  const { clock, rules, settings } = around;
  const hook = settings.hook ? hookQueue(around, settings.hook) : null;
  let state = startAlertState;
  let wallet = around.walletNow?.() ?? null;
  let timer: TimerHandle;
  const look = (): void => {
    const walletNow = around.walletNow?.() ?? null;
    if (walletNow !== wallet) state = withoutPositions(state);
    wallet = walletNow;
    const facts = readAlertFacts({ ...around, rules: rules.getState().rules });
    const next = nextAlerts(state, facts, settings, clock.monotonic());
    state = next.state;
    around.want(readsFor(state, settings));
    if (next.alerts.length > 0) tell(around, hook, next.alerts);
    settleRules(rules, settledBy(next));
    timer = clock.setTimeout(look, lookEveryMs);
  };
  look();
  return () => {
    clock.clearTimeout(timer);
    around.want([]);
    hook?.stop();
  };
}

/** For another wallet nothing has been seen yet: what it holds is not news. */
const withoutPositions = (state: AlertState): AlertState => ({
  ...state,
  positions: null,
  perpOrders: null,
  liquidation: new Map(),
});

/** The state after the check keys its prices by rule. */
function settledBy({ state, alerts }: ReturnType<typeof nextAlerts>) {
  const fired = new Set(alerts.map(({ about }) => about));
  const ids = [...state.prices.keys()];
  return {
    fired: new Set(ids.filter((id) => fired.has(priceAbout(id)))),
    armed: new Map([...state.prices].map(([id, { isArmed }]) => [id, isArmed])),
  };
}

function hookQueue({ clock, secrets, notices }: AlertsAround, command: readonly string[]): HookQueue {
  return createHookQueue(
    (event) => runHook(event, { command, clock, secrets }),
    (failure) =>
      addNotice(notices, {
        atMs: clock.now(),
        tone: 'error',
        text: `The alert hook failed: ${failure}. Later failures are not reported. Check hook under [alerts] in the configuration.`,
      }),
  );
}

function tell(
  { notices, clock, settings, session, ring }: AlertsAround,
  hook: HookQueue | null,
  alerts: readonly Alert[],
) {
  const atMs = clock.now();
  const { mode, profile } = session.getState();
  // The most severe notice is added last: the bottom of the screen shows the newest.
  for (const { tone, text, isSaid } of alerts.toReversed()) if (!isSaid) addNotice(notices, { atMs, tone, text });
  const bytes = terminalCall(
    alerts.map(({ text }) => text),
    settings,
  );
  if (bytes) ring(bytes);
  const at = new Date(atMs).toISOString();
  for (const { kind, about, text, details } of alerts)
    hook?.add({ version: 1, at, mode, profile, kind, about, text, details });
}

/** Watches open perp orders for their end; only then are the trades needed to say why. */
function readsFor({ perpOrders }: AlertState, { orders }: AlertSettings): readonly WantedQueryName[] {
  if (!orders) return [];
  return perpOrders?.gone.size ? ['perpOrders', 'fills'] : ['perpOrders'];
}
