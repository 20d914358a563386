import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../platform/clock.ts';
import type { PaperService } from './service.ts';

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

/** How long the thread may take to save and stop before it is ended. */
const closeTimeoutMs = 3_000;

/**
 * Starts the paper service in a thread of its own, so that its market never delays a key press. Rejects with the
 * service's own error when it can't start.
 */
export async function startEmbeddedPaper({ workerUrl, ...options }: EmbeddedPaperOptions): Promise<EmbeddedPaper> {
  // No environment: the service needs none, and a live key in it is none of its business.
  const worker = new Worker(workerUrl, { workerData: options, env: {}, name: 'paper' });
  const ended = once(worker, 'exit').catch(() => {});
  const [ready] = (await Promise.race([once(worker, 'message'), exitedEarly(worker)])) as [
    Pick<PaperService, 'baseUrl' | 'apiKey' | 'keys'>,
  ];

  const listeners: ((error: Error | null) => void)[] = [];
  let failure: Error | null = null;
  let hasExited = false;
  let isClosing = false;
  worker.on('error', (error) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });
  worker.on('exit', () => {
    hasExited = true;
    if (!isClosing) for (const listener of listeners) listener(failure);
  });

  return {
    ...ready,
    onExit: (listener) => {
      listeners.push(listener);
      if (hasExited && !isClosing) listener(failure);
    },
    close: async () => {
      isClosing = true;
      if (hasExited) return;
      worker.postMessage('close');
      const timer = systemClock.setTimeout(() => void worker.terminate(), closeTimeoutMs);
      await ended;
      systemClock.clearTimeout(timer);
    },
  };
}

const exitedEarly = (worker: Worker) =>
  new Promise<never>((_resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`the paper thread ended with code ${code} before it was ready`)));
  });
