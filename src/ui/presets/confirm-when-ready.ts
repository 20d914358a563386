import type { Desk } from '../desk/desk.ts';
import type { FormController } from '../forms/form-controller.ts';
import { openOverlay } from '../overlays/open-overlay.ts';

/** If the quote takes longer than this, one-click no longer applies, ms. */
const oneClickWithinMs = 3_000;
/** After this the form stays open without a confirmation: one that pops up late would surprise, ms. */
const maxWaitMs = 10_000;

/**
 * Opens the form's confirmation once its data has arrived, unless the user has touched the form, the terminal was resized,
 * the stream was lost or trading was halted. `isRead`: the menu was on screen long enough to be read.
 */
export function confirmWhenReady(desk: Desk, form: FormController, isRead: boolean): void {
  const untouched = form.state;
  const startedAtMs = desk.monotonic();
  let stop = (): void => {};
  /** Returns true when there is nothing left to wait for. */
  const check = (): boolean => {
    const waitedMs = desk.monotonic() - startedAtMs;
    const isOpen = openOverlay(desk, 'form')?.form === form;
    if (!isOpen || form.state !== untouched || waitedMs > maxWaitMs) return true;
    const { draft, problems } = form.evaluate();
    const isRefused = Object.keys(problems).some((id) => id !== 'form');
    if (draft === null && !isRefused) return false;
    stop();
    form.confirmAtOnce(draft !== null && isRead && waitedMs <= oneClickWithinMs);
    return true;
  };
  if (check()) return;
  form.expectConfirmation();
  let isOver = false;
  const end = desk.scheduler.frames.subscribe(() => {
    if (isOver || !check()) return;
    stop();
    // This very frame shows the confirmation.
    form.drawn();
  });
  stop = () => {
    isOver = true;
    end();
  };
}
