import type { DeskModel } from '../../compose.ts';
import { addNotice } from '../../stores/notices.ts';
import type { Desk } from '../../ui/desk/desk.ts';
import { openOverlay } from '../../ui/overlays/open-overlay.ts';
import type { CommandIo } from '../command.ts';
import type { OpenService } from './open-service.ts';

/** Clock, ages, countdowns and the connection state change by themselves: they are updated this often. */
const tickMs = 500;

/** Events may have been missed, so a confirmation that was read before is no longer valid. */
export function disarm(desk: Desk, reason: string): void {
  openOverlay(desk, 'form')?.form.disarm(reason);
  openOverlay(desk, 'bulk')?.bulk.disarm(reason);
}

/** Shows the service's notice when the desk opens, and reports when the service ends. */
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

/** Returns the function that stops it. */
export function tick(desk: Desk, { streamManager }: DeskModel, { clock }: CommandIo): () => void {
  let timer = clock.setTimeout(function run() {
    desk.session.setState({ connection: streamManager.status() });
    timer = clock.setTimeout(run, tickMs);
  }, tickMs);
  return () => clock.clearTimeout(timer);
}
