import { configuredRules } from './alerts/configured-rules.ts';
import { persistRules } from './alerts/persist-rules.ts';
import type { PriceRulesStore } from './alerts/price-rules.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import type { Config } from './platform/config/config-schema.ts';
import { createAlertsFile } from './platform/files/alerts-file.ts';
import { profileFile } from './platform/files/paths.ts';
import type { Clock } from './platform/time/clock.ts';
import { isKept, type Service } from './service.ts';
import type { Stores } from './stores/create-stores.ts';
import type { WantedQueryName } from './stores/desk-data.ts';
import { addNotice } from './stores/notices.ts';

interface Around {
  readonly stores: Stores;
  readonly clock: Clock;
  readonly config: Config;
  readonly stateDir: string;
  readonly rules: PriceRulesStore;
  /** Keeps these reads fresh, instead of those named in the previous call. */
  readonly want: (names: readonly WantedQueryName[]) => void;
  /** Writes invisible bytes, such as the bell, to the terminal. Without it, alerts are off. */
  readonly ring?: ((bytes: string) => void) | undefined;
}

/** Starts alerts on changes in the stores, except in a replay, whose events are in the past. Returns functions that stop them. */
export function startAlerting(service: Service, around: Around): (() => void)[] {
  const { stores, clock, config, stateDir, rules, want, ring } = around;
  for (const address of configuredRules(config.alerts.price).wrong) {
    const text = `alerts.price: ${address} is not a token address, so this alert is not set`;
    addNotice(stores.notices, { atMs: clock.now(), tone: 'error', text });
  }
  if (!ring || service.recording) return [];
  const { mode, account: profile } = service;
  const file = createAlertsFile(profileFile(stateDir, { mode, profile }, 'alerts'), () => clock.now());
  return [
    isKept(service) ? persistRules({ rules, file, notices: stores.notices, clock }) : () => {},
    startAlerts({
      ...stores,
      clock,
      rules,
      ring,
      want,
      settings: config.alerts,
      walletNow: () => stores.activeWallet.getState().perpId,
      secrets: [service.apiKey],
    }),
  ];
}
