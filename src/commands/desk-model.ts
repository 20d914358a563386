import { compose, type DeskModel } from '../compose.ts';
import { localZone, setClockZone } from '../domain/clock-zone.ts';
import { bindKeys } from '../keys/bind-keys.ts';
import { createKeymap, type Keymap, keyOf } from '../keys/keymap.ts';
import type { Config } from '../platform/config-schema.ts';
import { openExportFile } from '../platform/export-file.ts';
import { createLog } from '../platform/log.ts';
import type { Service } from '../service.ts';
import { addNotice } from '../stores/notices.ts';
import { tapeTokensOf } from '../sync/desk-streams.ts';
import type { Desk } from '../ui/desk.ts';
import { createDeskUi, type DeskUi } from '../ui/desk-ui.ts';
import { osc52 } from '../ui/export/osc52.ts';
import { FrameScheduler } from '../ui/frame-scheduler.ts';
import { deskWants } from '../ui/panes/pane-wants.ts';
import { followContext, followSignals } from '../ui/run/run-signals.ts';
import { createTheme, detectBackground, detectColorDepth } from '../ui/theme/theme.ts';
import type { CommandIo } from './command.ts';
import { keepCommands, keepTables, keepWatchlist, readWatchlist, restoreLayouts } from './keep-desk.ts';

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
  const keymap = createKeymap(bindKeys(config.keys).bindings);
  const model = composeModel(service, config, io, { scheduler, keymap, ring: screen.isWatched ? screen.write : null });
  const ui = startUi(service, config, model);
  ui.subscribe(() => scheduler.request());
  followSignals({ ui, signals: model.signals });
  followContext({ ui, signals: model.signals }, clock);
  const keepLayouts = keepDesk(ui, model, service, config, io);
  const desk: Desk = {
    ...model,
    ...{ ui, scheduler, keymap },
    ...settingsOf(config, io),
    streams: model.watchedStreams,
    copyText: (text) => screen.write(osc52(text)),
    openExport: (name, extension) => openExportFile(io.paths.stateDir, { name, extension, atMs: clock.now() }),
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

interface Drawing {
  readonly scheduler: FrameScheduler;
  readonly keymap: Keymap;
  readonly ring: ((bytes: string) => void) | null;
}

function composeModel(
  service: Service,
  config: Config,
  { clock, random, paths }: CommandIo,
  { scheduler, keymap, ring }: Drawing,
): DeskModel {
  const log = createLog(paths.logFile);
  return compose(service, {
    ...{ clock, random, config },
    journalFile: paths.journalFile,
    stateDir: paths.stateDir,
    watched: service.recording ? undefined : readWatchlist(paths.stateDir),
    onChange: () => scheduler.request(),
    keyOf: (commandId) => keyOf(keymap, commandId),
    ...(ring && { ring }),
    onFault: (err) => log.error('a stream listener threw', { err }),
  });
}

function startUi(
  { recording }: Service,
  { tape: { minUsd } }: Config,
  { watchlist, portfolio: reads }: DeskModel,
): DeskUi {
  const ui = createDeskUi({ minUsd, tokenId: watchlist.getState().tokens[0] ?? null });
  // Of a recording, the tape is all there is.
  if (recording)
    ui.setState(({ tape, chart }) => ({
      ...{ focus: 'tape', recent: ['tape'] },
      tape: { ...tape, tokenId: null },
      chart: { ...chart, interval: '5s' },
    }));
  ui.subscribe(({ visible, portfolio }) =>
    reads.show({
      timeframe: visible.includes('portfolio') ? portfolio.timeframe : null,
      trades: visible.includes('trades'),
    }),
  );
  return ui;
}

/** A desk begins as the one before was left. Returns what keeps the layouts, for the moment of leaving. */
function keepDesk(
  ui: DeskUi,
  { watchlist, notices }: DeskModel,
  { recording }: Service,
  { tape }: Config,
  { clock, paths: { stateDir } }: CommandIo,
): () => void {
  const say = (text: string): void => addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  keepTables(ui, stateDir, say);
  keepCommands(ui, stateDir);
  // What is looked at of a recording says nothing of how a person wants to see a service.
  if (recording) return () => {};
  keepWatchlist(watchlist, tapeTokensOf(tape.tokens), stateDir, say);
  return restoreLayouts(ui, stateDir);
}

const settingsOf = (config: Config, io: CommandIo): Pick<Desk, 'theme' | 'isFlashing' | 'presets' | 'refreshMs'> => ({
  theme: createTheme(config.theme, detectColorDepth(io.env), backgroundOf(config, io)),
  isFlashing: config.display.hasFlash,
  presets: config.presets,
  refreshMs: {
    positions: config.refresh.positionsMs,
    markets: config.refresh.marketsMs,
    orders: config.refresh.ordersMs,
    balances: config.refresh.balancesMs,
    account: config.refresh.usageMs,
  },
});

/** A theme that is light or dark by its name says what it is meant for; the others go by the terminal. */
const backgroundOf = ({ theme }: Config, { env }: CommandIo): 'dark' | 'light' =>
  theme === 'dark' || theme === 'light' ? theme : detectBackground(env);
