import type { Desk } from '../desk.ts';
import { FormController } from './form-controller.ts';
import type { FormSpec } from './form-spec.ts';

/** Puts a form on the screen. */
export function openForm<Draft>(desk: Desk, spec: FormSpec<Draft>): void {
  const form = new FormController<Draft>(spec, {
    keymap: desk.keymap,
    now: desk.now,
    changed: () => desk.scheduler.request(),
    close: () => desk.ui.setState({ overlay: null }),
    whyBlocked: () => null,
  });
  desk.ui.setState({ overlay: { kind: 'form', form: form as FormController } });
}
