import type { Desk } from '../desk/desk.ts';
import { findForForm } from '../find/open-find.ts';
import type { Scope } from '../keys/scopes.ts';
import type { OverlayOf } from './open-overlay.ts';

type FormView = OverlayOf<'form'>;

export function formScope({ form }: FormView): Scope {
  const { phase, confirm } = form.state;
  if (phase === 'edit') return 'form';
  if (phase === 'sending') return 'always';
  if (confirm?.word) return 'word';
  return phase === 'confirm' ? 'confirm' : 'ended';
}

export function formKey(desk: Desk, view: FormView, key: string): void {
  const { form } = view;
  const isFind = desk.keymap.find(key, [formScope(view)])?.id === 'form.find';
  if (isFind && form.tokenField() !== null) return findForForm(desk, form);
  form.key(key);
}

export function formIsOneKeyFromSending(desk: Desk, { form }: FormView, key: string): boolean {
  const { phase } = form.state;
  const isAccepted = desk.keymap.find(key, ['form'])?.id === 'form.accept';
  return phase === 'confirm' || (phase === 'edit' && isAccepted && desk.trading.getState().isOneClick);
}
