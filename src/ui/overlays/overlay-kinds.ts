import { parseTokenId, type TokenRef } from '../../domain/market/token.ts';
import { clamp } from '../../domain/numbers/clamp.ts';
import type { WantedQueryName } from '../../stores/desk-data.ts';
import { bulkLines } from '../bulk/bulk-lines.ts';
import { promptKey, promptPaste } from '../command-line/prompt/prompt-keys.ts';
import { questionKey } from '../commands/panes/activity-commands.ts';
import { runCommand } from '../commands/run-command.ts';
import type { Desk } from '../desk/desk.ts';
import type { Overlay } from '../desk/desk-ui.ts';
import { findLines } from '../find/find-lines.ts';
import type { Scope } from '../keys/scopes.ts';
import { leavingLines } from '../leaving/leaving-lines.ts';
import { paletteKey, palettePaste, paletteRowsNow } from '../palette/palette-keys.ts';
import { paletteLines } from '../palette/palette-lines.ts';
import { isTablePane, tablePane } from '../panes/panes.ts';
import { messagesLines } from '../panes/streams/messages-lines.ts';
import { shownMessages } from '../panes/streams/shown-messages.ts';
import { presetLines } from '../presets/preset-lines.ts';
import { quickLines } from '../presets/quick-lines.ts';
import type { Line } from '../text/span.ts';
import { formWithOwners } from '../token/beside-form.ts';
import { tokenLines } from '../token/token-lines.ts';
import { paneArea, type Size } from '../workspaces/layout.ts';
import { detailsLines } from './details-lines.ts';
import { filterKey, filterPaste, helpKey, helpPaste } from './filter-keys.ts';
import { formIsOneKeyFromSending, formKey, formScope } from './form-keys.ts';
import { helpBody } from './help-lines.ts';
import { closeOverlay, type OverlayOf, patchOverlay } from './open-overlay.ts';
import { overlayLines } from './overlays.ts';
import { columnsLines, pickLines } from './table-overlays.ts';

/** Behaviour of one kind of overlay. Absent members: no such behaviour. */
interface OverlayKind<View> {
  /** The scope of its keys; `scopesActiveWith` says what else is active. null: it handles every key itself. */
  scope(view: View): Scope | null;
  /** Handles keys other than those of `always`. Absent: the command of the key runs. */
  key?(desk: Desk, view: View, key: string): void;
  paste?(desk: Desk, view: View, text: string): void;
  /** The box in the middle of the screen. Absent: a pane, the footer or the prompt draws it. */
  lines?(desk: Desk, view: View, size: Size): readonly Line[];
  /** A click on a line with this target. It must never send. */
  click?(desk: Desk, view: View, target: string): void;
  wheel?(desk: Desk, view: View, step: 1 | -1, rows: number): void;
  /** After a resize: a confirmation has to be read again. */
  resized?(desk: Desk, view: View): void;
  /** Whether this key may be the last one before a request. */
  mayConfirm?(desk: Desk, view: View, key: string): boolean;
  wants?(view: View): readonly WantedQueryName[];
  /** The perp market whose order book it shows; null for none. */
  bookCoin?(view: View): string | null;
  /** The token whose owners it shows; `none` or null for none. */
  owners?(view: View): TokenRef | 'none' | null;
  /** The panes below keep their colours. */
  readonly keepsPanesBright?: boolean;
  /** The panes below still take clicks. */
  readonly keepsPanesClickable?: boolean;
  /** Whether it takes text input. */
  isTyping?(view: View): boolean;
}

const boxScope = (): Scope => 'overlay';

const scroll = (desk: Desk, _view: unknown, step: 1 | -1): void =>
  runCommand(desk, step < 0 ? 'overlay.up' : 'overlay.down');

/** Moves the selection of a list by its commands, one row at a time. */
const moveRows =
  (up: CommandId, down: CommandId) =>
  (desk: Desk, _view: unknown, step: 1 | -1, rows: number): void => {
    for (let row = 0; row < rows; row++) runCommand(desk, step < 0 ? up : down);
  };

const always = (): boolean => true;

