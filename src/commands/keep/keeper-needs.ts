import { kindOf, planKinds } from '../../plans/kinds/kinds.ts';
import { isWorked, type Plan } from '../../plans/plan.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import type { Stores } from '../../stores/create-stores.ts';
import type { QueryName } from '../../stores/desk-data.ts';
import { isUnresolved } from '../../stores/orders/operation-records.ts';
import { deskNeeds } from '../../sync/reads/follow-needs.ts';

const always: readonly QueryName[] = ['wallets', 'usage'];
const ofMarket: Readonly<Record<'perp' | 'spot', readonly QueryName[]>> = {
  perp: ['positions', 'markets', 'perpOrders'],
  spot: ['balances', 'holdings', 'orders'],
};

/**
 * What a keeper has to read now: what the risk check asks of its plans' orders, and everything where limits of the account, an
 * alert hook or an operation of unknown outcome may depend on it.
 */
export function keeperNeeds(
  { plans, records }: Pick<Stores, 'plans' | 'records'>,
  { alerts, risk }: Pick<Config, 'alerts' | 'risk'>,
): readonly QueryName[] {
  const isLimited = Object.values(risk).some((limit) => limit !== null);
  if (isLimited || alerts.hook !== null || records.getState().records.some(isUnresolved)) return deskNeeds;
  const worked = plans.getState().plans.filter((plan) => isWorked(plan) && isKnown(plan));
  const markets = new Set(worked.map(({ spec }) => kindOf(spec).trades));
  return [...always, ...[...markets].flatMap((market) => ofMarket[market])];
}

/** A plan of a kind that another version wrote is left to that version. */
const isKnown = ({ spec }: Plan): boolean => spec.kind in planKinds;
