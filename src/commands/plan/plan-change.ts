import type { NewLine } from '../../actions/plans/plan-book.ts';
import { isEnded, type Plan } from '../../plans/plan.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { askLine } from '../../platform/terminal/key-input.ts';
import type { CommandIo } from '../command.ts';
import { asJson, asLines, type Format } from '../output/format.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import type { TargetChoice } from '../target.ts';
import { changePlan, findPlan, planAccount, readPlans, refuseHalted } from './plan-account.ts';
import { planCancelSyntax, planPauseSyntax, planResumeSyntax } from './plan-syntax.ts';
import { planJson, planText } from './plan-text.ts';

interface Change {
  readonly id: string;
  readonly choice: TargetChoice;
  readonly format: Format;
  /** Null: nothing is asked. */
  readonly question: ((plan: Plan) => string) | null;
  readonly addsRisk: boolean;
  line(plan: Plan): NewLine;
}

/** `swapdeck plan pause`. It only stops something, so nothing is asked. */
export function runPlanPause(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, planPauseSyntax);
  return change(io, {
    id: words[0] ?? '',
    choice: values,
    format: values.format ?? 'table',
    question: null,
    addsRisk: false,
    line: ({ id, state }) => {
      if (state !== 'active') throw new PlainError(`This plan is ${state}: only an active one can be paused.`);
      return { event: 'paused', id, why: 'paused by you', by: 'person' };
    },
  });
}

/** `swapdeck plan resume`. */
export function runPlanResume(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, planResumeSyntax);
  return change(io, {
    id: words[0] ?? '',
    choice: values,
    format: values.format ?? 'table',
    question: values.yes ? null : ({ why }) => `It paused: ${why}. It goes on and sends its orders by itself.`,
    addsRisk: true,
    line: ({ id, state }) => {
      if (state !== 'paused') throw new PlainError(`This plan is ${state}: only a paused one can be resumed.`);
      return { event: 'resumed', id };
    },
  });
}

/** `swapdeck plan cancel`. */
export function runPlanCancel(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, planCancelSyntax);
  const leavesOrders = values['leave-orders'] === true;
  const orders = leavesOrders
    ? 'Its resting orders stay at the service.'
    : 'Its resting orders are cancelled by the next desk or keeper.';
  return change(io, {
    id: words[0] ?? '',
    choice: values,
    format: values.format ?? 'table',
    question: values.yes ? null : () => `Nothing new is placed. ${orders}`,
    addsRisk: false,
    line: ({ id }) => ({ event: 'cancelling', id, leavesOrders }),
  });
}

async function change(io: CommandIo, { id, choice, format, question, addsRisk, line }: Change): Promise<number> {
  const { accountId } = await planAccount(choice, io);
  if (addsRisk) refuseHalted(accountId, io);
  const seen = findPlan(readPlans(accountId, io).plans, id);
  if (question && !(await isConfirmed(io, `${planText(seen)}\n${question(seen)}`))) return 1;
  const plan = await changePlan(accountId, io, (plans) => {
    const now = findPlan(plans, seen.id);
    if (isEnded(now)) throw new PlainError(`This plan has ended: ${now.state}.`);
    return line(now);
  });
  io.stdout.write(
    format === 'table' ? planText(plan) : format === 'json' ? asJson(planJson(plan)) : asLines([planJson(plan)]),
  );
  return 0;
}

/** Asks a person; without a terminal nobody can answer, and nothing is done. */
export async function isConfirmed(io: CommandIo, text: string): Promise<boolean> {
  io.stderr.write(`${text}\n`);
  if (!io.stdin.isTTY) {
    io.stderr.write('Nothing was changed. With --yes it is done without a question.\n');
    return false;
  }
  const prompt = 'Type yes to do it: ';
  const answer = await askLine({ prompt, isSecret: false, stdin: io.stdin, output: io.stderr, signal: io.signal });
  const isYes = answer?.trim().toLowerCase() === 'yes';
  if (!isYes) io.stderr.write('Nothing was changed.\n');
  return isYes;
}
