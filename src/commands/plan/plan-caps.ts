import Big from 'big.js';
import { isDecimalText } from '../../domain/numbers/decimal.ts';
import { formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import type { PlanCaps } from '../../plans/plan.ts';
import type { Alternatives, PlanFacts, PlannedChild } from '../../plans/plan-kind.ts';
import { leastOperations, planCapsOf, planWorth, usualOperations } from '../../plans/plan-worth.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { planRoom, triggersProblem } from '../../stores/account/plan-room.ts';
import { UsageError } from '../command.ts';
import type { Values } from '../syntax/command-syntax.ts';
import type { planCreateSyntax } from './plan-syntax.ts';
import type { PlanPlace } from './read-place.ts';

type Given = Values<typeof planCreateSyntax.options>;

interface Sized {
  readonly planned: readonly PlannedChild[];
  readonly facts: PlanFacts;
  readonly limit: Big | null;
  readonly needed: number | undefined;
  readonly alternatives: Alternatives | undefined;
}

/** What the plan needs, never above what was given. Throws UsageError or PlainError. */
export function capsOf(values: Given, { planned, facts, limit, needed, alternatives }: Sized): PlanCaps {
  const worth = planWorth(planned, facts, limit, alternatives);
  const least = leastOperations(planned.length, alternatives);
  const usual = usualOperations(planned.length, needed);
  const operations =
    values['max-operations'] === undefined ? usual : wholeOf('max-operations', values['max-operations']);
  if (operations < least)
    throw new PlainError(`The plan needs ${least} operations at least; --max-operations allows ${operations}.`);
  const caps = planCapsOf(operations, worth.usd);
  if (values['max-usd'] === undefined) return caps;
  const text = values['max-usd'].trim();
  const most = isDecimalText(text) ? new Big(text) : null;
  if (!most?.gt(0)) throw new UsageError('--max-usd: enter an amount in USD above zero.');
  if (!worth.usd) throw new PlainError('There is no price to value the plan, so --max-usd cannot be kept.');
  if (worth.usd.gt(most))
    throw new PlainError(`The plan may trade ${formatUsd(worth.usd)} USD; --max-usd allows ${formatUsd(most)}.`);
  return { ...caps, usd: most.toFixed() };
}

function wholeOf(name: string, text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new UsageError(`--${name}: enter a whole number above zero.`);
  return Number(text);
}

export const capsText = ({ operations, usd }: PlanCaps): string =>
  `at most ${operations} operations${usd === null ? ', value unknown' : ` and ${groupThousands(usd)} USD`}`;

/** A plan that the key cannot carry out. Throws PlainError. */
export function refuseKey({ usage }: PlanPlace, planned: readonly PlannedChild[]): void {
  const left = planRoom(usage, 0, planned);
  const { keyRoom: room } = left;
  if (room && room.count > room.most)
    throw new PlainError(`The key has ${room.most} executions left for the plan, and it takes ${room.count}.`);
  const tooMany = triggersProblem(left, planned);
  if (tooMany !== null) throw new PlainError(tooMany);
}
