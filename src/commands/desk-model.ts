import type { Service } from '../compose.ts';
import { compose, type DeskModel } from '../compose.ts';
import { localZone, setClockZone } from '../domain/clock-zone.ts';
import { bindKeys } from '../keys/bind-keys.ts';
import { createKeymap, keyOf } from '../keys/keymap.ts';
import { createCommandHistoryFile } from '../platform/command-history-file.ts';
import type { Config } from '../platform/config-schema.ts';
import { openExportFile } from '../platform/export-file.ts';
import { createLayoutsFile } from '../platform/layouts-file.ts';
import { createLog } from '../platform/log.ts';
import { createTablesFile } from '../platform/tables-file.ts';
import { createWatchlistFile } from '../platform/watchlist-file.ts';
import { addNotice } from '../stores/notices.ts';
import { changeOf } from '../stores/watchlist.ts';
import { tapeTokensOf } from '../sync/desk-streams.ts';
import type { Desk } from '../ui/desk.ts';
import { createDeskUi, type DeskUi } from '../ui/desk-ui.ts';
import { osc52 } from '../ui/export/osc52.ts';
import { FrameScheduler } from '../ui/frame-scheduler.ts';
import { changedTables, startLooks } from '../ui/kept-tables.ts';
import { deskWants } from '../ui/panes/pane-wants.ts';
import { followContext, followSignals } from '../ui/run/run-signals.ts';
import { createTheme, detectBackground, detectColorDepth } from '../ui/theme/theme.ts';
import { layoutsToKeep, startLayouts } from '../ui/workspaces/kept-layouts.ts';
import type { CommandIo } from './command.ts';

interface Screen {
  readonly isDrained: () => boolean;
  readonly onDrain: (listener: () => void) => void;
  readonly quit: () => void;
  /** Bytes for the terminal itself, between two frames. */
  readonly write: (bytes: string) => void;
  /** A person sits before it, and can be alerted. */
  readonly isWatched: boolean;
}

/** The stores of a desk with everything that its screen needs beside them. */
export function createDesk(
  service: Service,
  config: Config,
  io: CommandIo,
  screen: Screen,
): { desk: Desk; model: DeskModel; keepLayouts: () => void } {
  const { clock } = io;
  if (config.display.time === 'local') setClockZone(localZone());
  const scheduler = new FrameScheduler({
    monotonic: () => clock.monotonic(),
    setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
    ...screen,
  });
  const log = createLog(io.paths.logFile);
  const keymap = createKeymap(bindKeys(config.keys).bindings);
  const watchlist = restoreWatchlist(config, io);
  const model = compose(service, {
    clock,
    random: io.random,
    config,
    journalFile: io.paths.journalFile,
    stateDir: io.paths.stateDir,
    watched: service.recording ? undefined : watchlist.kept,
    onChange: () => scheduler.request(),
    keyOf: (commandId) => keyOf(keymap, commandId),
    ...(screen.isWatched && { ring: screen.write }),
    onFault: (err) => log.error('a stream listener threw', { err }),
  });
  const ui = createDeskUi({ minUsd: config.tape.minUsd, tokenId: model.watchlist.getState().tokens[0] ?? null });
  // Of a recording, the tape is all there is.
  if (service.recording)
    ui.setState(({ tape, chart }) => ({
      ...{ focus: 'tape', recent: ['tape'] },
      tape: { ...tape, tokenId: null },
      chart: { ...chart, interval: '5s' },
    }));
  ui.subscribe(() => scheduler.request());
  ui.subscribe(({ visible, portfolio }) =>
    model.portfolio.show({
      timeframe: visible.includes('portfolio') ? portfolio.timeframe : null,
      trades: visible.includes('trades'),
    }),
  );
  followSignals({ ui, signals: model.signals });
  followContext({ ui, signals: model.signals }, clock);
  keepTables(ui, model, io);
  if (!service.recording) watchlist.keep(model);
  const keepLayouts = service.recording ? () => {} : restoreLayouts(ui, io);
  keepCommands(ui, io);
  const { refresh } = config;
  const desk: Desk = {
    ...model,
    streams: model.watchedStreams,
    ui,
    scheduler,
    keymap,
    theme: createTheme(config.theme, detectColorDepth(io.env), backgroundOf(config, io)),
    isFlashing: config.display.hasFlash,
    copyText: (text) => screen.write(osc52(text)),
    openExport: (name, extension) => openExportFile(io.paths.stateDir, { name, extension, atMs: clock.now() }),
    refreshMs: {
      positions: refresh.positionsMs,
      markets: refresh.marketsMs,
      orders: refresh.ordersMs,
      balances: refresh.balancesMs,
      account: refresh.usageMs,
    },
    presets: config.presets,
    now: () => (service.recording?.clock ?? clock).now(),
    monotonic: () => clock.monotonic(),
    get tapeTokens() {
      return model.watchlist.getState().tokens;
    },
    preferredWalletId: service.wallet,
    retryStream: () => model.streams.retryNow(),
    quit: screen.quit,
  };
  scheduler.frames.subscribe(() => model.wanted.show(deskWants(desk, ui.getState().visible)));
  return { desk, model, keepLayouts };
}

/** A theme that is light or dark by its name says what it is meant for; the others go by the terminal. */
const backgroundOf = ({ theme }: Config, { env }: CommandIo): 'dark' | 'light' =>
  theme === 'dark' || theme === 'light' ? theme : detectBackground(env);

/** Columns and sorting are as they were left, and a change is written down at once. */
function keepTables(ui: DeskUi, { notices }: DeskModel, { clock, paths }: CommandIo): void {
  const file = createTablesFile(paths.stateDir);
  ui.setState(startLooks(file.read()));
  let isWritable = true;
  ui.subscribe((now, before) => {
    const tables = isWritable ? changedTables(now, before) : null;
    if (!tables) return;
    try {
      file.write(tables);
    } catch (error) {
      isWritable = false;
      const text = `columns and sorting are not kept: ${error instanceof Error ? error.message : String(error)}`;
      addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
    }
  });
}

/** The screen is as it was left. Returns what writes down how it stands, for the moment of leaving. */
function restoreLayouts(ui: DeskUi, { paths }: CommandIo): () => void {
  const file = createLayoutsFile(paths.stateDir);
  ui.setState(startLayouts(file.read()));
  return () => {
    try {
      file.write(layoutsToKeep(ui.getState()));
    } catch {
      // Nobody is there to be told any more, and the next start has the layouts as they come.
    }
  };
}

/** The tokens on the tape as they were left; a change is written down at once, where it can be. */
function restoreWatchlist({ tape }: Config, { paths, clock }: CommandIo) {
  const file = createWatchlistFile(paths.stateDir);
  const configured = tapeTokensOf(tape.tokens);
  return {
    kept: file.read(),
    keep: ({ watchlist, notices }: DeskModel): void => {
      watchlist.subscribe((list) => {
        try {
          file.write(changeOf(configured, list));
        } catch (error) {
          const text = `the tape's tokens are not kept: ${error instanceof Error ? error.message : String(error)}`;
          addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
        }
      });
    },
  };
}

/** Lines of the command line, from session to session; without a place for them, they last for this one. */
function keepCommands(ui: DeskUi, { paths }: CommandIo): void {
  const file = createCommandHistoryFile(paths.stateDir);
  ui.setState({ commandHistory: file.read() });
  let isWritable = true;
  ui.subscribe(({ commandHistory }, before) => {
    if (!isWritable || commandHistory === before.commandHistory) return;
    try {
      file.write(commandHistory);
    } catch {
      isWritable = false;
    }
  });
}
