import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import { startPaperService } from './service.ts';

// Entry of the thread that the embedded service runs in: started by embedded.ts with {seed, speed, stateDir}.
const { seed, speed, stateDir } = workerData as { seed: number; speed: number; stateDir: string | null };
const service = await startPaperService({ seed, speed, stateDir, clock: systemClock });
const { baseUrl, apiKey, keys } = service;

parentPort?.on('message', (message) => {
  if (message === 'close') void service.close().then(() => parentPort?.close());
});
parentPort?.postMessage({ baseUrl, apiKey, keys });
