import type { Service } from '../compose.ts';
import { compose, type DeskModel } from '../compose.ts';
import { createKeymap } from '../keys/keymap.ts';
import type { Config } from '../platform/config-schema.ts';
import { createLog } from '../platform/log.ts';
import type { Desk } from '../ui/desk.ts';
import { createDeskUi } from '../ui/desk-ui.ts';
import { FrameScheduler } from '../ui/frame-scheduler.ts';
import { createTheme, detectBackground, detectColorDepth } from '../ui/theme.ts';
import type { CommandIo } from './command.ts';

interface Screen {
  readonly isDrained: () => boolean;
  readonly onDrain: (listener: () => void) => void;
  readonly quit: () => void;
}

/** The stores of a desk with everything that its screen needs beside them. */
export function createDesk(
  service: Service,
  config: Config,
  io: CommandIo,
  screen: Screen,
): { desk: Desk; model: DeskModel } {
  const { clock } = io;
  const scheduler = new FrameScheduler({
    monotonic: () => clock.monotonic(),
    setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
    ...screen,
  });
  const log = createLog(io.paths.logFile);
  const model = compose(service, {
    clock,
    random: io.random,
    config,
    journalFile: io.paths.journalFile,
    stateDir: io.paths.stateDir,
    onChange: () => scheduler.request(),
    onFault: (err) => log.error('a stream listener threw', { err }),
  });
  const ui = createDeskUi({ minUsd: config.tape.minUsd, tokenId: model.tapeTokens[0] ?? null });
  // Of a recording, the tape is all there is.
  if (service.recording) ui.setState(({ tape }) => ({ focus: 'tape', tape: { ...tape, tokenId: null } }));
  ui.subscribe(() => scheduler.request());
  const { refresh } = config;
  const desk: Desk = {
    ...model,
    streams: model.watchedStreams,
    ui,
    scheduler,
    keymap: createKeymap(),
    theme: createTheme(config.theme === 'auto' ? detectBackground(io.env) : config.theme, detectColorDepth(io.env)),
    refreshMs: { positions: refresh.positionsMs, orders: refresh.ordersMs, balances: refresh.balancesMs },
    now: () => (service.recording?.clock ?? clock).now(),
    monotonic: () => clock.monotonic(),
    preferredWalletId: service.wallet,
    retryStream: () => model.streams.retryNow(),
    quit: screen.quit,
  };
  return { desk, model };
}
