import { setTimeout as pause } from 'node:timers/promises';
import { type Desk, type DeskOptions, openDesk } from '../driver/open-desk.ts';

/** The desk on its own paper account, forgotten afterwards, with the data of every pane on screen. */
export async function deskOnPaper({ args = [], ...options }: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ ...options, args: ['--ephemeral', ...args] });
  await hasData(desk);
  return desk;
}

/** Waits until the stream is connected and positions, orders and balances are there. */
export async function hasData(desk: Desk): Promise<void> {
  await desk.seesWhere(
    (screen) =>
      ['● Connected', /▸ BTC +\+0\.15000 /, /WHEN .*STATUS/, /WALLET .*USD/].every((sign) => screen.shows(sign)),
    'the desk with its data',
  );
}

/** A confirmation ignores keys until it has been on screen for 300 ms: a key before that proves nothing. */
export const seesArmedConfirmation = (desk: Desk): Promise<void> => seesArmed(desk, 'Send (y)');

/** The same for any other question, known by its words. */
export async function seesArmed(desk: Desk, matching: string | RegExp): Promise<void> {
  await desk.sees(matching);
  const armedAtMs = performance.now() + 320;
  await desk.seesWhere(
    (screen) => performance.now() > armedAtMs && screen.shows(matching),
    `${matching} on screen for 300 ms`,
  );
}

/** How long a redraw may take before a key counts as not heard. */
const redrawLimitMs = 1_500;

/** Leaves whatever lies over the desk, so that one story's end is not the next one's beginning. */
export async function backToDesk(desk: Desk): Promise<void> {
  const keysShown = () => desk.screen().text().split('\n').at(-1)?.slice(0, 24);
  while (!desk.screen().shows('q quit')) {
    const before = keysShown();
    await desk.press('Esc');
    // The keys at the foot are others on every level: a key before the redraw would fall onto the level below.
    const limit = AbortSignal.timeout(redrawLimitMs);
    while (keysShown() === before && !limit.aborted) await pause(10);
  }
}
