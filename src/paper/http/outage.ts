import type { FaultPlan } from '../faults/fault-plan.ts';
import { type FaultRuleInput, faultRule } from '../faults/fault-rule.ts';
import type { PusherHub } from '../pusher/pusher-hub.ts';

const closing = { code: 4200, reason: 'the venue does not answer' };
const rules: readonly FaultRuleInput[] = [
  { kind: 'serverError', status: 503, times: null },
  { kind: 'closeSocket', route: 'CONNECT', times: null, ...closing },
];

/** Switches a whole outage on and off: every call answers 503, sockets are closed and cannot be opened. */
export function createOutage(plan: FaultPlan, hub: PusherHub): (isOut: boolean) => void {
  let active: string[] = [];
  return (isOut) => {
    if (isOut === active.length > 0) return;
    for (const id of active) plan.clear(id);
    active = isOut ? rules.map((rule) => plan.add(faultRule.parse(rule)).faultId) : [];
    if (isOut) hub.closeSockets(closing.code, closing.reason);
  };
}
