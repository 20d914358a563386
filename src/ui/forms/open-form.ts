import { executedWords } from '../../stores/orders/operation-words.ts';
import { perpWalletNow } from '../desk/active-wallet.ts';
import type { Desk } from '../desk/desk.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { FormController } from './form-controller.ts';
import type { FormSpec } from './form-spec.ts';
import { maxScroll } from './form-view.ts';

/** Opens a form with nothing left to type at its confirmation. `isRead`: one-click need not ask. */
export function openAtConfirmation<Draft>(desk: Desk, spec: FormSpec<Draft>, isRead: boolean): void {
  openForm(desk, spec);
  openOverlay(desk, 'form')?.form.confirmAtOnce(isRead);
}

/**
 * Opens a form. Its confirmation is cancelled on a disconnect, a wallet switch or a price move beyond the collar. On close,
 * the desk or the form below it, with all its input, is shown again.
 */
export function openForm<Draft>(desk: Desk, spec: FormSpec<Draft>): void {
  const parent = openOverlay(desk, 'form');
  const connection = (): string => desk.session.getState().connection.state;
  let wasConnected = connection() === 'connected';
  const wallet = (): string | undefined => perpWalletNow(desk)?.walletId;
  let lastWallet = wallet();
  const watch = (): void => {
    const isConnected = connection() === 'connected';
    if (wasConnected && !isConnected)
      form.disarm('The stream connection was lost: check the desk, then confirm again.');
    wasConnected = isConnected;
    // Also happens without a switch: if the account loses the perp wallet, another one takes its place.
    if (wallet() !== lastWallet) form.disarm('The perp wallet has changed: review and confirm again.');
    lastWallet = wallet();
    form.checkPrice(desk.caps.collarPct);
  };
  const form: FormController<Draft> = new FormController(spec, {
    keymap: desk.keymap,
    now: desk.monotonic,
    onChange: () => desk.scheduler.request(),
    close: () => {
      for (const stop of stops) stop();
      desk.ui.setState({ overlay: parent });
    },
    blockReason: (operation) => desk.actions.whyRefused(operation),
    confirmation: (operation) => desk.actions.confirmation(operation),
    maxScroll: (): number => maxScroll(form as FormController, desk.ui.getState().size),
    executed: (recordId) => {
      const record = desk.records.getState().records.findLast(({ id }) => id === recordId);
      return record ? executedWords(record) : '';
    },
  });
  const stops = [
    desk.session.subscribe(watch),
    desk.data.subscribe(watch),
    desk.scheduler.frames.subscribe(() => form.drawn()),
  ];
  // The overlay holds forms of any draft type; each controller only ever gets its own drafts.
  desk.ui.setState({ overlay: { kind: 'form', form: form as FormController } });
}
