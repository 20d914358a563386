import { literally } from '../../keys/literally.ts';
import { dropToken } from '../../stores/watchlist.ts';
import type { Desk } from '../desk.ts';
import { type DeskUiState, tapeSizes } from '../desk-ui.ts';
import { openForm } from '../forms/open-form.ts';
import { tapeTokenForm } from '../forms/tape-token/tape-token-form.ts';
import { say, sayKeys } from '../say.ts';

type TapeUi = DeskUiState['tape'];

const patch = (desk: Desk, change: (tape: TapeUi) => Partial<TapeUi>): void =>
  desk.ui.setState(({ tape }) => ({ tape: { ...tape, ...change(tape) } }));

/** What the commands of the tape do. */
export const tapeRuns: Readonly<Record<string, (desk: Desk) => void>> = {
  'tape.pause': (desk) =>
    patch(desk, ({ pausedAtSeq }) => ({ pausedAtSeq: pausedAtSeq === null ? desk.tape.lastSeq : null, scroll: 0 })),
  'tape.size': (desk) => patch(desk, ({ minUsd }) => ({ minUsd: nextOf(tapeSizes, minUsd), scroll: 0 })),
  'tape.token': (desk) => showToken(desk, nextOf([...desk.tapeTokens, null], desk.ui.getState().tape.tokenId)),
  'tape.watch': (desk) => openForm(desk, tapeTokenForm(desk)),
  'tape.drop': drop,
};

/** The swaps of one token, on the chart too, or those of all. */
export const showToken = (desk: Desk, tokenId: string | null): void =>
  desk.ui.setState(({ tape, chart }) => ({
    tape: { ...tape, tokenId, scroll: 0 },
    chart: { ...chart, tokenId: tokenId ?? tape.tokenId ?? chart.tokenId, crosshairMs: null },
  }));

/** At most to the oldest row that is kept, so that every press moves something. */
export function scrollTape(desk: Desk, step: number): void {
  const { pausedAtSeq, tokenId, minUsd } = desk.ui.getState().tape;
  const rows = desk.tape.latest(Number.POSITIVE_INFINITY, { tokenId, minUsd }, pausedAtSeq ?? undefined).length;
  patch(desk, ({ scroll }) => ({ scroll: Math.max(0, Math.min(rows - 1, scroll + step)) }));
}

function drop(desk: Desk): void {
  const { tokenId } = desk.ui.getState().tape;
  if (tokenId === null)
    return sayKeys(desk, 'warn', 'the tape shows all tokens: choose one ({tape.token}), then drop it');
  const name = desk.data.token(tokenId)?.symbol || tokenId;
  const problem = dropToken(desk.watchlist, tokenId);
  if (problem !== null) return say(desk, 'warn', problem);
  showToken(desk, desk.tapeTokens[0] ?? null);
  sayKeys(desk, 'ok', `${literally(name)} is off the tape; {tape.watch} puts it on again`);
}

const nextOf = <T>(values: readonly T[], current: T): T => values[(values.indexOf(current) + 1) % values.length] as T;
