import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../platform/time/clock.ts';
import type { PaperService } from './service-shell.ts';
import { StateStoreError } from './state-store-error.ts';

export interface EmbeddedPaperOptions {
  /** The worker's entry: dist/paper-worker.js. */
  readonly workerUrl: URL;
  readonly seed: number;
  readonly speed: number;
  /** How often calls and streams fail on purpose, from 0: never. */
  readonly chaos?: number;
  readonly stateDir: string | null;
}

export interface EmbeddedPaper extends PaperService {
  /** Calls back if the thread ends unexpectedly; `error` is null if it gave none. */
  onExit(listener: (error: Error | null) => void): void;
}

type Ready = Pick<PaperService, 'baseUrl' | 'apiKey' | 'keys'>;

interface Refused {
  readonly refused: { readonly message: string; readonly isInUse: boolean };
}

/** The market makes little garbage that lives: a larger young generation would hold it longer, at the same CPU. */
const maxYoungGenerationSizeMb = 6;

/** How long the thread may take to save and stop before it is terminated. */
const closeTimeoutMs = 3_000;

/**
 * Starts the paper service in its own thread, so that its market never delays a key press. Rejects with the service's
 * own error if it cannot start.
 */
export async function startEmbeddedPaper({ workerUrl, ...options }: EmbeddedPaperOptions): Promise<EmbeddedPaper> {
  // No environment: the service needs none, and must not see a live key in it.
  const workerData = { ...options, compileCacheDir: getCompileCacheDir() };
  const worker = new Worker(workerUrl, {
    workerData,
    env: {},
    name: 'paper',
    resourceLimits: { maxYoungGenerationSizeMb },
  });
  // Listens from the start: the thread may start and die before this function continues, and an unhandled error would
  // end the desk.
  let failure: Error | null = null;
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  const ended = new Promise<number>((resolve) => worker.once('exit', resolve));
  const first = await new Promise<Ready | Refused>((resolve, reject) => {
    worker.once('message', resolve);
    void ended.then((code) =>
      reject(failure ?? new Error(`the paper thread ended with code ${code} before it served`)),
    );
  });

  if ('refused' in first) throw new StateStoreError(first.refused.message, first.refused);

  let isClosing = false;
  return {
    ...first,
    onExit: (listener) => void ended.then(() => isClosing || listener(failure)),
    close: async () => {
      isClosing = true;
      worker.postMessage('close');
      const timer = systemClock.setTimeout(() => void worker.terminate(), closeTimeoutMs);
      await ended;
      systemClock.clearTimeout(timer);
    },
  };
}
