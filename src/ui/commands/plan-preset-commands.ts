import { cleanText } from '../../domain/text/clean-text.ts';
import { explainLine } from '../command-line/prompt/explain-prompt.ts';
import { maxLineLength } from '../command-line/prompt/prompt-state.ts';
import type { Command, Desk } from '../desk/desk.ts';
import { notify } from '../desk/notify.ts';
import { literally } from '../keys/literally.ts';
import { commandTable } from './command-table.ts';

type PlanPresetId = `plan.preset${1 | 2 | 3 | 4 | 5}`;

/** The ids in the order of `[presets] plans`. */
export const planPresetIds: readonly PlanPresetId[] = [
  'plan.preset1',
  'plan.preset2',
  'plan.preset3',
  'plan.preset4',
  'plan.preset5',
];

/** The commands that open the plans of `[presets] plans`; one without a text is disabled. */
export function planPresetCommands(plans: readonly string[]) {
  const commands = planPresetIds.map((id, index): [PlanPresetId, Omit<Command, 'id'>] => {
    const number = index + 1;
    const text = plans[index];
    const title = `plan preset ${number}`;
    const unset = text === undefined ? `${title} is not set: add it to [presets] plans` : null;
    return [
      id,
      {
        title,
        description: `Start a plan: ${text === undefined ? `number ${number} of [presets] plans` : shown(text)}`,
        scope: 'desk',
        isTrade: true,
        keys: [],
        whyDisabled: () => unset,
        run: (desk) => (text === undefined ? undefined : openPreset(desk, title, text)),
      },
    ];
  });
  // Object.fromEntries widens the ids to string: there is one command for each.
  return commandTable(Object.fromEntries(commands) as Readonly<Record<PlanPresetId, Omit<Command, 'id'>>>);
}

const shown = (text: string): string => literally(cleanText(text, maxLineLength).replace(/ +/g, ' ').trim());

/** Does what Enter does after the same text on the command line, where a problem would be shown above the line. */
function openPreset(desk: Desk, title: string, line: string): void {
  const { plan, text } = explainLine(desk, line);
  if (!plan || 'problem' in plan) notify(desk, 'warn', `${title}: ${text}`);
  else plan.run(desk);
}
