import { createShurikenClient, type ShurikenClient } from '@shuriken/sdk-ts';
import { type PaperOptions, type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { type PlainAnswer, type PlainOptions, plainCall } from './plain-call.ts';

/** A paper service in a process of its own, and the service's published client on it. */
export interface Peer {
  readonly paper: PaperProcess;
  readonly sdk: ShurikenClient;
  /** Every REST operation that the published client has, as `group.method`. */
  readonly operations: readonly string[];
  /** Those that were called so far. */
  readonly called: ReadonlySet<string>;
  call(method: string, path: string, options?: PlainOptions): Promise<PlainAnswer>;
  stop(): Promise<void>;
}

type Operation = (...args: unknown[]) => unknown;

export async function startPeer(options: PaperOptions = {}): Promise<Peer> {
  const paper = await startPaper({ seed: 11, ...options });
  const sdk = createShurikenClient({ apiBaseUrl: paper.baseUrl, apiKey: paper.apiKey });
  const called = new Set<string>();
  const { ws: _, ...groups } = sdk as unknown as Record<string, Record<string, Operation>>;
  const operations = Object.entries(groups).flatMap(([group, api]) =>
    Object.entries(api).map(([name, run]) => {
      const operation = `${group}.${name}`;
      Object.assign(api, {
        [name]: (...args: unknown[]) => {
          called.add(operation);
          return run(...args);
        },
      });
      return operation;
    }),
  );
  return {
    paper,
    sdk,
    operations,
    called,
    call: (method, path, options) => plainCall(paper, method, path, options),
    stop: () => paper.stop(),
  };
}
