import type { DeskModel } from '../compose.ts';
import { addNotice } from '../stores/notices.ts';
import type { Desk } from '../ui/desk.ts';
import type { CommandIo } from './command.ts';
import type { OpenService } from './open-service.ts';

/** Clock, ages, countdowns and the connection's state move on their own: they are looked at this often. */
const tickMs = 500;

/** Nobody knows what happened meanwhile: a confirmation that was read before counts no more. */
export function disarm(desk: Desk, reason: string): void {
  const { overlay } = desk.ui.getState();
  if (overlay?.kind === 'form') overlay.form.disarm(reason);
  if (overlay?.kind === 'bulk') overlay.bulk.disarm(reason);
}

/** What the service has to say as the desk opens, and when it ends. */
export function tellOfService(service: OpenService, { notices }: DeskModel, desk: Desk): void {
  if (service.notice) addNotice(notices, { atMs: desk.now(), tone: 'info', text: service.notice });
  service.onEnd((reason) =>
    addNotice(notices, {
      atMs: desk.now(),
      tone: service.recording ? 'info' : 'error',
      text: service.recording ? reason : `The paper service stopped: ${reason}`,
    }),
  );
}

/** Returns the function that ends it. */
export function tick(desk: Desk, { streams }: DeskModel, { clock }: CommandIo): () => void {
  let timer = clock.setTimeout(function run() {
    desk.session.setState({ connection: streams.status() });
    timer = clock.setTimeout(run, tickMs);
  }, tickMs);
  return () => clock.clearTimeout(timer);
}
