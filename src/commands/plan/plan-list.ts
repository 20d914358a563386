import type { CommandIo } from '../command.ts';
import { asJson, asLines, asRows } from '../output/format.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { findPlan, planAccount, readPlans } from './plan-account.ts';
import { planListSyntax, planShowSyntax } from './plan-syntax.ts';
import { planColumns, planFields, planJson, planText } from './plan-text.ts';

/** `swapdeck plan list`: the account's plans, the oldest first. Changes nothing. */
export async function runPlanList(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, planListSyntax);
  const { accountId } = await planAccount(values, io);
  const { plans, badLines } = readPlans(accountId, io);
  if (plans.length === 0) io.stderr.write('There is no plan in the file of this account.\n');
  if (badLines > 0) io.stderr.write(`${badLines} lines of the plan file cannot be read.\n`);
  const { format = 'table' } = values;
  if (plans.length > 0 || format === 'json')
    io.stdout.write(asRows(plans.map(planFields), planColumns, format, io.stdout));
  return 0;
}

/** `swapdeck plan show`: one plan with its orders. Changes nothing. */
export async function runPlanShow(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, words } = readArguments(args, planShowSyntax);
  const { accountId } = await planAccount(values, io);
  const plan = findPlan(readPlans(accountId, io).plans, words[0] ?? '');
  const { format = 'table' } = values;
  io.stdout.write(
    format === 'table' ? planText(plan) : format === 'json' ? asJson(planJson(plan)) : asLines([planJson(plan)]),
  );
  return 0;
}
