import { render, useApp } from 'ink';
import { useEffect } from 'react';
import { boundMemory } from '../platform/bound-memory.ts';
import type { Config } from '../platform/config-schema.ts';
import { reopenTerminal } from '../platform/terminal-descriptor.ts';
import { installTerminalGuard, type TerminalGuard } from '../platform/terminal-guard.ts';
import { createTerminalInput, type TerminalInput } from '../platform/terminal-input.ts';
import { createTerminalOutput } from '../platform/terminal-output.ts';
import { App } from '../ui/app.tsx';
import type { Desk } from '../ui/desk.ts';
import { beginTour } from '../ui/tour/tour-keys.ts';
import type { CommandIo } from './command.ts';
import { createDesk } from './desk-model.ts';
import { type DeskChoice, firstAnswers } from './desk-start.ts';
import { disarm, tellOfService, tick } from './open-desk.ts';
import type { OpenService } from './open-service.ts';
import { tellHandled } from './tell-handled.ts';

const inkOptions = {
  exitOnCtrlC: false,
  patchConsole: false,
  alternateScreen: true,
  incrementalRendering: true,
  // The frame scheduler holds frames to 30 a second; a key press must not wait for a second brake behind it.
  maxFps: 250,
  interactive: true,
} as const;

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
  const guard = installTerminalGuard({
    output,
    stdin: io.stdin,
    onContinue: () => {
      disarm(desk, 'The desk was stopped for a while: read it again, then confirm.');
      model.reconcile();
    },
  });
  desk.ui.setState({ hasMouse: config.display.hasMouse });
  model.start();
  // A frame costs most when nothing has run yet: one drawn without data would hold up the answers for a second one.
  await firstAnswers(model, io);
  if (choice.isTour) beginTour(desk);
  const input = createTerminalInput({ tty: io.stdin, write: screen.write, clock: io.clock });
  const streams = { stdout: output.stream, stdin: input.stream };
  const app = render(<Root desk={desk} guard={guard} input={input} />, { ...streams, ...inkOptions });
  boundMemory({ isPaperEmbedded: service.isEmbedded });
  leave = () => {
    // Whatever holds up the end of the screen: nothing is asked for any more, and the account is free.
    model.stop();
    app.unmount();
    // Ink waits until its last bytes are out, which a stalled terminal would never tell.
    output.flushSync();
  };
  if (io.signal.aborted) leave();
  io.signal.addEventListener('abort', leave);
  output.onGone(leave);
  tellOfService(service, model, desk);
  const stopTicking = tick(desk, model, io);
  tellHandled({ input, tty: io.stdout, scheduler: desk.scheduler, flush: app.waitUntilRenderFlush });
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
