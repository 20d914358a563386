import type { PlanSpec } from '../plan.ts';
import type { PlanKind } from '../plan-kind.ts';
import { bracket } from './bracket.ts';
import { chase } from './chase.ts';
import { dca } from './dca.ts';
import { iceberg } from './iceberg.ts';
import { ladder } from './ladder.ts';
import { oco } from './oco.ts';
import { scale } from './scale.ts';
import { swapTwap } from './swap-twap.ts';
import { twap } from './twap.ts';

/** Every kind of plan. */
export const planKinds = { scale, twap, chase, iceberg, bracket, dca, 'swap-twap': swapTwap, oco, ladder } as const;

export type PlanKindName = keyof typeof planKinds;

/** The kind of a plan. Throws for a plan that another version wrote. */
export function kindOf(spec: PlanSpec): PlanKind<PlanSpec> {
  const kind = (planKinds as Record<string, unknown>)[spec.kind];
  if (!kind) throw new Error(`no plan of the kind ${spec.kind}`);
  // The table holds kind and spec together; the compiler loses that where it takes them apart.
  return kind as PlanKind<PlanSpec>;
}
