import { withKeys } from '../../keys/keymap.ts';
import type { Desk } from '../desk.ts';
import { type Parsed, parseCommand } from './parse-command.ts';
import type { Plan, WhyDisabled } from './plan.ts';
import { planIntent } from './plan-intent.ts';

/** What is said of a line while it is typed, and what Enter would do. */
export interface Explanation {
  readonly tone: 'muted' | 'accent' | 'warn';
  readonly text: string;
  /** null while there is nothing to run. */
  readonly plan: Plan | null;
}

/** Reads the line against the desk as it stands; any text gives an answer. */
export function explainLine(desk: Desk, line: string, whyDisabled: WhyDisabled): Explanation {
  const parsed: Parsed = parseCommand(line);
  if (parsed.kind === 'empty')
    return {
      tone: 'muted',
      text: withKeys('Type a command; {prompt.complete} lists what can be typed.', desk.keymap),
      plan: null,
    };
  if (parsed.kind === 'incomplete') return { tone: 'muted', text: parsed.needs, plan: null };
  if (parsed.kind === 'wrong') return { tone: 'warn', text: parsed.problem, plan: null };
  const plan = planIntent(desk, parsed.intent, whyDisabled);
  if ('problem' in plan) return { tone: 'warn', text: plan.problem, plan };
  return plan.blocked
    ? { tone: 'warn', text: `${plan.says}. Not now: ${plan.blocked}`, plan }
    : { tone: 'accent', text: plan.says, plan };
}
