import type { Desk } from '../desk/desk.ts';
import type { LeavingView } from '../desk/desk-ui.ts';
import { keyLabel } from '../keys/keymap.ts';
import { menuFrame } from '../presets/menu-frame.ts';
import { blank, type Line, span, wrap } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import { workedPlans } from './leave-desk.ts';

const widest = 76;
const keyWidth = 4;
const titleWidth = 8;
const mostShown = 5;

/** What becomes of the plans when the desk closes: one key each. */
export function leavingLines(desk: Desk, { doing, problem }: LeavingView, screen: Size): Line[] {
  const width = Math.min(widest, screen.columns - 4);
  const room = width - 4;
  const lines = [
    blank,
    ...plansLines(desk, room),
    blank,
    ...(doing ? wrap(doingWords[doing], room) : choiceLines(desk, room)),
    ...(problem === null ? [] : [blank, ...wrap(problem, room, 'danger')]),
    blank,
  ];
  return menuFrame(desk, { title: 'Leaving the desk', width, lines }, screen);
}

const doingWords = {
  keep: 'Handing the account to the keeper: nothing new is sent until it holds it …',
  cancel: 'Cancelling the plans and their resting orders; the desk closes when that is done. Esc: stay.',
} as const;

function plansLines(desk: Desk, room: number): Line[] {
  const plans = workedPlans(desk);
  const one = plans.length === 1;
  const more = plans.length - mostShown;
  return [
    ...wrap(
      `${one ? 'A plan is' : `${plans.length} plans are`} worked by this desk and stop${one ? 's' : ''} when it closes:`,
      room,
    ),
    ...plans.slice(0, mostShown).flatMap(({ summary }) => wrap(`  ${summary}`, room, 'title')),
    ...(more > 0 ? wrap(`  and ${more} more`, room, 'muted') : []),
  ];
}

function choiceLines(desk: Desk, room: number): Line[] {
  const { whyNot } = desk.keeper;
  const choices: readonly (readonly [CommandId, string, string])[] = [
    ['leaving.keep', 'keep', whyNot ?? 'a keeper works them on this machine, without a screen, until a desk opens'],
    ['leaving.pause', 'pause', 'they stay as they are; resume them at the next start. What rests at the service stays'],
    ['leaving.cancel', 'cancel', 'their resting orders are cancelled; what was filled stays'],
    ['leaving.close', 'stay', 'the desk stays open and works them'],
  ];
  return choices.flatMap(([id, title, effect]): Line[] => {
    const isOff = id === 'leaving.keep' && whyNot !== null;
    const key = keyLabel(desk.keymap.keysOf(id)[0] ?? '');
    return wrap(effect, room - keyWidth - titleWidth, isOff ? 'muted' : 'plain').map(
      (line, index): Line =>
        index === 0
          ? [span(key.padEnd(keyWidth), isOff ? 'muted' : 'accent'), span(title.padEnd(titleWidth)), ...line]
          : [span(' '.repeat(keyWidth + titleWidth)), ...line],
    );
  });
}
