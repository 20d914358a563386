import { Agent as HttpsAgent } from 'node:https';
import type Pusher from 'pusher';
import { http } from '../../platform/process/node-http.ts';
import type { PublishTarget } from './publish-target.ts';

export interface ClusterPublisherOptions {
  readonly target: PublishTarget;
  /** Called with one line when the cluster stops accepting events and when it accepts them again. */
  readonly onNotice: (message: string) => void;
  readonly maxQueued?: number;
}

/** Maximum batch size of the protocol. */
const batchSize = 10;
/** Concurrent requests. A channel always uses the same lane, so its events stay in order. */
const laneCount = 4;
const requestTimeoutMs = 5_000;

type BatchEvent = Pusher.BatchEvent;

interface Lane {
  queue: BatchEvent[];
  running: Promise<void> | null;
}

/**
 * Sends stream events to a cluster in batches, each event once. Events that the cluster rejects, and the oldest ones of
 * a full queue, are dropped, counted and reported.
 */
export class ClusterPublisher {
  readonly #options: ClusterPublisherOptions;
  readonly #lanes: Lane[] = Array.from({ length: laneCount }, () => ({ queue: [], running: null }));
  readonly #maxPerLane: number;
  #client: Promise<Pusher> | null = null;
  #sent = 0;
  #dropped = 0;
  #isFailing = false;

  constructor(options: ClusterPublisherOptions) {
    this.#options = options;
    this.#maxPerLane = Math.ceil((options.maxQueued ?? 10_000) / laneCount);
  }

  get counts(): { sent: number; dropped: number; queued: number } {
    const queued = this.#lanes.reduce((sum, { queue }) => sum + queue.length, 0);
    return { sent: this.#sent, dropped: this.#dropped, queued };
  }

  publish(channel: string, event: string, data: unknown): void {
    const lane = this.#lanes[laneOf(channel)]!;
    if (lane.queue.length >= this.#maxPerLane) {
      lane.queue.shift();
      this.#drop(1, 'its queue is full');
    }
    lane.queue.push({ channel, name: event, data: JSON.stringify(data) });
    lane.running ??= this.#drain(lane).finally(() => {
      lane.running = null;
    });
  }

  /** Resolves when the queue has been sent or dropped. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(({ running }) => running));
  }

  async #drain(lane: Lane): Promise<void> {
    // Waits one turn of the event loop, so that events published together are sent together.
    await new Promise(setImmediate);
    while (lane.queue.length > 0) {
      const batch = lane.queue.splice(0, batchSize);
      try {
        this.#client ??= connect(this.#options.target);
        await (await this.#client).triggerBatch(batch);
        this.#sent += batch.length;
        if (this.#isFailing) this.#options.onNotice(`the cluster accepts events again; ${this.#dropped} were dropped`);
        this.#isFailing = false;
      } catch (error) {
        this.#drop(batch.length, reasonOf(error));
      }
    }
  }

  #drop(count: number, reason: string): void {
    this.#dropped += count;
    if (!this.#isFailing) this.#options.onNotice(`the cluster does not accept events (${reason}); they are dropped`);
    this.#isFailing = true;
  }
}

/** The first event loads the library: the embedded hub never needs it. */
async function connect({ appId, appKey, appSecret, host, port, isTls }: PublishTarget): Promise<Pusher> {
  // The library's HTTP client uses deprecated Node APIs; the warnings are of no use to the operator.
  process.noDeprecation = true;
  const { default: Library } = await import('pusher');
  const agent = new (isTls ? HttpsAgent : http.Agent)({ keepAlive: true });
  return new Library({
    appId,
    key: appKey,
    secret: appSecret,
    host,
    agent,
    port: String(port),
    useTLS: isTls,
    timeout: requestTimeoutMs,
  });
}

/** The library's errors contain the signed address: only a status or a system code is repeated. */
function reasonOf(error: unknown): string {
  const { status, error: cause } = error as { status?: number; error?: { code?: string } };
  return status === undefined ? (cause?.code ?? 'it can’t be reached') : `it answered ${status}`;
}

function laneOf(channel: string): number {
  let hash = 0;
  for (let index = 0; index < channel.length; index++) hash = (hash * 31 + channel.charCodeAt(index)) | 0;
  return Math.abs(hash) % laneCount;
}
