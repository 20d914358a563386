import type { CommandIo } from './command.ts';
import { globalOptions, deskUsage as usage } from './desk-options.ts';
import { parseOptions, refuseWords } from './options.ts';
import { isSurelyPaper, startPaper } from './start-paper.ts';

type Face = 'screen' | 'lines' | 'snapshot';

/** Opens the desk on a terminal; elsewhere prints it once as text. */
export async function runDesk(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(args, globalOptions, usage);
  refuseWords(positionals, usage);
  const isSpoken = values['screen-reader'] === true || io.env.INK_SCREEN_READER === 'true';
  const opening = isSpoken ? withoutProgress(io) : io;
  // The service starts in its thread while this one loads the rest of the desk.
  const started = isSurelyPaper(values, io) ? startPaper(values, opening) : null;
  // A failure is told where it is awaited, which may be later than it happens.
  started?.catch(() => {});
  const likely = faceOf(io, isSpoken);
  const loading = load(likely);
  const [{ readConfig }, { openService }, { chooseTour }] = await Promise.all([
    import('./read-config.ts'),
    import('./open-service.ts'),
    import('./desk-start.ts'),
  ]);
  const read = await readConfig(io);
  const config = values['no-mouse'] ? { ...read, display: { ...read.display, hasMouse: false } } : read;
  const face = faceOf(io, isSpoken || config.display.isScreenReader);
  const [service, { show }] = await Promise.all([
    openService(values, face === 'lines' ? withoutProgress(io) : io, config, started),
    face === likely ? loading : load(face),
  ]);
  try {
    return await show(service, config, io, { isTour: face !== 'snapshot' && chooseTour(service, values, io) });
  } finally {
    await service.close();
  }
}

/** The full screen, or lines for a screen reader; a terminal that cannot be drawn on gets a snapshot. */
function faceOf({ stdin, stdout, env }: CommandIo, isSpoken: boolean): Face {
  if (!stdout.isTTY || !stdin.isTTY) return 'snapshot';
  if (isSpoken) return 'lines';
  return env.TERM === 'dumb' ? 'snapshot' : 'screen';
}

function load(face: Face) {
  if (face === 'lines') return import('./desk-spoken.ts');
  return face === 'screen' ? import('./desk-screen.tsx') : import('./desk-snapshot.ts');
}

/** A line that is drawn again and again, with the sequences that wipe it, is nothing to listen to. */
const withoutProgress = (io: CommandIo): CommandIo => ({
  ...io,
  stderr: { write: (text: string) => io.stderr.write(text) } as CommandIo['stderr'],
});
