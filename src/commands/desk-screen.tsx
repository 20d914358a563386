import { render, useApp } from 'ink';
import { useEffect } from 'react';
import { boundMemory } from '../platform/bound-memory.ts';
import type { Config } from '../platform/config-schema.ts';
import { reopenTerminal } from '../platform/terminal-descriptor.ts';
import { installTerminalGuard, type TerminalGuard } from '../platform/terminal-guard.ts';
import { createTerminalInput, type TerminalInput } from '../platform/terminal-input.ts';
import { createTerminalOutput } from '../platform/terminal-output.ts';
import { addNotice } from '../stores/notices.ts';
import { App } from '../ui/app.tsx';
import type { Desk } from '../ui/desk.ts';
import { beginTour } from '../ui/tour/tour-keys.ts';
import type { CommandIo } from './command.ts';
import { createDesk } from './desk-model.ts';
import { type DeskChoice, firstAnswers } from './desk-start.ts';
import type { OpenService } from './open-service.ts';

/** Clock, ages and countdowns move on their own, this often. */
const tickMs = 500;

/** The full-screen desk, until the person leaves it. Resolves to the exit code. */
export async function show(
  service: OpenService,
  config: Config,
  io: CommandIo,
  choice: DeskChoice = { isTour: false },
): Promise<number> {
  const output = createTerminalOutput({ ...reopenTerminal(1), tty: io.stdout });
  let leave = (): void => {};
  const screen = {
    isDrained: () => output.drained,
    onDrain: (listener: () => void) => void output.onDrain(listener),
    quit: () => leave(),
    write: (bytes: string) => void output.stream.write(bytes),
    isWatched: true,
  };
  const { desk, model, keepLayouts } = createDesk(service, config, io, screen);
  const disarm = (reason: string): void => {
    const { overlay } = desk.ui.getState();
    if (overlay?.kind === 'form') overlay.form.disarm(reason);
    if (overlay?.kind === 'bulk') overlay.bulk.disarm(reason);
  };
  const guard = installTerminalGuard({
    output,
    stdin: io.stdin,
    onContinue: () => {
      disarm('The desk was stopped for a while: read it again, then confirm.');
      model.reconcile();
    },
  });
  desk.ui.setState({ hasMouse: config.display.hasMouse });
  model.start();
  // A frame costs most when nothing has run yet: one drawn without data would hold up the answers for a second one.
  await firstAnswers(model, io);
  if (choice.isTour) beginTour(desk);
  const input = createTerminalInput({ tty: io.stdin, write: screen.write, clock: io.clock });
  const app = render(<Root desk={desk} guard={guard} input={input} />, {
    stdout: output.stream,
    stdin: input.stream,
    exitOnCtrlC: false,
    patchConsole: false,
    alternateScreen: true,
    incrementalRendering: true,
    // The frame scheduler holds frames to 30 a second; a key press must not wait for a second brake behind it.
    maxFps: 250,
    interactive: true,
  });
  boundMemory({ isPaperEmbedded: service.isEmbedded });
  leave = () => {
    app.unmount();
    // Ink waits until its last bytes are out, which a stalled terminal would never tell.
    output.flushSync();
  };
  if (io.signal.aborted) leave();
  io.signal.addEventListener('abort', leave);
  output.onGone(leave);
  if (service.notice) addNotice(model.notices, { atMs: desk.now(), tone: 'info', text: service.notice });
  service.onEnd((reason) =>
    addNotice(model.notices, {
      atMs: desk.now(),
      tone: service.recording ? 'info' : 'error',
      text: service.recording ? reason : `The paper service stopped: ${reason}`,
    }),
  );
  const stopTicking = tick(desk, () => model.streams.status(), io);
  try {
    await app.waitUntilExit();
  } finally {
    stopTicking();
    desk.ui.getState().exporting?.stop();
    keepLayouts();
    model.stop();
    guard.restore();
    guard.remove();
  }
  return 0;
}

function tick(
  desk: Desk,
  status: () => ReturnType<Desk['session']['getState']>['connection'],
  { clock }: CommandIo,
): () => void {
  let timer: unknown;
  const run = (): void => {
    desk.session.setState({ connection: status() });
    desk.scheduler.request();
    timer = clock.setTimeout(run, tickMs);
  };
  timer = clock.setTimeout(run, tickMs);
  return () => clock.clearTimeout(timer);
}

interface RootProps {
  readonly desk: Desk;
  readonly guard: TerminalGuard;
  readonly input: TerminalInput;
}

/** Ink tells its own suspension only to the mounted tree. */
function Root({ desk, guard, input }: RootProps) {
  const { suspendTerminal } = useApp();
  useEffect(() => {
    guard.suspendWith(async () => {
      input.setMouse(false);
      const { resume } = await suspendTerminal();
      return { resume: () => resume().then(() => input.setMouse(desk.ui.getState().hasMouse)) };
    });
  }, [guard, desk, input, suspendTerminal]);
  useEffect(() => {
    input.setMouse(desk.ui.getState().hasMouse);
    const stop = desk.ui.subscribe(({ hasMouse }) => input.setMouse(hasMouse));
    return () => {
      stop();
      input.setMouse(false);
    };
  }, [desk, input]);
  return <App desk={desk} mouse={input} onSuspend={() => void guard.suspend()} />;
}
