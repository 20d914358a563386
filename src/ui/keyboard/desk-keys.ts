import { pressKeyOf } from '../commands/run-command.ts';
import type { Desk } from '../desk/desk.ts';
import { setSize } from '../desk/set-size.ts';
import type { FormController } from '../forms/form-controller.ts';
import { type Scope, scopesActiveWith } from '../keys/scopes.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { overlayNow } from '../overlays/overlay-kinds.ts';
import { withTour } from '../tour/tour-keys.ts';
import { isTooSmall, type Size } from '../workspaces/layout.ts';

/** Scopes active now, most specific first. */
export function scopesNow(desk: Desk): readonly Scope[] {
  const open = overlayNow(desk);
  const scope = open ? open.kind.scope(open.view) : desk.ui.getState().focus;
  return scope === null ? [] : scopesActiveWith(scope);
}

/**
 * Handles keys that arrived in one chunk: typed fast over a slow line, held down, or pasted without bracketed paste. A chunk
 * of several keys never confirms anything.
 */
export function handleKeys(desk: Desk, keys: readonly string[], size: Size): void {
  const isBunch = keys.length > 1;
  for (const key of keys) if (!isBunch || !mayConfirm(desk, key)) handleKey(desk, key, size);
}

function mayConfirm(desk: Desk, key: string): boolean {
  const open = overlayNow(desk);
  if (open) return open.kind.mayConfirm?.(desk, open.view, key) ?? false;
  return desk.keymap.find(key, scopesNow(desk))?.mayConfirm ?? false;
}

/** Handles one key by the commands of the active scopes. */
export function handleKey(desk: Desk, key: string, size: Size): void {
  // A form that is not visible must not take keys.
  if (isTooSmall(size)) return isQuitting(desk, key) ? desk.quit() : undefined;
  setSize(desk, size);
  const before = formNow(desk);
  withTour(desk, key, () => dispatchKey(desk, key));
  // The key that opened a form, or returned to it, may still be held down: the form must not take it.
  const form = formNow(desk);
  if (form !== null && form !== before && key !== 'Esc') form.openedBy(key);
}

const formNow = (desk: Desk): FormController | null => openOverlay(desk, 'form')?.form ?? null;

function dispatchKey(desk: Desk, key: string): void {
  const open = overlayNow(desk);
  const command = desk.keymap.find(key, scopesNow(desk));
  // Commands of `always` take precedence over the overlay.
  if (open?.kind.key && command?.scope !== 'always') return open.kind.key(desk, open.view, key);
  if (command) pressKeyOf(desk, command.id);
}

/** Pasted text only goes to an overlay that takes text. */
export function handlePaste(desk: Desk, text: string): void {
  const open = overlayNow(desk);
  open?.kind.paste?.(desk, open.view, text);
}

/** The question of what becomes of the plans does not fit on such a screen. */
const isQuitting = (desk: Desk, key: string): boolean =>
  ['desk.quit', 'desk.stop'].includes(desk.keymap.find(key, ['desk'])?.id ?? '');
