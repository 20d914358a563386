import type { Config } from '../../../platform/config/config-schema.ts';
import type { CommandIo } from '../../command.ts';
import { openDesk } from '../desk-model.ts';
import type { OpenService } from '../open-service.ts';
import { writeFirstFrame } from './first-frame-file.ts';
import { waitingFrame } from './waiting-frame.ts';

const noScreen = { isDrained: () => true, onDrain: () => {}, quit: () => {}, write: () => {}, isWatched: false };

/**
 * Keeps what a desk like this one shows before it has read anything, for the first moment of the next start. Drawn by a
 * desk of its own that is never started, from the saved layout, so that no figure of this session is in it.
 */
export function keepFirstFrame(service: OpenService, config: Config, io: CommandIo): void {
  if (service.recording) return;
  const { columns, rows } = io.stdout;
  const { desk, model, marks } = openDesk(service, config, io, noScreen);
  desk.session.setState(({ connection }) => ({ connection: { ...connection, state: 'connecting' } }));
  try {
    writeFirstFrame(io.paths.stateDir, { columns, rows, env: io.env }, waitingFrame(desk, { columns, rows }));
  } catch {
    // The next start shows the last one, or a plain one.
  } finally {
    model.stop();
    void marks?.stop();
  }
}
