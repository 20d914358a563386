import type { Desk } from '../desk.ts';
import type { FormController } from '../forms/form-controller.ts';

/** A quote that takes longer is no answer to the key that was pressed: what was armed then does not send any more, ms. */
const promptWithinMs = 3_000;
/** After this the form stays as it is: a page that turns by itself would surprise, ms. */
const waitsMs = 10_000;

/**
 * Goes on to the form's confirmation as soon as everything that it needs has arrived, unless the person has touched the form
 * by then, or the terminal was resized, the stream lost or trading halted. `isRead`: what led here was on screen long enough to be read.
 */
export function confirmWhenReady(desk: Desk, form: FormController, isRead: boolean): void {
  const untouched = form.state;
  const startedAtMs = desk.monotonic();
  let stop = (): void => {};
  /** Whether there is nothing more to wait for. */
  const look = (): boolean => {
    const { overlay } = desk.ui.getState();
    const waitedMs = desk.monotonic() - startedAtMs;
    if (overlay?.kind !== 'form' || overlay.form !== form || form.state !== untouched || waitedMs > waitsMs)
      return true;
    const { draft, problems } = form.evaluate();
    const isRefused = Object.keys(problems).some((id) => id !== 'form');
    if (draft === null && !isRefused) return false;
    stop();
    form.confirmAtOnce(draft !== null && isRead && waitedMs <= promptWithinMs);
    return true;
  };
  if (look()) return;
  form.goesOn();
  let isOver = false;
  const end = desk.scheduler.frames.subscribe(() => {
    if (!isOver && look()) stop();
  });
  stop = () => {
    isOver = true;
    end();
  };
}
