import { existsSync } from 'node:fs';
import type { OwnDesk } from '../../own-desk.ts';
import type { Config } from '../../platform/config/config-schema.ts';
import { ownWalletsFile } from '../../platform/files/paths.ts';
import { growHeapFast, limitHeap } from '../../platform/process/limit-heap.ts';
import { setOptimizing } from '../../platform/process/optimizing.ts';
import type { CommandIo } from '../command.ts';
import { isSurelyPaper, startPaper } from '../paper/start-paper.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { deskSyntax } from './desk-syntax.ts';
import { firstFrame } from './first-frame/first-frame.ts';
import type { OpenService } from './open-service.ts';

type Presentation = 'screen' | 'lines' | 'snapshot';

/** Opens the desk on a terminal; otherwise prints it once as text. */
export async function runDesk(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, deskSyntax);
  const isSpoken = values['screen-reader'] === true || io.env.INK_SCREEN_READER === 'true';
  const opening = isSpoken ? withoutProgress(io) : withProgressInFrame(io);
  const likely = presentationOf(io, isSpoken);
  // Until the first frame.
  setOptimizing(likely !== 'screen');
  if (likely === 'screen') growHeapFast();
  // The service starts in its thread while this thread loads the rest of the desk.
  const whenInUse = likely === 'snapshot' ? 'temporary' : 'ask keeper';
  const started = isSurelyPaper(values, io) ? startPaper(values, opening, whenInUse) : null;
  // A failure is reported where it is awaited, possibly later.
  started?.catch(() => {});
  const loading = load(likely);
  const [{ readConfig }, { openService }, { chooseTour }, { Leaving }] = await Promise.all([
    import('../read-config.ts'),
    import('./open-service.ts'),
    import('./desk-start.ts'),
    import('./leaving.ts'),
  ]);
  const read = await readConfig(io);
  const config = values['no-mouse'] ? { ...read, display: { ...read.display, hasMouse: false } } : read;
  const face = presentationOf(io, isSpoken || config.display.isScreenReader);
  if (face !== likely) {
    setOptimizing(true);
    limitHeap();
  }
  const [service, { show }] = await Promise.all([
    openService(values, face === 'lines' ? withoutProgress(io) : withProgressInFrame(io), config, started, whenInUse),
    face === likely ? loading : load(face),
  ]);
  const leaving = face === 'snapshot' ? undefined : new Leaving(service, values, config, io);
  let code = 1;
  try {
    const own = await openOwn(service, config, io);
    const isTour = face !== 'snapshot' && chooseTour(service, values, io);
    code = await show({ ...service, own, leaving }, config, io, { isTour });
  } finally {
    await service.close();
  }
  return (await leaving?.end()) === false ? 1 : code;
}

/** Loads what own wallets need only where there are any. */
async function openOwn(service: OpenService, config: Config, io: CommandIo): Promise<OwnDesk | null> {
  if (!existsSync(ownWalletsFile(io.paths.stateDir))) return null;
  const { openOwnDesk } = await import('./open-own-desk.ts');
  const own = await openOwnDesk(service, config, io);
  if (own && service.isEmbedded) {
    const { fundOwnWallets } = await import('./fund-own-wallets.ts');
    await fundOwnWallets(service, own, io);
  }
  return own;
}

/** Full screen, or lines for a screen reader, or a snapshot if the terminal cannot be drawn on. */
function presentationOf({ stdin, stdout, env }: CommandIo, isSpoken: boolean): Presentation {
  if (!stdout.isTTY || !stdin.isTTY) return 'snapshot';
  if (isSpoken) return 'lines';
  return env.TERM === 'dumb' ? 'snapshot' : 'screen';
}

function load(face: Presentation) {
  if (face === 'lines') return import('./desk-spoken.ts');
  return face === 'screen' ? import('./desk-screen.tsx') : import('./desk-snapshot.ts');
}

/** A line that is redrawn again and again with escape sequences is useless for listening. */
const withoutProgress = (io: CommandIo): CommandIo => ({
  ...io,
  // Whoever shows progress asks of it nothing but to write.
  stderr: { write: (text: string) => io.stderr.write(text) } as CommandIo['stderr'],
});

/** Progress would put away the first frame, as everything printed does. */
function withProgressInFrame(io: CommandIo): CommandIo {
  const frame = firstFrame();
  // Whoever shows progress uses nothing else of it.
  return frame ? { ...io, stderr: frame.progress as CommandIo['stderr'] } : io;
}
