import { render, useApp } from 'ink';
import { useEffect } from 'react';
import type { Config } from '../../platform/config/config-schema.ts';
import { limitHeap } from '../../platform/process/limit-heap.ts';
import { setOptimizing } from '../../platform/process/optimizing.ts';
import { reopenTerminal } from '../../platform/terminal/terminal-descriptor.ts';
import { installTerminalGuard, type TerminalGuard } from '../../platform/terminal/terminal-guard.ts';
import { createTerminalInput, type TerminalInput } from '../../platform/terminal/terminal-input.ts';
import { createTerminalOutput } from '../../platform/terminal/terminal-output.ts';
import { App } from '../../ui/app.tsx';
import type { Desk } from '../../ui/desk/desk.ts';
import { beginTour } from '../../ui/tour/tour-keys.ts';
import type { CommandIo } from '../command.ts';
import { openDesk } from './desk-model.ts';
import { type DeskChoice, firstAnswers } from './desk-start.ts';
import { firstFrame } from './first-frame/first-frame.ts';
import { keepFirstFrame } from './first-frame/keep-first-frame.ts';
import { disarm, tellOfService, tick } from './open-desk.ts';
import type { OpenService } from './open-service.ts';
import { tellHandled } from './tell-handled.ts';

const inkOptions = {
  exitOnCtrlC: false,
  patchConsole: false,
  alternateScreen: true,
  incrementalRendering: true,
  // The frame scheduler limits frames; a key press must not wait for a second limit behind it.
  maxFps: 1_000,
  interactive: true,
} as const;

/** Runs the full-screen desk until the user quits. Resolves to the exit code. */
export async function show(
  service: OpenService,
  config: Config,
  io: CommandIo,
  choice: DeskChoice = { isTour: false },
): Promise<number> {
  const output = createTerminalOutput({ ...reopenTerminal(1), tty: io.stdout, isAlternate: firstFrame() !== null });
  let leave = (): void => {};
  const screen = {
    isDrained: () => output.drained,
    onDrain: (listener: () => void) => void output.onDrain(listener),
    quit: () => leave(),
    write: (bytes: string) => void output.stream.write(bytes),
    isWatched: true,
  };
  const { desk, model, keepLayouts, marks } = openDesk(service, config, io, screen);
  const guard = installTerminalGuard({
    output,
    stdin: io.stdin,
    onContinue: () => {
      disarm(desk, 'The desk was stopped for a while: review the order, then confirm.');
      model.reconcile();
    },
  });
  // The guard restores the terminal from here on.
  firstFrame()?.handOver();
  desk.ui.setState({ hasMouse: config.display.hasMouse });
  service.leaving?.watch(model);
  model.start();
  // The first frame costs most, because all code is cold: drawn without data it would only delay the responses.
  await firstAnswers(model, io);
  if (choice.isTour) beginTour(desk);
  const input = createTerminalInput({ tty: io.stdin, write: screen.write, clock: io.clock });
  const streams = { stdout: output.stream, stdin: input.stream };
  const app = render(<Root desk={desk} guard={guard} input={input} />, { ...streams, ...inkOptions });
  setOptimizing(true);
  limitHeap();
  leave = () => {
    // Before the screen, which may be delayed: stop all reads and release the account.
    model.stop();
    app.unmount();
    // Ink waits until its last bytes are out, which a stalled terminal would never confirm.
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
    await marks?.stop();
    guard.remove();
  }
  keepFirstFrame(service, config, io);
  return 0;
}

interface RootProps {
  readonly desk: Desk;
  readonly guard: TerminalGuard;
  readonly input: TerminalInput;
}

/** Ink offers its suspend function only inside the mounted tree. */
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
