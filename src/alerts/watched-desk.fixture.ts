import { FakeClock } from '../platform/time/fake-clock.fixture.ts';
import { fakeStores } from '../stores/stores.fixture.ts';
import type { AlertSettings } from './alert.ts';
import { createPriceRulesStore } from './price-rules.ts';
import { startAlerts } from './start-alerts.ts';

const settings = {
  orders: true,
  positions: true,
  plans: true,
  liquidationPct: null,
  streamDownMs: null,
  keyLimit: true,
  pauseMs: 5_000,
  bell: true,
  notification: 'off',
  hook: null,
} as const;

/** The stores of a desk and the alerts that look at them, with what they rang and wanted. */
export function watchedDesk(over: Partial<AlertSettings> = {}, rules = createPriceRulesStore()) {
  const clock = new FakeClock();
  const { stores, ...reads } = fakeStores(() => clock.now());
  const rung: string[] = [];
  const wanted: (readonly string[])[] = [];
  const wallet = { id: 'w-1' };
  const stop = startAlerts({
    ...stores,
    clock,
    rules,
    settings: { ...settings, ...over },
    walletNow: () => wallet.id,
    want: (names) => wanted.push(names),
    secrets: [],
    ring: (bytes) => rung.push(bytes),
  });
  const said = () => stores.notices.getState().notices.map(({ text }) => text);
  return { ...reads, clock, rules, rung, wanted, wallet, stop, said };
}
