import type { AnswerForm } from '../../src/paper/names.ts';
import { startPaperService } from '../../src/paper/service/service.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { armAfterMs } from '../../src/ui/forms/form-state.ts';
import { type Desk, type DeskOptions, openDesk } from '../driver/open-desk.ts';
import type { PaperProcess } from '../driver/paper-process.ts';

/**
 * The desk on a paper account of its own, forgotten afterwards, with the data of every pane on screen. The service runs in this
 * process: it starts in a fraction of the time that it takes inside the desk.
 */
export async function deskOnPaper(options: DeskOptions = {}, answers: AnswerForm = 'contract'): Promise<Desk> {
  const paper = await startPaperService({ seed: 1, speed: 1, stateDir: null, clock: systemClock, answers });
  return await deskOn(paper, { ...options, onClose: () => void paper.close() });
}

/** The desk as it is opened without a word: with the paper service inside. */
export async function deskWithPaper({ args = [], ...options }: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ ...options, args: ['--ephemeral', ...args] });
  await hasData(desk);
  return desk;
}

/** The desk on a paper service that runs already, with the data of every pane on screen. */
export async function deskOn(
  { baseUrl, apiKey }: Service,
  { args = [], env, ...options }: DeskOptions = {},
): Promise<Desk> {
  const desk = await openDesk({
    ...options,
    args: ['--base-url', baseUrl, ...args],
    env: { SWAPDECK_API_KEY: apiKey, ...env },
  });
  await hasData(desk);
  return desk;
}

type Service = Pick<PaperProcess, 'baseUrl' | 'apiKey'>;

/** Coins alone are worth 20K: the tokens are there too. */
const withTokens = /3 Balances .* 3\d\.\d\dK USD/;
const signs = ['● Connected', /▸ BTC +\+0\.15000 /, /WHEN .*STATUS/, /WALLET .*USD/, withTokens];

/** Waits until the stream is connected and positions, orders and balances are there. */
export const hasData = (desk: Desk): Promise<void> =>
  desk.seesWhere((screen) => signs.every((sign) => screen.shows(sign)), 'the desk with its data');

export const seesArmedConfirmation = (desk: Desk): Promise<void> => seesArmed(desk, 'Send (y)');

/** A question known by its words, on screen for so long that it hears its answer. */
export async function seesArmed(desk: Desk, matching: string | RegExp): Promise<void> {
  await desk.sees(matching);
  await desk.ages(armAfterMs);
}

/** Presses y on an armed confirmation, and goes on when the answer is there. */
export async function confirms(desk: Desk, answer: string | RegExp): Promise<void> {
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees(answer);
  await desk.press('Enter');
  await desk.seesNot('Any key returns to the desk');
}

/** Leaves whatever lies over the desk, so that one story's end is not the next one's beginning. */
export async function backToDesk(desk: Desk): Promise<void> {
  for (let levels = 0; !desk.screen().shows('q quit'); levels++) {
    if (levels > 8) throw new Error(`Esc does not lead back to the desk; ${desk.state()}`);
    await desk.press('Esc');
  }
}
