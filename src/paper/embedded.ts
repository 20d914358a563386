import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import type { PaperService } from './service-shell.ts';
import { StateStoreError } from './state-store-error.ts';

export interface EmbeddedPaperOptions {
  /** The worker's entry: dist/paper-worker.js. */
  readonly workerUrl: URL;
  readonly seed: number;
  readonly speed: number;
  readonly stateDir: string | null;
}

export interface EmbeddedPaper extends PaperService {
  /** Calls back when the thread ended without being asked to; `error` is null when it gave none. */
  onExit(listener: (error: Error | null) => void): void;
}

type Ready = Pick<PaperService, 'baseUrl' | 'apiKey' | 'keys'>;

interface Refused {
  readonly refused: { readonly message: string; readonly isInUse: boolean };
}

/** How long the thread may take to save and stop before it is ended. */
const closeTimeoutMs = 3_000;

/**
 * Starts the paper service in a thread of its own, so that its market never delays a key press. Rejects with the
 * service's own error when it can't start.
 */
export async function startEmbeddedPaper({ workerUrl, ...options }: EmbeddedPaperOptions): Promise<EmbeddedPaper> {
  // No environment: the service needs none, and a live key in it is none of its business.
  const workerData = { ...options, compileCacheDir: getCompileCacheDir() };
  const worker = new Worker(workerUrl, { workerData, env: {}, name: 'paper' });
  // Listened to from the start: a thread may be ready and die before this function goes on, and an unheard error ends
  // the desk.
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
