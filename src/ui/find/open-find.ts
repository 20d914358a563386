import type { Desk } from '../desk.ts';
import type { FormController } from '../forms/form-controller.ts';
import { FindController } from './find-controller.ts';

/** Puts the search for a token on the screen, with what is already known of it typed in. */
export function openFind(desk: Desk, query = ''): void {
  const find = new FindController(desk, () => desk.ui.setState({ overlay: null }), query);
  desk.ui.setState({ overlay: { kind: 'find', find } });
}

/** The search for the focused token field of a form, which comes back with the token that was taken. */
export function findForForm(desk: Desk, form: FormController): void {
  const field = form.tokenField();
  if (field === null) return;
  const close = (): void => desk.ui.setState({ overlay: { kind: 'form', form } });
  const find = new FindController(desk, close, '', (token) => form.take(field, token));
  desk.ui.setState({ overlay: { kind: 'find', find } });
}
