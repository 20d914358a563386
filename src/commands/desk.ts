import type { CommandIo } from './command.ts';
import { openService } from './open-service.ts';
import { parseOptions, refuseWords } from './options.ts';
import { readConfig } from './read-config.ts';
import { targetOptions } from './target.ts';

const usage = 'swapdeck [--profile NAME | --base-url URL | --paper] [--seed N] [--speed X] [--ephemeral]';
const deskOptions = {
  ...targetOptions,
  seed: { type: 'string' },
  speed: { type: 'string' },
  ephemeral: { type: 'boolean' },
} as const;

/** Opens the desk on a terminal; elsewhere prints it once as text. */
export async function runDesk(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = parseOptions(args, deskOptions, usage);
  refuseWords(positionals, usage);
  const config = readConfig(io);
  const opening = openService(values, io, config);
  const isScreen = io.stdout.isTTY && io.stdin.isTTY && io.env.TERM !== 'dumb';
  // The service starts in its thread while this one loads the screen.
  const screen = isScreen ? import('./desk-screen.tsx') : import('./desk-snapshot.ts');
  const [service, { show }] = await Promise.all([opening, screen]);
  try {
    return await show(service, config, io);
  } finally {
    await service.close();
  }
}
