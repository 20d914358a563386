import type { PaperService } from '../../paper/service/service.ts';
import type { CommandIo } from '../command.ts';
import { withProgress } from '../desk/progress-line.ts';

/** Runs work against a paper service that saves nothing and ends with it. */
export async function withTemporaryPaper<T>(io: CommandIo, work: (service: PaperService) => Promise<T>): Promise<T> {
  const { startPaperService } = await import('../../paper/service/service.ts');
  const seed = io.random.int(2 ** 32);
  const service = await withProgress(io, 'Starting a paper service', () =>
    startPaperService({ port: 0, seed, speed: 10, stateDir: null, clock: io.clock }),
  );
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
