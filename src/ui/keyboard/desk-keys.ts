import { cleanText } from '../../domain/clean-text.ts';
import type { DeskFacts, Scope, StreamFacts } from '../../keys/command.ts';
import { commands } from '../../keys/commands.ts';
import { withKeys } from '../../keys/keymap.ts';
import type { OrderRow } from '../../stores/order-rows.ts';
import type { PerpOrderRow } from '../../stores/perp-order-rows.ts';
import type { PositionRow } from '../../stores/position-rows.ts';
import { refusedCount } from '../../stores/streams.ts';
import { promptKey, promptPaste } from '../command-line/prompt-keys.ts';
import type { Desk } from '../desk.ts';
import { findForForm } from '../find/open-find.ts';
import type { FormController } from '../forms/form-controller.ts';
import { hiddenRows } from '../forms/form-view.ts';
import { followMarket } from '../market-coin.ts';
import { paletteKey, palettePaste } from '../palette/palette-keys.ts';
import { isTablePane } from '../panes/pane-list.ts';
import { selectedRow } from '../panes/visible-rows.ts';
import { accountFacts } from '../run/run-account.ts';
import { questionKey, whyNoDoubt } from '../run/run-activity.ts';
import { runCommand } from '../run/run-command.ts';
import { selectedStream } from '../run/run-streams.ts';
import { arrangeKey } from '../run/run-workspaces.ts';
import { say } from '../say.ts';
import { withTour } from '../tour/tour-keys.ts';
import { isTooSmall, type Size } from '../workspaces/layout.ts';

/** Scopes in which a key is heard now, the nearest first. */
export function scopesNow(desk: Desk): readonly Scope[] {
  const { overlay, focus } = desk.ui.getState();
  if (overlay?.kind === 'form') {
    const { phase, confirm } = overlay.form.state;
    if (phase === 'edit') return ['form'];
    if (phase === 'sending') return ['always'];
    return confirm?.word ? ['word'] : [phase === 'confirm' ? 'confirm' : 'ended', 'always'];
  }
  if (overlay?.kind === 'bulk') return overlay.bulk.view.phase === 'plan' ? ['word'] : ['bulk', 'always'];
  if (overlay?.kind === 'messages') return ['messages', 'always'];
  if (overlay?.kind === 'question') return ['question', 'always'];
  if (overlay?.kind === 'quick' || overlay?.kind === 'preset') return [overlay.kind, 'always'];
  if (overlay?.kind === 'columns' || overlay?.kind === 'pick') return [overlay.kind, 'always'];
  if (overlay?.kind === 'arrange') return ['arrange', 'always'];
  if (overlay?.kind === 'command') return ['prompt'];
  if (overlay?.kind === 'palette') return ['palette'];
  if (overlay?.kind === 'find') return overlay.find.scope === 'find' ? ['find'] : ['found', 'always'];
  if (overlay?.kind === 'help' || overlay?.kind === 'details' || overlay?.kind === 'token')
    return ['overlay', 'always'];
  return [focus, 'desk', 'always'];
}

const recordingTradesNot = 'this is a recording: there is no service to trade with';

/**
 * Keys that came in one chunk: typed fast over a slow line, held, or pasted where a terminal has no brackets for that. More
 * than one of them never confirms anything.
 */
export function handleKeys(desk: Desk, keys: readonly string[], size: Size): void {
  const isBunch = keys.length > 1;
  for (const key of keys) if (!isBunch || !mayConfirm(desk, key)) handleKey(desk, key, size);
}

/** Whether a key may be the last one before a request. */
function mayConfirm(desk: Desk, key: string): boolean {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'form') return ['bulk', 'preset', 'quick'].includes(overlay?.kind ?? '');
  const { phase } = overlay.form.state;
  const isAccepted = desk.keymap.find(key, ['form'])?.id === 'form.accept';
  return phase === 'confirm' || (phase === 'edit' && isAccepted && desk.trading.getState().isOneClick);
}

/** One key, in the words of the key table. */
export function handleKey(desk: Desk, key: string, size: Size): void {
  // A form that can't be seen must not hear a key.
  if (isTooSmall(size)) return desk.keymap.find(key, ['desk'])?.id === 'desk.quit' ? desk.quit() : undefined;
  const before = formNow(desk);
  withTour(desk, key, () => hearKey(desk, key, size));
  // The key that led to a form, or back to one, may be held down still: it must not be the first one that it hears.
  const form = formNow(desk);
  if (form !== null && form !== before && key !== 'Esc') form.openedBy(key);
}

function formNow(desk: Desk): FormController | null {
  const { overlay } = desk.ui.getState();
  return overlay?.kind === 'form' ? overlay.form : null;
}

