import type { Clock, TimerHandle } from '../platform/clock.ts';
import { runHook } from '../platform/run-hook.ts';
import { addNotice, type NoticesStore } from '../stores/notices.ts';
import type { Alert, AlertSettings } from './alert.ts';
import { type FactSources, readAlertFacts } from './alert-facts.ts';
import { createHookQueue, type HookQueue } from './hook-queue.ts';
import { nextAlerts, startAlertState } from './next-alerts.ts';
import type { PriceRulesStore } from './price-rules.ts';
import { type TerminalCall, terminalCall } from './terminal-call.ts';

export interface AlertsAround extends Omit<FactSources, 'rules'> {
  readonly rules: PriceRulesStore;
  readonly notices: NoticesStore;
  readonly clock: Clock;
  readonly settings: AlertSettings & TerminalCall & { readonly hook: readonly string[] | null };
  /** Texts that a hook must not find in its environment. */
  readonly secrets: readonly string[];
  /** Writes bytes that are not seen to the terminal, without waiting for it. */
  readonly ring: (bytes: string) => void;
}

/** Nothing that alerts are about is read more often. */
const lookEveryMs = 500;

/** Looks at the facts twice a second and says what there is to say, until the returned function is called. */
export function startAlerts(around: AlertsAround): () => void {
  const { clock, rules, settings } = around;
  const hook = settings.hook ? hookQueue(around, settings.hook) : null;
  let state = startAlertState;
  let timer: TimerHandle;
  const look = (): void => {
    const facts = readAlertFacts({ ...around, rules: rules.getState().rules });
    const next = nextAlerts(state, facts, settings, clock.monotonic());
    state = next.state;
    if (next.alerts.length > 0) tell(around, hook, next.alerts);
    timer = clock.setTimeout(look, lookEveryMs);
  };
  look();
  return () => {
    clock.clearTimeout(timer);
    hook?.stop();
  };
}

function hookQueue({ clock, secrets, notices }: AlertsAround, command: readonly string[]): HookQueue {
  return createHookQueue(
    (event) => runHook(event, { command, clock, secrets }),
    (failure) =>
      addNotice(notices, {
        atMs: clock.now(),
        tone: 'error',
        text: `The alert hook failed: ${failure}. Later failures are not said; hook is in [alerts] of the configuration.`,
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
  // The gravest is said last: the foot of the screen shows the newest.
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
