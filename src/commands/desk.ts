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
  const isScreen = io.stdout.isTTY && io.stdin.isTTY && io.env.TERM !== 'dumb';
  const screen = isScreen ? import('./desk-screen.tsx') : import('./desk-snapshot.ts');
  const [{ readConfig }, { openService }] = await Promise.all([
    import('./read-config.ts'),
    import('./open-service.ts'),
  ]);
  const config = await readConfig(io);
  const [service, { show }] = await Promise.all([openService(values, io, config, started), screen]);
  try {
    return await show(service, config, io);
  } finally {
    await service.close();
  }
}
