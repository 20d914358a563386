import type { Clock } from '../../platform/time/clock.ts';
import type { Random } from '../../platform/time/random.ts';
import type { FaultPlan } from './fault-plan.ts';
import { faultRule } from './fault-rule.ts';

/** Parts of the API that fail by themselves, as they do where each is a service of its own. */
const parts = ['perp', 'tokens', 'portfolio', 'swap', 'trigger', 'alpha'];

export interface PartialOutageOptions {
  readonly plan: FaultPlan;
  readonly clock: Clock;
  readonly random: Random;
}

/** Now and then lets one part of the API answer 503 for up to a minute. Returns the function that ends it. */
export function startPartialOutages({ plan, clock, random }: PartialOutageOptions): () => void {
  const between = (fromMs: number, toMs: number): number => fromMs + (toMs - fromMs) * random.next();
  const wait = (ms: number, next: () => void): void => {
    timer = clock.setTimeout(next, ms);
  };
  const begin = (): void => {
    const route = `/api/v2/${parts[random.int(parts.length)]}/*`;
    const { faultId } = plan.add(faultRule.parse({ kind: 'serverError', status: 503, route, times: null }));
    wait(between(20_000, 60_000), () => {
      plan.clear(faultId);
      wait(between(120_000, 360_000), begin);
    });
  };
  let timer = clock.setTimeout(begin, between(60_000, 180_000));
  return () => clock.clearTimeout(timer);
}
