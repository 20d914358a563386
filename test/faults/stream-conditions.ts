import { systemClock } from '../../src/platform/time/clock.ts';

export interface Conditions {
  /** To be called after everything that happens. */
  changed(): void;
  /** Resolves when it is so. Rejects after a minute, with what is in the way. */
  until(isSo: () => boolean, what: string): Promise<void>;
}

/** Only what hangs takes so long, on a machine with other work too. */
const patienceMs = 60_000;

/** Waits for conditions without asking the clock: each is looked at when something has happened. */
export function createConditions(describe: () => string): Conditions {
  const checks = new Set<() => void>();
  return {
    changed() {
      for (const check of [...checks]) check();
    },
    async until(isSo, what) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => reject(new Error(`never ${what}: ${describe()}`));
      const timer = systemClock.setTimeout(giveUp, patienceMs);
      const check = () => isSo() && resolve();
      checks.add(check);
      check();
      try {
        await promise;
      } finally {
        checks.delete(check);
        systemClock.clearTimeout(timer);
      }
    },
  };
}
