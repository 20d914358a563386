import { askForAccount } from '../../ask-keeper.ts';
import { compose, type DeskModel } from '../../compose.ts';
import { localZone, setClockZone } from '../../domain/time/clock-zone.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { openExportFile } from '../../platform/files/export-file.ts';
import { marksFolder } from '../../platform/files/paths.ts';
import { createLog } from '../../platform/process/log.ts';
import { isKept, type Service } from '../../service.ts';
import { addNotice } from '../../stores/notices.ts';
import { tapeTokensOf } from '../../sync/streams/desk-streams.ts';
import { commands, deskKeymap } from '../../ui/commands/commands.ts';
import { followContext, followSignals } from '../../ui/commands/panes/signals-commands.ts';
import { createDesk } from '../../ui/desk/create-desk.ts';
import type { Desk, DeskKeeper } from '../../ui/desk/desk.ts';
import { createDeskUi, type DeskUi } from '../../ui/desk/desk-ui.ts';
import { FrameScheduler } from '../../ui/desk/frame-scheduler.ts';
import { osc52 } from '../../ui/export/osc52.ts';
import { bindKeys } from '../../ui/keys/bind-keys.ts';
import { type Keymap, keyOf } from '../../ui/keys/keymap.ts';
import { chartSubject } from '../../ui/panes/chart/chart-subject.ts';
import { deskWants } from '../../ui/panes/pane-wants.ts';
import { createTheme, detectBackground, detectColorDepth } from '../../ui/theme/theme.ts';
import type { CommandIo } from '../command.ts';
import type { OpenService } from './open-service.ts';
import {
  persistCommands,
  persistOpenings,
  persistTables,
  persistWatchlist,
  readWatchlist,
  restoreLayouts,
} from './persist-desk.ts';
import { type KeptMarks, persistMarks } from './persist-marks.ts';

interface Screen {
  readonly isDrained: () => boolean;
  readonly onDrain: (listener: () => void) => void;
  readonly quit: () => void;
  /** Writes bytes to the terminal itself, between two frames. */
  readonly write: (bytes: string) => void;
  /** A user is present and can be alerted. */
  readonly isWatched: boolean;
}

/** The stores of a desk plus the screen's own state. */
export function openDesk(
  service: Service & Pick<OpenService, 'leaving'>,
  config: Config,
  io: CommandIo,
  screen: Screen,
): { desk: Desk; model: DeskModel; keepLayouts: () => void; marks: KeptMarks | null } {
  const { clock } = io;
  if (config.display.time === 'local') setClockZone(localZone());
  const scheduler = new FrameScheduler({
    monotonic: () => clock.monotonic(),
    setTimeout: (run, delayMs) => clock.setTimeout(run, delayMs),
    setImmediate,
    maxFps: config.display.maxFps,
    ...screen,
  });
  const keymap = deskKeymap(bindKeys(commands, config.keys).bindings, config.presets.plans);
  const model = composeModel(service, config, io, {
    scheduler,
    keymap,
    ring: screen.isWatched ? screen.write : undefined,
  });
  const ui = startUi(service, config, model);
  followSignals({ ui, signals: model.signals });
  followContext({ ui, signals: model.signals }, clock);
  const keepLayouts = persistDesk(ui, model, service, config, io);
  const desk = createDesk({
    ...model,
    ui,
    scheduler,
    keymap,
    ...settingsOf(config, io),
    copyText: (text) => screen.write(osc52(text)),
    openExport: (name, extension) => openExportFile(io.paths.stateDir, { name, extension, atMs: clock.now() }),
    now: () => (service.recording?.clock ?? clock).now(),
    monotonic: () => clock.monotonic(),
    preferredWalletId: service.wallet,
    retryStream: () => model.streamManager.retryNow(),
    quit: screen.quit,
    keeper: deskKeeper(service),
  });
  const marks = keepMarks(service, model, io);
  scheduler.frames.subscribe(() => {
    const { visible } = ui.getState();
    model.wanted.show(deskWants(desk, visible));
    const subject = marks && visible.includes('chart') ? chartSubject(desk) : null;
    if (subject?.kind === 'coin') marks?.show(subject.coin);
  });
  return { desk, model, keepLayouts, marks };
}

/** Where nobody can leave anything to a keeper, as in a replay, the desk says so. */
const deskKeeper = ({ leaving }: Pick<OpenService, 'leaving'>): DeskKeeper => ({
  whyNot: leaving ? leaving.whyNot : 'There is no account here that a keeper could hold.',
  leave: async () => (leaving ? leaving.leave() : 'there is none'),
});

interface Drawing {
  readonly scheduler: FrameScheduler;
  readonly keymap: Keymap;
  readonly ring: ((bytes: string) => void) | undefined;
}

function composeModel(
  service: Service,
  config: Config,
  { clock, random, paths }: CommandIo,
  { scheduler, keymap, ring }: Drawing,
): DeskModel {
  const log = createLog(paths.logFile);
  return compose(service, {
    clock,
    random,
    config,
    journalFile: paths.journalFile,
    stateDir: paths.stateDir,
    watched: service.recording ? undefined : readWatchlist(paths.stateDir),
    onChange: () => scheduler.request(),
    keyOf: (commandId) => keyOf(keymap, commandId),
    ring,
    // A snapshot leaves the account where it is.
    askHolder: ring && ((accountId, pid) => askForAccount(accountId, pid, { stateDir: paths.stateDir, clock })),
    onFault: (err) => log.error('a stream listener threw', { err }),
  });
}

function startUi(
  { recording }: Service,
  { tape: { minUsd } }: Config,
  { watchlist, portfolio: reads }: DeskModel,
): DeskUi {
  const ui = createDeskUi({ minUsd, tokenId: watchlist.getState().tokens[0] ?? null });
  // A recording contains only the tape.
  if (recording)
    ui.setState(({ tape, chart }) => ({
      focus: 'tape',
      recent: ['tape'],
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

/** Restores the state that the last desk saved. Returns the function that saves the layouts on exit. */
function persistDesk(
  ui: DeskUi,
  { watchlist, notices, openings }: DeskModel,
  service: Service,
  { tape }: Config,
  { clock, paths: { stateDir } }: CommandIo,
): () => void {
  const say = (text: string): void => addNotice(notices, { atMs: clock.now(), tone: 'warn', text });
  persistTables(ui, stateDir, say);
  persistCommands(ui, stateDir);
  // A replay must not change how the user sees a service.
  if (service.recording) return () => {};
  if (isKept(service)) persistOpenings(openings, stateDir, say);
  persistWatchlist(watchlist, tapeTokensOf(tape.tokens), stateDir, say);
  return restoreLayouts(ui, stateDir);
}

/** Keeps the marks of a market that the next run meets again. */
const keepMarks = (
  { market, recording }: Service,
  { data, priceSamples, notices }: DeskModel,
  { clock, paths }: CommandIo,
): KeptMarks | null =>
  market && !recording
    ? persistMarks({
        data,
        priceSamples,
        folder: marksFolder(paths.stateDir, market),
        now: () => clock.now(),
        say: (text) => addNotice(notices, { atMs: clock.now(), tone: 'warn', text }),
      })
    : null;

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

/** A theme that is light or dark by name decides itself; the others follow the terminal. */
const backgroundOf = ({ theme }: Config, { env }: CommandIo): 'dark' | 'light' =>
  theme === 'dark' || theme === 'light' ? theme : detectBackground(env);
