import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import { StateStoreError } from './state-store-error.ts';

interface WorkerData {
  readonly seed: number;
  readonly speed: number;
  readonly stateDir: string | null;
  /** Of the thread that started this one; undefined where it has none. */
  readonly compileCacheDir: string | undefined;
}

// Entry of the thread that the embedded service runs in: started by embedded.ts. It answers once, with the service or
// with why the saved account can't be used: an error thrown here would lose its class.
const { compileCacheDir, ...options } = workerData as WorkerData;
// A thread has no compile cache unless it asks, and code loaded before that is not in it. Node names a folder of its
// version below the one it is given.
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
