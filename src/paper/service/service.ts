import { World } from '../world/world.ts';
import { type PaperService, type PaperServiceOptions, startShell } from './service-shell.ts';

export type { PaperService, PaperServiceOptions };

/** Starts the paper service with its market; see `startShell` for what it throws. */
export const startPaperService = (options: PaperServiceOptions): Promise<PaperService> =>
  startShell(options, (world) => new World(world));