function hearKey(desk: Desk, key: string, size: Size): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'filter') return filterKey(desk, key);
  if (overlay?.kind === 'command' || overlay?.kind === 'palette') return searchKey(desk, key, size);
  // What is heard everywhere comes before what lies over the desk.
  const isAlways = desk.keymap.find(key, scopesNow(desk))?.scope === 'always';
  if (isAlways) return deskKey(desk, key, size);
  if (overlay?.kind === 'form') return formKey(desk, overlay.form, key, size);
  if (overlay?.kind === 'bulk') return overlay.bulk.key(key);
  if (overlay?.kind === 'find') return overlay.find.key(key);
  if (overlay?.kind === 'question') return questionKey(desk, key);
  if (overlay?.kind === 'arrange') return arrangeKey(desk, key, size);
  deskKey(desk, key, size);
}

function deskKey(desk: Desk, key: string, size: Size): void {
  const command = desk.keymap.find(key, scopesNow(desk));
  if (!command) return;
  const reason = whyDisabled(desk, size)(command.id);
  if (reason) say(desk, 'warn', reason);
  else runCommand(desk, command.id);
}

/** Why a command of the key table can't be used at this moment, in words; null when it can. */
export const whyDisabled =
  (desk: Desk, size: Size) =>
  (commandId: string): string | null => {
    const command = commands.find(({ id }) => id === commandId);
    if (command?.isTrade && desk.session.getState().mode === 'replay') return recordingTradesNot;
    const reason = command?.whyDisabled?.(factsOf(desk, size)) ?? null;
    return reason === null ? null : withKeys(reason, desk.keymap);
  };

function searchKey(desk: Desk, key: string, size: Size): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'command') promptKey(desk, key, whyDisabled(desk, size));
  else paletteKey(desk, key, whyDisabled(desk, size));
}

function formKey(desk: Desk, form: FormController, key: string, size: Size): void {
  const isFind = desk.keymap.find(key, scopesNow(desk))?.id === 'form.find';
  if (isFind && form.tokenField() !== null) return findForForm(desk, form);
  // A confirmation may have come by itself.
  if (disarmHidden(form, size)) return;
  form.key(key);
  disarmHidden(form, size);
}

/** Nobody has read a confirmation that is not seen whole. */
function disarmHidden(form: FormController, size: Size): boolean {
  const hidden = hiddenRows(form, size);
  if (hidden > 0)
    form.disarm(`The confirmation needs ${hidden} more rows than this terminal has: enlarge it, then go on.`);
  return hidden > 0;
}

/** Pasted text goes where text is typed, and nowhere else. */
export function handlePaste(desk: Desk, text: string): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'form') overlay.form.paste(text);
  else if (overlay?.kind === 'command') promptPaste(desk, text);
  else if (overlay?.kind === 'palette') palettePaste(desk, text);
  else if (overlay?.kind === 'find') overlay.find.paste(text);
  else if (overlay?.kind === 'filter') setFilter(desk, text);
}

export const streamFacts = (desk: Desk): StreamFacts => ({
  connection: desk.session.getState().connection.state,
  refusedChannels: refusedCount(desk.streams.rows()),
});

function factsOf(desk: Desk, size: Size): DeskFacts {
  const { focus } = desk.ui.getState();
  const position = (selectedRow(desk, 'positions') as PositionRow | null)?.position ?? null;
  const order = selectedRow(desk, 'orders') as OrderRow | null;
  return {
    isTooSmall: isTooSmall(size),
    position: position && { coin: position.coin, isIsolated: position.leverageType === 'isolated' },
    order: order && { isOpen: order.isOpen, status: order.status },
    perpOrder: focus === 'perpOrders' ? perpOrderFacts(desk) : null,
    hasLastOrder: desk.ui.getState().lastOrder !== null,
    hasSelection: isTablePane(focus) && selectedRow(desk, focus) !== null,
    stream: focus === 'streams' ? selectedStream(desk) : null,
    whyNoDoubt: focus === 'activity' ? whyNoDoubt(desk) : 'focus the activity pane ({focus.activity}) first',
    account: focus === 'account' ? accountFacts(desk) : null,
    ...streamFacts(desk),
  };
}

function perpOrderFacts(desk: Desk): DeskFacts['perpOrder'] {
  const row = selectedRow(desk, 'perpOrders') as PerpOrderRow | null;
  return row && { isReadable: row.oid !== null, isTrigger: row.isTrigger };
}

const longestFilter = 40;

function setFilter(desk: Desk, text: string): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind !== 'filter') return;
  const kept = [...cleanText(text)].slice(0, longestFilter).join('');
  desk.ui.setState(({ filter }) => ({ filter: { ...filter, [overlay.pane]: kept } }));
}

function filterKey(desk: Desk, key: string): void {
  const { overlay, filter } = desk.ui.getState();
  if (overlay?.kind !== 'filter') return;
  const text = filter[overlay.pane] ?? '';
  if (key === 'Esc' || key === 'C-c') {
    setFilter(desk, '');
    desk.ui.setState({ overlay: null });
  } else if (key === 'Enter') {
    desk.ui.setState({ overlay: null });
    followMarket(desk, overlay.pane);
  } else if (key === 'Backspace' || key === 'Delete') setFilter(desk, [...text].slice(0, -1).join(''));
  else if (key === 'C-u') setFilter(desk, '');
  else if (key === 'Space') setFilter(desk, `${text} `);
  else if ([...key].length === 1) setFilter(desk, text + key);
}
