import { isEnded } from '../../../plans/plan.ts';
import { allKinds } from '../../../plans/plan-grammar.ts';
import type { Command, Desk } from '../../desk/desk.ts';
import { marketCoin } from '../../desk/market-coin.ts';
import { notify } from '../../desk/notify.ts';
import { openAtConfirmation, openForm } from '../../forms/open-form.ts';
import { cancelPlanForm } from '../../forms/plan/cancel-plan-form.ts';
import { limitsPlanForm } from '../../forms/plan/limits-plan-form.ts';
import { planForm } from '../../forms/plan/plan-form.ts';
import { resumePlanForm } from '../../forms/plan/resume-plan-form.ts';
import { selectedRow } from '../../panes/pane-rows.ts';
import { commandTable } from '../command-table.ts';

const noPlan = 'no plan is selected: focus the plans pane ({focus.plans}) and select one';

const selected = (desk: Desk) => (desk.ui.getState().focus === 'plans' ? selectedRow(desk, 'plans') : null);

/** Why the selected plan cannot be changed; null if it can. */
function needsOpenPlan(desk: Desk): string | null {
  const row = selected(desk);
  if (!row) return noPlan;
  if (row.problem !== null) return 'this plan was written by another version';
  return isEnded(row.plan) ? `this plan has ended: ${row.plan.state}` : null;
}

const needsState = (state: 'active' | 'paused', why: string) => (desk: Desk) =>
  needsOpenPlan(desk) ?? (selected(desk)?.plan.state === state ? null : why);

function pause(desk: Desk): void {
  const row = selected(desk);
  const why = row && desk.actions.plans.pause(row.key);
  if (row)
    notify(desk, why === null ? 'ok' : 'warn', why ?? `${row.summary} paused; what rests at the service stays there`);
}

const onRow = (open: (desk: Desk, row: NonNullable<ReturnType<typeof selected>>) => void) => (desk: Desk) => {
  const row = selected(desk);
  if (row) open(desk, row);
};

/** Opens the form of a kind of plan, in the market of the focused pane. */
const create = (desk: Desk, kind: string): void => openForm(desk, planForm(desk, kind, coinValue(desk)));

function coinValue(desk: Desk): Readonly<Record<string, string>> {
  const coin = marketCoin(desk);
  return coin === null ? {} : { coin };
}

type KindCommand = `plan.${string}`;

/** `plan.swapTwap` for `swap-twap`. */
export const kindCommandId = (kind: string): KindCommand =>
  `plan.${kind.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase())}`;

/** `scale` for `Scale`; an abbreviation stays. */
const inSentence = (title: string): string => title.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

/** One command for each kind of plan, for the palette and for keys of the user's own. */
const kindCommands = Object.fromEntries(
  allKinds.map(({ kind, title, usage }): [KindCommand, Omit<Command, 'id'>] => [
    kindCommandId(kind),
    {
      title: inSentence(title),
      description: `Start a plan: ${title}, such as ${usage}`,
      scope: 'desk',
      isTrade: true,
      keys: [],
      run: (desk) => create(desk, kind),
    },
  ]),
) as Readonly<Record<KindCommand, Omit<Command, 'id'>>>;

/** Commands of plans. */
export const planCommands = commandTable({
  'plan.create': {
    title: 'plan',
    description: 'Start a plan: an order that the desk works over time, such as a TWAP or a scale',
    scope: 'desk',
    isTrade: true,
    keys: ['P'],
    run: (desk) => create(desk, 'twap'),
  },
  ...kindCommands,
  'plan.pause': {
    title: 'pause',
    description: 'Pause the selected plan: nothing new is placed, what rests at the service stays',
    scope: 'plans',
    hint: 1,
    whyDisabled: needsState('active', 'only an active plan can be paused'),
    keys: ['p'],
    run: pause,
  },
  'plan.resume': {
    title: 'resume',
    description: 'Let the selected plan go on, after a confirmation that says why it paused',
    scope: 'plans',
    isTrade: true,
    hint: 2,
    whyDisabled: needsState('paused', 'only a paused plan can be resumed'),
    keys: ['a'],
    run: onRow((desk, row) => openAtConfirmation(desk, resumePlanForm(desk, row), false)),
  },
  'plan.limits': {
    title: 'limits',
    description: 'Change the caps and the limits of the selected plan',
    scope: 'plans',
    isTrade: true,
    hint: 3,
    whyDisabled: needsOpenPlan,
    keys: ['e'],
    run: onRow((desk, row) => openForm(desk, limitsPlanForm(desk, row))),
  },
  'plan.cancel': {
    title: 'cancel',
    description: 'Cancel the selected plan, with or without its resting orders',
    scope: 'plans',
    isTrade: true,
    hint: 4,
    whyDisabled: needsOpenPlan,
    keys: ['x'],
    run: onRow((desk, row) => openForm(desk, cancelPlanForm(desk, row))),
  },
});
