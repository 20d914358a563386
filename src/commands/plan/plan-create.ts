import Big from 'big.js';
import { isDecimalText } from '../../domain/numbers/decimal.ts';
import { formatUsd, groupThousands } from '../../domain/numbers/format.ts';
import { keyRoom } from '../../plans/key-room.ts';
import type { PlanCaps, PlanSpec } from '../../plans/plan.ts';
import { allKinds, planSummary } from '../../plans/plan-grammar.ts';
import type { PlanFacts, PlannedChild } from '../../plans/plan-kind.ts';
import { planCapsOf, planWorth, usualOperations } from '../../plans/plan-worth.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { remainingExecutions } from '../../stores/account/key-limits.ts';
import { parseCommand } from '../../ui/command-line/parse-command.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../command.ts';
import { asJson, asLines } from '../output/format.ts';
import type { Values } from '../syntax/command-syntax.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { TargetError } from '../target.ts';
import { changePlan, planAccount, refuseHalted } from './plan-account.ts';
import { isConfirmed } from './plan-change.ts';
import { planCreateSyntax } from './plan-syntax.ts';
import { planJson, planText } from './plan-text.ts';
import { type PlanPlace, readPlace } from './read-place.ts';

type Given = Values<typeof planCreateSyntax.options>;

/** `swapdeck plan create`: checks a plan with what the service says now, and writes it for the next desk or keeper. */
export async function runPlanCreate(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, planCreateSyntax);
  const { kind, typed } = readPlan(words.join(' '));
  const account = await planAccount(values, io);
  const { accountId, client, target } = account;
  if (!client || !target)
    throw new TargetError(
      'The market of the embedded paper service runs with the desk: create the plan there with :, or start swapdeck paper and use --base-url.',
    );
  refuseHalted(accountId, io);
  const place = await readPlace(kind, typed, values.wallet ?? target.wallet, { ...account, client, target }, io);
  const standards = Object.fromEntries(kind.inputs.map(({ id, standard = '' }) => [id, standard]));
  const entered = { ...standards, ...typed, ...place.values };
  const made = kind.build(entered, place.facts, () => io.random.int(2 ** 32) / 2 ** 32);
  if ('problem' in made) throw new PlainError(made.problem);
  const planned = kind.planned(made.spec);
  const limit = kind.inputs.find(({ word }) => word === 'limit');
  const caps = capsOf(values, {
    planned,
    facts: place.facts,
    limit: decimal(limit && entered[limit.id]),
    needed: kind.operations?.(made.spec),
    alternatives: kind.alternatives?.(made.spec),
  });
  refuseKey(place, planned);
  const summary = planSummary(kind, entered);
  const text = `${summary}: ${planned.length} orders, ${capsText(caps)}.${feeText(place.facts)}\n${kind.withoutDesk(made.spec)} ${kind.gapRule}`;
  if (!values.yes && !(await isConfirmed(io, text))) return 1;
  return write(values, io, {
    accountId,
    walletId: place.walletId,
    summary,
    spec: made.spec,
    caps,
    arrivalPx: place.arrivalPx,
  });
}

/** The words of the desk's command line. Throws UsageError with what is allowed. */
function readPlan(line: string) {
  const parsed = parseCommand(line);
  const names = allKinds.map(({ kind }) => kind).join(', ');
  if (parsed.kind === 'wrong') throw new UsageError(parsed.problem);
  if (parsed.kind === 'incomplete') throw new UsageError(`More is needed: ${parsed.needs}`);
  const intent = parsed.kind === 'intent' ? parsed.intent : null;
  const kind = intent?.kind === 'plan' ? allKinds.find((one) => one.kind === intent.plan) : undefined;
  if (intent?.kind !== 'plan' || !kind || Object.keys(intent.values).length === 0)
    throw new UsageError(`Begin with the kind of plan and all of its words. Kinds: ${names}.`);
  return { kind, typed: intent.values };
}

const decimal = (text = ''): Big | null => (isDecimalText(text.trim()) ? new Big(text.trim()) : null);

interface Sized {
  readonly planned: readonly PlannedChild[];
  readonly facts: PlanFacts;
  readonly limit: Big | null;
  readonly needed: number | undefined;
  readonly alternatives: readonly (readonly string[])[] | undefined;
}

/** What the plan needs, never above what was given. Throws UsageError or PlainError. */
function capsOf(values: Given, { planned, facts, limit, needed, alternatives }: Sized): PlanCaps {
  const worth = planWorth(planned, facts, limit, alternatives);
  const usual = usualOperations(planned.length, needed);
  const operations =
    values['max-operations'] === undefined ? usual : wholeOf('max-operations', values['max-operations']);
  if (operations < planned.length)
    throw new PlainError(
      `The plan needs ${planned.length} operations at least; --max-operations allows ${operations}.`,
    );
  const caps = planCapsOf(operations, worth.usd);
  if (values['max-usd'] === undefined) return caps;
  const most = decimal(values['max-usd']);
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

const capsText = ({ operations, usd }: PlanCaps): string =>
  `at most ${operations} operations${usd === null ? ', value unknown' : ` and ${groupThousands(usd)} USD`}`;

/** ` Fees of 0.045 % (taker) and 0.015 % (maker): your account's rates.` */
function feeText(facts: PlanFacts): string {
  if (facts.kind !== 'perp') return '';
  const { maker, taker, isBaseTier } = facts.fees;
  const whose = isBaseTier ? "the base tier, because your account's rates could not be read" : "your account's rates";
  return ` Fees of ${taker.times(100).toFixed()} % (taker) and ${maker.times(100).toFixed()} % (maker): ${whose}.`;
}

/** A plan that the key cannot carry out. Throws PlainError. */
function refuseKey({ usage }: PlanPlace, planned: readonly PlannedChild[]): void {
  const left = usage && remainingExecutions(usage, 0);
  const room =
    left &&
    keyRoom(
      planned.filter(({ type }) => type !== 'trigger'),
      left,
    );
  if (room && room.count > room.most)
    throw new PlainError(`The key has ${room.most} executions left for the plan, and it takes ${room.count}.`);
}

interface NewPlan {
  readonly accountId: string;
  readonly walletId: string;
  readonly summary: string;
  readonly spec: PlanSpec;
  readonly caps: PlanCaps;
  readonly arrivalPx: string | null;
}

async function write({ format = 'table' }: Given, io: CommandIo, { accountId, ...plan }: NewPlan): Promise<number> {
  const id = io.random.hex(4);
  const made = await changePlan(accountId, io, () => ({ event: 'created', id, ...plan }));
  io.stdout.write(
    format === 'table' ? planText(made) : format === 'json' ? asJson(planJson(made)) : asLines([planJson(made)]),
  );
  return 0;
}
