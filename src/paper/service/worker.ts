import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../platform/time/clock.ts';
import { StateStoreError } from './state-store-error.ts';

interface WorkerData {
  readonly seed: number;
  readonly speed: number;
  readonly chaos?: number;
  readonly stateDir: string | null;
  /** Compile cache of the parent thread; undefined if it has none. */
  readonly compileCacheDir: string | undefined;
}

// Entry of the embedded service's thread, started by embedded.ts. It replies once, with the service or with the reason
// why the saved account cannot be used: a thrown error would lose its class.
const { compileCacheDir, ...options } = workerData as WorkerData;
// A thread has no compile cache by default, and code loaded before is not in it. Node adds a folder for its version
// below the given one.
if (compileCacheDir) enableCompileCache(dirname(compileCacheDir));
const { startPaperService } = await import('./service.ts');
try {
  const service = await startPaperService({ ...options, clock: systemClock });
  const { baseUrl, apiKey, keys } = service;
  parentPort?.on('message', (message) => {
    if (message === 'close') void service.close().then(() => parentPort?.close());
  });
  parentPort?.postMessage({ baseUrl, apiKey, keys });
} catch (error) {
  if (!(error instanceof StateStoreError)) throw error;
  parentPort?.postMessage({ refused: { message: error.message, isInUse: error.isInUse } });
}
