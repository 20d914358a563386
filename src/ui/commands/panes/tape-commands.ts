import { clamp } from '../../../domain/numbers/clamp.ts';
import { dropToken } from '../../../stores/market/watchlist.ts';
import type { Desk } from '../../desk/desk.ts';
import { type DeskUiState, tapeSizes } from '../../desk/desk-ui.ts';
import { notify, notifyWithKeys } from '../../desk/notify.ts';
import { openForm } from '../../forms/open-form.ts';
import { tapeTokenForm } from '../../forms/tape-token/tape-token-form.ts';
import { literally } from '../../keys/literally.ts';
import { commandTable } from '../command-table.ts';

type TapeUi = DeskUiState['tape'];

const patch = (desk: Desk, change: (tape: TapeUi) => Partial<TapeUi>): void =>
  desk.ui.setState(({ tape }) => ({ tape: { ...tape, ...change(tape) } }));

/** Commands of the tape. */
export const tapeCommands = commandTable({
  'tape.pause': {
    title: 'pause',
    description: 'Pause or resume the tape',
    scope: 'tape',
    hint: 1,
    keys: ['p', 'Space'],
    run: (desk) =>
      patch(desk, ({ pausedAtSeq }) => ({
        pausedAtSeq: pausedAtSeq === null ? desk.tape.getState().lastSeq : null,
        scroll: 0,
      })),
  },
  'tape.size': {
    title: 'size',
    description: 'Minimum swap size: all, 100, 1K, 10K, 100K USD',
    scope: 'tape',
    hint: 2,
    keys: ['f'],
    run: (desk) => patch(desk, ({ minUsd }) => ({ minUsd: nextOf(tapeSizes, minUsd), scroll: 0 })),
  },
  'tape.token': {
    title: 'token',
    description: 'Show the next token, then all tokens',
    scope: 'tape',
    hint: 3,
    keys: ['t'],
    run: (desk) => showToken(desk, nextOf([...desk.tapeTokens, null], desk.ui.getState().tape.tokenId)),
  },
  'tape.watch': {
    title: 'add',
    description: 'Add a token to the tape, by symbol or address; it is saved for the next session',
    scope: 'tape',
    hint: 4,
    keys: ['a'],
    run: (desk) => openForm(desk, tapeTokenForm(desk)),
  },
  'tape.drop': {
    title: 'remove',
    description: 'Remove the token shown from the tape',
    scope: 'tape',
    hint: 5,
    keys: ['x'],
    run: drop,
  },
});

/** Shows the swaps of one token, and its chart, or the swaps of all tokens. */
export const showToken = (desk: Desk, tokenId: string | null): void =>
  desk.ui.setState(({ tape, chart }) => ({
    tape: { ...tape, tokenId, scroll: 0 },
    chart: { ...chart, tokenId: tokenId ?? tape.tokenId ?? chart.tokenId, crosshairMs: null },
  }));

/** Scrolls no further than the oldest row kept, so that every key press has an effect. */
export function scrollTape(desk: Desk, step: number): void {
  const { pausedAtSeq, tokenId, minUsd } = desk.ui.getState().tape;
  const rows = desk.tape.latest(Number.POSITIVE_INFINITY, { tokenId, minUsd }, pausedAtSeq ?? undefined).length;
  patch(desk, ({ scroll }) => ({ scroll: clamp(scroll + step, 0, rows - 1) }));
}

function drop(desk: Desk): void {
  const { tokenId } = desk.ui.getState().tape;
  if (tokenId === null)
    return notifyWithKeys(desk, 'warn', 'the tape shows all tokens: select one with {tape.token} first');
  const name = desk.data.token(tokenId)?.symbol || tokenId;
  const problem = dropToken(desk.watchlist, tokenId);
  if (problem !== null) return notify(desk, 'warn', problem);
  showToken(desk, desk.tapeTokens[0] ?? null);
  notifyWithKeys(desk, 'ok', `removed ${literally(name)} from the tape; {tape.watch} adds it again`);
}

const nextOf = <T>(values: readonly T[], current: T): T => values[(values.indexOf(current) + 1) % values.length] as T;
