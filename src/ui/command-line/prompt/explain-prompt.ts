import type { Desk } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { type Parsed, parseCommand } from '../parse-command.ts';
import type { Plan } from '../plan/plan.ts';
import { planIntent } from '../plan/plan-intent.ts';

/** Text shown for a line while it is typed, and what Enter would do. */
export interface Explanation {
  readonly tone: 'muted' | 'accent' | 'warn';
  readonly text: string;
  /** null while there is nothing to run. */
  readonly plan: Plan | null;
}

/** Explains a line against the desk's current state. Total. */
export function explainLine(desk: Desk, line: string): Explanation {
  const parsed: Parsed = parseCommand(line);
  if (parsed.kind === 'empty')
    return {
      tone: 'muted',
      text: withKeys('Type a command; {prompt.complete} lists the options.', desk.keymap),
      plan: null,
    };
  if (parsed.kind === 'incomplete') return { tone: 'muted', text: parsed.needs, plan: null };
  if (parsed.kind === 'wrong') return { tone: 'warn', text: parsed.problem, plan: null };
  const plan = planIntent(desk, parsed.intent);
  if ('problem' in plan) return { tone: 'warn', text: plan.problem, plan };
  return plan.blocked
    ? { tone: 'warn', text: `${plan.effect}. Not now: ${plan.blocked}`, plan }
    : { tone: 'accent', text: plan.effect, plan };
}
