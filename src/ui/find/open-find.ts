import type { Desk } from '../desk/desk.ts';
import type { FormController } from '../forms/form-controller.ts';
import { closeOverlay } from '../overlays/open-overlay.ts';
import { findChoices } from './find-choices.ts';
import { FindController, type FindUse } from './find-controller.ts';

/** Opens the token search with an initial query. */
export function openFind(desk: Desk, query = ''): void {
  const close = (): void => closeOverlay(desk);
  const find = new FindController(desk, { close, choices: (token) => findChoices(desk, token) }, query);
  desk.ui.setState({ overlay: { kind: 'find', find } });
}

/** Opens the token search for the focused token field; the form reopens with the chosen token. */
export function findForForm(desk: Desk, form: FormController): void {
  const field = form.tokenField();
  if (field === null) return;
  const close = (): void => desk.ui.setState({ overlay: { kind: 'form', form } });
  const onTake: FindUse['onTake'] = (token) => form.fillToken(field, token);
  const find = new FindController(desk, { close, onTake, choices: () => [] });
  desk.ui.setState({ overlay: { kind: 'find', find } });
}
