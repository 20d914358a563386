import { findVerb, parseCommand } from './parse-command.ts';
import { readWords } from './read-words.ts';
import { planVerbs } from './verbs/plan-verbs.ts';

/** A plan that the command line would not take, and why. */
export interface PlanProblem {
  /** Its place in the list, from 0. */
  readonly index: number;
  readonly message: string;
}

const kinds = planVerbs.map(({ name }) => name).join(', ');

/**
 * Problems in `[presets] plans` of a configuration. Only the grammar can be checked without a desk: markets, balances and prices
 * are checked when the plan is opened.
 */
export const checkPlans = (plans: readonly string[]): readonly PlanProblem[] =>
  plans.flatMap((text, index) => {
    const problem = problemOf(text);
    return problem === null ? [] : [{ index, message: `${JSON.stringify(text)} ${problem}` }];
  });

function problemOf(text: string): string | null {
  const verb = findVerb(readWords(text));
  if (!verb || !planVerbs.includes(verb))
    return `is not a plan: write what the command line takes, such as twap buy 2 ETH over 1h in 30. Plans: ${kinds}`;
  const parsed = parseCommand(text);
  if (parsed.kind === 'wrong') return `is not understood: ${parsed.problem}`;
  if (parsed.kind === 'incomplete') return `is not complete: ${parsed.needs}`;
  const isBare = parsed.kind !== 'intent' || parsed.intent.kind !== 'plan' || isEmpty(parsed.intent.values);
  return isBare ? `says nothing but its kind: write all of it, such as ${verb.examples[0]}` : null;
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;
