import { type FaultRule, type FaultRuleInput, faultRule } from './fault-rule.ts';

export const maxChaosLevel = 3;

const slow: FaultRuleInput[] = [
  { kind: 'latency', probability: 0.1, delayMs: 400 },
  { kind: 'latency', probability: 0.02, delayMs: 2_500 },
  { kind: 'delay', probability: 0.02, delayMs: 800 },
];
const refusing: FaultRuleInput[] = [
  { kind: 'rateLimit', probability: 0.02, retryAfterS: 2 },
  { kind: 'serverError', probability: 0.02, status: 503 },
  { kind: 'serverError', probability: 0.01, status: 502, isHandled: true },
  { kind: 'duplicate', probability: 0.02 },
  { kind: 'reorder', probability: 0.02 },
  { kind: 'closeSocket', route: 'EVENT *', probability: 0.0005, code: 4200 },
];
const breaking: FaultRuleInput[] = [
  { kind: 'dropRequest', probability: 0.02 },
  { kind: 'dropAnswer', probability: 0.02 },
  { kind: 'resetMidBody', probability: 0.01 },
  { kind: 'badJson', probability: 0.01 },
  { kind: 'hang', probability: 0.005 },
  { kind: 'hostileText', probability: 0.05 },
  { kind: 'closeSocket', route: 'CONNECT*', probability: 0.1, code: 4100 },
  { kind: 'halfOpen', route: 'EVENT *', probability: 0.0002 },
];
const levels = [slow, refusing, breaking];

/** Rules of a chaos level: 0 none, 1 delays, 2 also refuses, 3 also breaks connections and sends hostile text. */
export const chaosRules = (level: number): FaultRule[] =>
  levels
    .slice(0, level)
    .flat()
    .map((rule) => faultRule.parse({ ...rule, times: null }));
