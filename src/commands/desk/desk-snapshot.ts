import type { Config } from '../../platform/config/config-schema.ts';
import { headerLine } from '../../ui/bars/header.ts';
import type { Desk } from '../../ui/desk/desk.ts';
import { chartView, chartWants } from '../../ui/panes/chart/chart-view.ts';
import type { PaneId } from '../../ui/panes/pane-ids.ts';
import { paneLines } from '../../ui/panes/pane-lines.ts';
import { type Line, plainText } from '../../ui/text/span.ts';
import type { CommandIo } from '../command.ts';
import { openDesk } from './desk-model.ts';
import type { OpenService } from './open-service.ts';

const width = 110;
const paneHeight = 12;
const shownPanes: readonly PaneId[] = ['positions', 'orders', 'balances', 'tape', 'streams', 'chart', 'perpOrders'];
const patienceMs = 15_000;
const swapPatienceMs = 4_000;

/** Without a terminal: prints the desk once as plain text when its data has arrived. Resolves to the exit code. */
export async function show(service: OpenService, config: Config, io: CommandIo): Promise<number> {
  const screen = { isDrained: () => true, onDrain: () => {}, quit: () => {}, write: () => {}, isWatched: false };
  const { desk, model } = openDesk(service, config, io, screen);
  desk.ui.setState({ visible: shownPanes });
  model.start();
  desk.candles.want(chartWants(desk));
  const isWhole = await arrived(desk, io);
  const lines = [
    headerLine(desk, width),
    // `swapdeck journal` lists what was sent; unknown outcomes are in the header.
    ...shownPanes.flatMap((id) => paneLines(desk, id, { x: 0, y: 0, width, height: paneHeight })),
  ];
  model.stop();
  io.stdout.write(`${[...trimmed(lines), '', ...advice(service, isWhole, io)].join('\n')}\n`);
  return isWhole ? 0 : 1;
}

const trimmed = (lines: readonly Line[]): string[] => lines.map((line) => plainText(line).trimEnd());

function advice({ notice }: OpenService, isWhole: boolean, { stdin, stdout }: CommandIo): string[] {
  return [
    ...(notice ? [notice] : []),
    ...(isWhole
      ? []
      : [`Some data did not arrive within ${patienceMs / 1000} s. Run swapdeck doctor to find out why.`]),
    stdin.isTTY && stdout.isTTY
      ? 'This is a snapshot because TERM=dumb says that this terminal cannot draw a screen. For the desk in plain lines: swapdeck --screen-reader. If the terminal can draw: TERM=xterm-256color swapdeck'
      : 'This is a snapshot because the input or output is not a terminal. Run swapdeck (or npm start) in a terminal for the full-screen desk.',
  ];
}

/**
 * Waits for positions, orders, balances, the connection and the journal, up to a limit, and then briefly for a first swap and
 * candles: a quiet token is no failure. Resolves to whether the three reads succeeded.
 */
function arrived(desk: Desk, { clock, signal }: CommandIo): Promise<boolean> {
  const isThere = (): boolean =>
    (['positions', 'orders', 'balances'] as const).every((name) => desk.data.read(name).data !== undefined);
  const hasSwap = (): boolean => desk.tape.latest(1, desk.ui.getState().tape).length > 0;
  const hasCandles = (): boolean => {
    const { data, problem } = chartView(desk)?.reading ?? {};
    return data !== undefined || problem != null;
  };
  const isConnectionClear = (): boolean => ['connected', 'failed'].includes(desk.session.getState().connection.state);
  const isJournalRead = (): boolean => desk.records.getState().isLoaded || desk.trading.getState().lock !== null;
  const startMs = clock.monotonic();
  let thereMs: number | null = null;
  return new Promise((resolve) => {
    const look = (): void => {
      const nowMs = clock.monotonic();
      if (isThere() && isConnectionClear() && isJournalRead()) thereMs ??= nowMs;
      const isWhole = thereMs !== null && ((hasSwap() && hasCandles()) || nowMs - thereMs > swapPatienceMs);
      if (isWhole || signal.aborted || nowMs - startMs > patienceMs) resolve(isThere());
      else clock.setTimeout(look, 50);
    };
    look();
  });
}
