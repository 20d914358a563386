import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import { startPaperService } from './service.ts';
import { StateStoreError } from './state-store-error.ts';

// Entry of the thread that the embedded service runs in: started by embedded.ts with {seed, speed, stateDir}. It answers
// once, with the service or with why the saved account can't be used: an error thrown here would lose its class.
const { seed, speed, stateDir } = workerData as { seed: number; speed: number; stateDir: string | null };
try {
  const service = await startPaperService({ seed, speed, stateDir, clock: systemClock });
  const { baseUrl, apiKey, keys } = service;
  parentPort?.on('message', (message) => {
    if (message === 'close') void service.close().then(() => parentPort?.close());
  });
  parentPort?.postMessage({ baseUrl, apiKey, keys });
} catch (error) {
  if (!(error instanceof StateStoreError)) throw error;
  parentPort?.postMessage({ refused: { message: error.message, isInUse: error.isInUse } });
}
