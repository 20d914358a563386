import type { Desk } from '../desk.ts';
import { perpWalletNow } from '../wallet-in-hand.ts';
import { FormController } from './form-controller.ts';
import type { FormSpec } from './form-spec.ts';

/**
 * Puts a form on the screen, and takes its confirmation back when what it was read against has changed. When it leaves, what
 * was on screen before comes back: the desk, or the form that led to it, with everything that was typed.
 */
export function openForm<Draft>(desk: Desk, spec: FormSpec<Draft>): void {
  const { overlay } = desk.ui.getState();
  const back = overlay?.kind === 'form' ? overlay : null;
  const connection = (): string => desk.session.getState().connection.state;
  let wasConnected = connection() === 'connected';
  const wallet = (): string | undefined => perpWalletNow(desk)?.walletId;
  let lastWallet = wallet();
  const watch = (): void => {
    const isConnected = connection() === 'connected';
    if (wasConnected && !isConnected)
      form.disarm('The stream connection was lost: look at the desk, then confirm again.');
    wasConnected = isConnected;
    // The account may lose the wallet that was preferred: another one then stands in its place.
    if (wallet() !== lastWallet) form.disarm('The wallet of the positions was changed: read it again, then confirm.');
    lastWallet = wallet();
    form.checkPrice(desk.caps.collarPct);
  };
  const form = new FormController<Draft>(spec, {
    keymap: desk.keymap,
    now: desk.monotonic,
    changed: () => desk.scheduler.request(),
    close: () => {
      for (const stop of stops) stop();
      desk.ui.setState({ overlay: back });
    },
    whyBlocked: (order) => desk.actions.whyRefused(order),
    confirmation: (order) => desk.actions.confirmation(order),
  });
  const stops = [desk.session.subscribe(watch), desk.data.onChange(watch)];
  desk.ui.setState({ overlay: { kind: 'form', form: form as FormController } });
}
