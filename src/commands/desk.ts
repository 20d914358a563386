import type { CommandIo } from './command.ts';
import { globalOptions, deskUsage as usage } from './desk-options.ts';
import { parseOptions, refuseWords } from './options.ts';
import { isSurelyPaper, startPaper } from './start-paper.ts';

/** Opens the desk on a terminal; elsewhere prints it once as text. */
export async function runDesk(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(args, globalOptions, usage);
  refuseWords(positionals, usage);
  // The service starts in its thread while this one loads the rest of the desk.
  const started = isSurelyPaper(values, io) ? startPaper(values, io) : null;
  // A failure is told where it is awaited, which may be later than it happens.
  started?.catch(() => {});
  const isTerminal = io.stdout.isTTY && io.stdin.isTTY;
  const isSpoken = values['screen-reader'] === true || io.env.INK_SCREEN_READER === 'true';
  const screen = isTerminal ? terminalDesk(isSpoken, io) : import('./desk-snapshot.ts');
  const [{ readConfig }, { openService }] = await Promise.all([
    import('./read-config.ts'),
    import('./open-service.ts'),
  ]);
  const config = await readConfig(io);
  const wanted = isTerminal && config.display.isScreenReader && !isSpoken ? terminalDesk(true, io) : screen;
  const [service, { show }, { chooseTour }] = await Promise.all([
    openService(values, io, config, started),
    wanted,
    import('./desk-start.ts'),
  ]);
  try {
    return await show(service, config, io, { isTour: isTerminal && chooseTour(service, values, io) });
  } finally {
    await service.close();
  }
}

/** The full screen, or lines for a screen reader; a terminal that cannot be drawn on gets a snapshot. */
function terminalDesk(isSpoken: boolean, { env }: CommandIo) {
  if (isSpoken) return import('./desk-spoken.ts');
  return env.TERM === 'dumb' ? import('./desk-snapshot.ts') : import('./desk-screen.tsx');
}
