import type { Desk } from '../driver/open-desk.ts';
import { seesArmed } from './desk-on-paper.ts';

/** Types a plan on the command line, confirms its form, and sees it started. */
export async function starts(desk: Desk, line: string): Promise<void> {
  await desk.press(':');
  await desk.sees('⏎ run');
  await desk.types(line);
  await desk.sees(/ starts [\w ]+: /);
  await desk.press('Enter');
  await desk.sees('New plan');
  await desk.press('Tab', 'Enter');
  await seesArmed(desk, 'Start (y)');
  await desk.press('y');
  await desk.seesNot('New plan');
}

/** The plans pane on the whole screen. */
export async function seesPlans(desk: Desk): Promise<void> {
  await desk.press('M-o');
  await desk.sees('━ Plans ');
}
