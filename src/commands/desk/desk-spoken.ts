import type { DeskModel } from '../../compose.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { createKeyReader } from '../../platform/terminal/key-reader.ts';
import { reopenTerminal } from '../../platform/terminal/terminal-descriptor.ts';
import { createTerminalOutput, type TerminalOutput } from '../../platform/terminal/terminal-output.ts';
import type { Desk } from '../../ui/desk/desk.ts';
import { functionKeySequences } from '../../ui/keys/function-key-sequences.ts';
import { chartWants } from '../../ui/panes/chart/chart-view.ts';
import { createNarrator, type Narrator } from '../../ui/spoken/narrator.ts';
import { beginTour } from '../../ui/tour/tour-keys.ts';
import type { CommandIo } from '../command.ts';
import { openDesk } from './desk-model.ts';
import { type DeskChoice, firstAnswers } from './desk-start.ts';
import { disarm, tellOfService, tick } from './open-desk.ts';
import type { OpenService } from './open-service.ts';
import { tellHandled } from './tell-handled.ts';

/**
 * The desk as lines for a screen reader or braille display: the same keys, no screen, no escape sequences. Resolves to
 * the exit code.
 */
export async function show(
  service: OpenService,
  config: Config,
  io: CommandIo,
  choice: DeskChoice = { isTour: false },
): Promise<number> {
  const output = createTerminalOutput({ ...reopenTerminal(1), tty: io.stdout });
  const ended = Promise.withResolvers<void>();
  const say = (lines: readonly string[]): void => void output.stream.write(lines.map((line) => `${line}\n`).join(''));
  const { desk, model, marks } = openDesk(service, config, io, {
    isDrained: () => output.drained,
    onDrain: (listener) => void output.onDrain(listener),
    quit: () => ended.resolve(),
    write: (bytes) => void output.stream.write(withoutSequences(bytes)),
    isWatched: true,
  });
  const narrator = createNarrator(desk, say);
  service.leaving?.watch(model);
  model.start();
  await firstAnswers(model, io);
  tellOfService(service, model, desk);
  if (choice.isTour) beginTour(desk);
  narrator.begin();
  const ears = listen(desk, narrator, io);
  const stops = [
    showFocused(desk),
    hearContinue(desk, model, io),
    ears.stop,
    follow(desk, narrator),
    tick(desk, model, io),
  ];
  tellHandled({
    input: ears,
    tty: io.stdout,
    scheduler: desk.scheduler,
    flush: () => new Promise((resolve) => output.stream.write('', () => resolve())),
  });
  io.signal.addEventListener('abort', () => ended.resolve());
  if (io.signal.aborted) ended.resolve();
  output.onGone(() => ended.resolve());
  await ended.promise;
  for (const stop of stops) stop();
  desk.ui.getState().exporting?.stop();
  model.stop();
  leave(output, io);
  await marks?.stop();
  return 0;
}

/** Only the bell passes: anything else written to the terminal would be read out. */
const withoutSequences = (bytes: string): string =>
  bytes.includes('\x07') && !bytes.startsWith('\x1b]52') ? '\x07' : '';

function leave(output: TerminalOutput, { stdin }: CommandIo): void {
  stdin.setRawMode(false);
  stdin.pause();
  output.flushSync('swapdeck has ended.\n');
  output.close();
}

/** Reads the data that the user could look at next, as if it were on screen. */
function showFocused(desk: Desk): () => void {
  const look = (): void => {
    const { focus, visible } = desk.ui.getState();
    if (visible.length !== 1 || visible[0] !== focus) desk.ui.setState({ visible: [focus] });
    desk.candles.want(focus === 'chart' ? chartWants(desk) : null);
  };
  look();
  return desk.ui.subscribe(look);
}

function listen(desk: Desk, narrator: Narrator, { stdin, clock }: CommandIo) {
  const read = createKeyReader(() => clock.monotonic(), functionKeySequences);
  const listeners = new Set<() => void>();
  let bytes = 0;
  const hear = (chunk: string): void => {
    bytes += Buffer.byteLength(chunk);
    for (const heard of read(chunk)) {
      if (heard.kind === 'paste') narrator.paste(heard.text);
      else if (heard.key === 'C-z') stop(stdin);
      else narrator.key(heard.key);
    }
    for (const listener of listeners) listener();
  };
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  stdin.on('data', hear);
  stdin.on('end', desk.quit);
  stdin.on('error', desk.quit);
  stdin.resume();
  return {
    get bytes() {
      return bytes;
    },
    isHolding: false,
    onRead: (listener: () => void) => void listeners.add(listener),
    stop: () => {
      stdin.off('data', hear);
      stdin.off('end', desk.quit);
    },
  };
}

/** The shell has the terminal until it continues the job. The whole job stops, including the launcher. */
function stop(stdin: CommandIo['stdin']): void {
  stdin.setRawMode(false);
  process.kill(0, 'SIGTSTP');
}

function hearContinue(desk: Desk, model: DeskModel, { stdin }: CommandIo): () => void {
  const goOn = (): void => {
    stdin.setRawMode(true);
    disarm(desk, 'The desk was stopped for a while: review the order, then confirm.');
    model.reconcile();
  };
  process.on('SIGCONT', goOn);
  return () => process.off('SIGCONT', goOn);
}

/** The effect of a key may come later: a response, a notice, a lost connection. */
const follow = (desk: Desk, narrator: Narrator): (() => void) =>
  desk.scheduler.frames.subscribe(() => narrator.changed());
