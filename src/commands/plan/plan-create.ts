import { arrivalPxOf } from '../../plans/arrival-px.ts';
import type { PlanCaps, PlanSpec } from '../../plans/plan.ts';
import { allKinds, planSummary } from '../../plans/plan-grammar.ts';
import type { PlanFacts } from '../../plans/plan-kind.ts';
import { limitOf } from '../../plans/plan-worth.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { parseCommand } from '../../ui/command-line/parse-command.ts';
import type { CommandIo } from '../command.ts';
import { UsageError } from '../command.ts';
import { asJson, asLines } from '../output/format.ts';
import type { Values } from '../syntax/command-syntax.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { TargetError } from '../target.ts';
import { changePlan, planAccount, refuseHalted } from './plan-account.ts';
import { capsOf, capsText, refuseKey } from './plan-caps.ts';
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
  const place = await readPlace(kind, typed, values.wallet ?? null, { ...account, client, target }, io);
  const standards = Object.fromEntries(kind.inputs.map(({ id, standard = '' }) => [id, standard]));
  const entered = { ...standards, ...typed, ...place.values };
  const made = kind.build(entered, place.facts, () => io.random.int(2 ** 32) / 2 ** 32);
  if ('problem' in made) throw new PlainError(refusal(kind, made, place));
  const planned = kind.planned(made.spec);
  const caps = capsOf(values, {
    planned,
    facts: place.facts,
    limit: limitOf(kind, entered),
    needed: kind.operations?.(made.spec),
    alternatives: kind.alternatives?.(made.spec),
  });
  refuseKey(place, planned);
  const summary = planSummary(kind, entered);
  const text = `${summary}: ${planned.length} orders, ${capsText(caps)}.${feeText(place.facts)}\n${place.text}\n${kind.withoutDesk(made.spec)} ${kind.gapRule}`;
  if (!values.yes && !(await isConfirmed(io, text))) return 1;
  return write(values, io, {
    accountId,
    walletId: place.walletId,
    summary,
    spec: made.spec,
    caps,
    arrivalPx: arrivalPxOf(place.facts),
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

/** `stop: The price is 140 already: …`, and for swaps of which wallet and tokens. */
function refusal(
  { inputs }: (typeof allKinds)[number],
  { field, problem }: Problem,
  { facts, text }: PlanPlace,
): string {
  const word = inputs.find(({ id }) => id === field)?.word;
  return `${word ? `${word}: ` : ''}${problem}${facts.kind === 'spot' ? ` ${text}` : ''}`;
}

interface Problem {
  readonly field: string;
  readonly problem: string;
}

/** ` Fees of 0.045 % (taker) and 0.015 % (maker): your account's rates.` */
function feeText(facts: PlanFacts): string {
  if (facts.kind !== 'perp') return '';
  const { maker, taker, isBaseTier } = facts.fees;
  const whose = isBaseTier ? "the base tier, because your account's rates could not be read" : "your account's rates";
  return ` Fees of ${taker.times(100).toFixed()} % (taker) and ${maker.times(100).toFixed()} % (maker): ${whose}.`;
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
