import * as nodeModule from 'node:module';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../platform/time/clock.ts';
import type { MarketKind, ScenarioName } from '../names.ts';
import type { PaperService } from './service-shell.ts';
import { StateStoreError } from './state-store-error.ts';

/** The account that the thread opens, and how its market runs. */
export interface EmbeddedAccount {
  readonly seed: number;
  readonly speed: number;
  readonly market?: MarketKind;
  readonly scenario?: ScenarioName | null;
  /** How often calls and streams fail on purpose, from 0: never. */
  readonly chaos?: number;
  /** Median of an answer, ms. */
  readonly latencyMs?: number;
  readonly stateDir: string | null;
}

export interface EmbeddedPaperOptions extends EmbeddedAccount {
  /** The worker's entry: dist/paper-worker.js. */
  readonly workerUrl: URL;
  /** Receives what the thread writes to stderr: warnings of Node's. */
  readonly onStderr?: (text: string) => void;
}

export interface EmbeddedPaper extends PaperService {
  /** Calls back if the thread ends unexpectedly; `error` is null if it gave none. */
  onExit(listener: (error: Error | null) => void): void;
}

/** What the thread is told. */
export type ThreadOrder = { readonly open: EmbeddedAccount } | 'close';

type Ready = Pick<PaperService, 'baseUrl' | 'apiKey' | 'keys'>;

interface Refused {
  readonly refused: { readonly message: string; readonly isInUse: boolean };
}

/** How long the thread may take to save and stop before it is terminated. */
const closeTimeoutMs = 3_000;

/** A thread that loads the service, and opens nothing until it is told what. */
class PaperThread {
  readonly #worker: Worker;
  readonly ended: Promise<number>;
  failure: Error | null = null;

  constructor(workerUrl: URL) {
    // The launcher loads this on older Nodes too, which have no compile cache.
    const compileCacheDir = nodeModule.getCompileCacheDir();
    // No environment: the service needs none, and must not see a live key in it.
    this.#worker = new Worker(workerUrl, {
      workerData: { compileCacheDir },
      env: {},
      name: 'paper',
      // Node's warnings would be written across the desk.
      stderr: true,
      // What growHeapFast gives, nothing in this thread takes back.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
    });
    // Listens from the start: the thread may die before anybody else does, and an unhandled error would end the desk.
    this.#worker.on('error', (error) => {
      this.failure = error instanceof Error ? error : new Error(String(error));
    });
    this.ended = new Promise((resolve) => this.#worker.once('exit', resolve));
  }

  onStderr(listener: (text: string) => void): void {
    this.#worker.stderr.setEncoding('utf8').on('data', listener);
  }

  open(open: EmbeddedAccount): Promise<Ready | Refused> {
    return new Promise((resolve, reject) => {
      this.#worker.once('message', resolve);
      void this.ended.then((code) =>
        reject(this.failure ?? new Error(`the paper thread ended with code ${code} before it served`)),
      );
      this.#tell({ open });
    });
  }

  async close(): Promise<void> {
    this.#tell('close');
    const timer = systemClock.setTimeout(() => this.terminate(), closeTimeoutMs);
    await this.ended;
    systemClock.clearTimeout(timer);
  }

  terminate(): void {
    void this.#worker.terminate();
  }

  #tell(order: ThreadOrder): void {
    this.#worker.postMessage(order);
  }
}

let prepared: PaperThread | null = null;

/** Starts the thread of the next `startEmbeddedPaper`, before it is known which account that opens. */
export function prepareEmbeddedPaper(workerUrl: URL): void {
  prepared = new PaperThread(workerUrl);
}

/** The prepared thread is not needed: another service was chosen. */
export function dropPreparedPaper(): void {
  prepared?.terminate();
  prepared = null;
}

/**
 * Starts the paper service in its own thread, so that its market never delays a key press. Rejects with the service's
 * own error if it cannot start.
 */
export async function startEmbeddedPaper({
  workerUrl,
  onStderr = () => {},
  ...account
}: EmbeddedPaperOptions): Promise<EmbeddedPaper> {
  const thread = prepared ?? new PaperThread(workerUrl);
  prepared = null;
  thread.onStderr(onStderr);
  const first = await thread.open(account);
  if ('refused' in first) throw new StateStoreError(first.refused.message, first.refused);
  let isClosing = false;
  return {
    ...first,
    onExit: (listener) => void thread.ended.then(() => isClosing || listener(thread.failure)),
    close: async () => {
      isClosing = true;
      await thread.close();
    },
  };
}
