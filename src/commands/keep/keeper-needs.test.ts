import { expect, test } from 'vitest';
import type { Plan } from '../../plans/plan.ts';
import { configSchema, toConfig } from '../../platform/config/config-schema.ts';
import { createOperationRecordsStore, type OperationRecord } from '../../stores/orders/operation-records.ts';
import { createPlansStore } from '../../stores/orders/plans.ts';
import { deskNeeds } from '../../sync/reads/follow-needs.ts';
import { keeperNeeds } from './keeper-needs.ts';

const always = ['wallets', 'usage'];
const ofPerps = [...always, 'positions', 'markets', 'perpOrders'];
const ofSpot = [...always, 'balances', 'holdings', 'orders'];

interface Case {
  readonly plans?: readonly (readonly [kind: string, state: Plan['state']])[];
  readonly record?: Partial<OperationRecord>;
  readonly config?: object;
}

function needs({ plans: kinds = [], record, config = {} }: Case) {
  const [plans, records] = [createPlansStore(), createOperationRecordsStore()];
  plans.setState({ plans: kinds.map(([kind, state]) => ({ spec: { kind }, state }) as unknown as Plan) });
  if (record) records.setState({ records: [record as OperationRecord] });
  return keeperNeeds({ plans, records }, toConfig(configSchema.parse(config), '/home/me'));
}

test.each<[string, Case, readonly string[]]>([
  ['nothing to do', {}, always],
  ['a perp plan', { plans: [['twap', 'active']] }, ofPerps],
  ['a perp plan being cancelled', { plans: [['chase', 'cancelling']] }, ofPerps],
  ['a spot plan', { plans: [['dca', 'active']] }, ofSpot],
  [
    'plans of both',
    {
      plans: [
        ['oco', 'active'],
        ['scale', 'active'],
      ],
    },
    deskNeeds,
  ],
  [
    'plans that are over, or wait for a person',
    {
      plans: [
        ['twap', 'done'],
        ['dca', 'cancelled'],
        ['scale', 'paused'],
      ],
    },
    always,
  ],
  ['a plan of another version', { plans: [['straddle', 'active']] }, always],
  ['an unknown outcome', { record: { state: 'unknown', resolution: null } }, deskNeeds],
  ['a known outcome', { record: { state: 'accepted', resolution: null } }, always],
  ['limits of the account', { config: { risk: { max_open_orders: 3 } } }, deskNeeds],
  ['alerts with a hook', { config: { alerts: { hook: ['~/bin/alert'] } } }, deskNeeds],
])('with %s', (_name, given, expected) => {
  expect([...needs(given)].sort()).toEqual([...expected].sort());
});