/** All kinds of overlays. */
export const overlayKinds: { readonly [Kind in Overlay['kind']]: OverlayKind<OverlayOf<Kind>> } = {
  help: {
    scope: ({ isTyping }) => (isTyping ? null : 'overlay'),
    key: helpKey,
    paste: helpPaste,
    lines: ({ keymap }, { query = '', scroll: from }, { columns, rows }) => {
      const title = query === '' ? 'Keys' : `Keys: ${query}`;
      return overlayLines({ title, body: helpBody(keymap, columns - 8, query), scroll: from, keymap, columns, rows });
    },
    wheel: scroll,
    isTyping: ({ isTyping = false }) => isTyping,
  },
  details: {
    scope: boxScope,
    lines: detailsLines,
    wheel: scroll,
    wants: ({ pane }) => (isTablePane(pane) ? (tablePane(pane).detailsWant ?? []) : []),
  },
  token: {
    scope: boxScope,
    lines: (desk, view, { columns, rows }) => {
      const body = tokenLines(desk, view.tokenId, Math.min(columns - 8, 90));
      return overlayLines({ title: 'Token', body, scroll: view.scroll, keymap: desk.keymap, columns, rows });
    },
    owners: ({ tokenId }) => parseTokenId(tokenId),
    wheel: scroll,
  },
  filter: {
    scope: () => null,
    key: filterKey,
    paste: filterPaste,
    keepsPanesBright: true,
    keepsPanesClickable: true,
    isTyping: always,
  },
  columns: {
    scope: () => 'columns',
    lines: columnsLines,
    click: (desk, _view, target) => patchOverlay(desk, 'columns', () => ({ selected: target })),
    wheel: moveRows('columns.up', 'columns.down'),
    keepsPanesBright: true,
  },
  pick: {
    scope: () => 'pick',
    lines: pickLines,
    click: (desk, _view, target) => patchOverlay(desk, 'pick', () => ({ selected: Number(target) })),
    wheel: moveRows('pick.up', 'pick.down'),
  },
  messages: {
    scope: () => 'messages',
    lines: (desk, view, size) => messagesLines(desk, view, paneArea(size)),
    click: (desk, view, target) => {
      const isNewest = String(shownMessages(desk, view)[0]?.seq) === target;
      patchOverlay(desk, 'messages', () => ({ selectedSeq: isNewest ? null : Number(target) }));
    },
    wheel: moveRows('messages.up', 'messages.down'),
  },
  question: { scope: () => 'question', key: questionKey, resized: closeOverlay, keepsPanesBright: true },
  quick: { scope: () => 'quick', lines: quickLines, mayConfirm: always },
  preset: {
    scope: () => 'preset',
    lines: presetLines,
    mayConfirm: always,
    // The preset amounts of the account.
    wants: () => ['settings'],
    owners: ({ token }) => token,
  },
  leaving: { scope: () => 'leaving', lines: leavingLines },
  command: { scope: () => 'prompt', key: promptKey, paste: promptPaste, keepsPanesBright: true, isTyping: always },
  palette: {
    scope: () => 'palette',
    key: paletteKey,
    paste: palettePaste,
    lines: (desk, view, size) => paletteLines(view, paletteRowsNow(desk, view), size),
    click: (desk, _view, target) => patchOverlay(desk, 'palette', () => ({ selected: Number(target) })),
    wheel: (desk, view, step, rows) => {
      const last = paletteRowsNow(desk, view).length - 1;
      const selected = clamp(view.selected + step * rows, 0, last);
      patchOverlay(desk, 'palette', () => ({ selected }));
    },
    isTyping: always,
  },
  find: {
    scope: ({ find }) => find.scope,
    key: (_desk, { find }, key) => find.key(key),
    paste: (_desk, { find }, text) => find.paste(text),
    lines: (desk, { find }, size) => findLines(desk, find, size),
    click: (_desk, { find }, target) => find.select(Number(target)),
    wheel: (_desk, { find }, step, rows) => find.select(find.view.selected + step * rows),
    isTyping: always,
  },
  arrange: { scope: () => 'arrange', keepsPanesBright: true, keepsPanesClickable: true },
  bulk: {
    scope: ({ bulk }) => (bulk.view.phase === 'plan' ? 'word' : 'bulk'),
    key: (_desk, { bulk }, key) => bulk.key(key),
    lines: (desk, { bulk }, size) => bulkLines(bulk, desk, size),
    resized: (_desk, { bulk }) => bulk.disarm('The terminal was resized: review the list, then type the word.'),
    mayConfirm: always,
  },
  form: {
    scope: formScope,
    key: formKey,
    paste: (_desk, { form }, text) => form.paste(text),
    lines: (desk, { form }, size) => formWithOwners(desk, form, size),
    click: (_desk, { form }, target) => form.pointAt(target),
    resized: (_desk, { form }) => form.disarm('The terminal was resized: review and confirm again.'),
    mayConfirm: formIsOneKeyFromSending,
    wants: ({ form }) => form.spec.wants ?? [],
    bookCoin: ({ form }) => form.spec.bookCoin?.(form.state.values) ?? null,
    owners: ({ form }) => form.bought(),
    isTyping: ({ form }) => form.state.phase === 'edit',
  },
};

/** The open overlay and its kind; null if none is open. */
export function overlayNow(
  desk: Pick<Desk, 'ui'>,
): { readonly kind: OverlayKind<Overlay>; readonly view: Overlay } | null {
  const { overlay } = desk.ui.getState();
  // The table's type pairs each kind with its view, but the compiler cannot derive that for a generic kind.
  return overlay && { kind: overlayKinds[overlay.kind] as OverlayKind<Overlay>, view: overlay };
}
