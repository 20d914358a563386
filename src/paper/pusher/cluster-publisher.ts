import { Agent as HttpsAgent } from 'node:https';
import type Pusher from 'pusher';
import { http } from '../../platform/node-http.ts';
import type { PublishTarget } from './publish-target.ts';

export interface ClusterPublisherOptions {
  readonly target: PublishTarget;
  /** Hears, in one line, when the cluster stops taking events and when it takes them again. */
  readonly onNotice: (message: string) => void;
  readonly maxQueued?: number;
}

/** The most that one request of the protocol carries. */
const batchSize = 10;
/** Requests under way at once. A channel always goes by the same lane, so its events stay in order. */
const laneCount = 4;
const requestTimeoutMs = 5_000;

type BatchEvent = Pusher.BatchEvent;

interface Lane {
  queue: BatchEvent[];
  running: Promise<void> | null;
}

/**
 * Sends stream events to a cluster in batches. An event is sent once: what the cluster did not take, and what a full
 * queue has no room for (the oldest first), is dropped, counted and said.
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

  /** Resolves when what was queued has been sent or dropped. */
  async close(): Promise<void> {
    await Promise.all(this.#lanes.map(({ running }) => running));
  }

  async #drain(lane: Lane): Promise<void> {
    // A turn of the loop first: what is published together travels together.
    await new Promise(setImmediate);
    while (lane.queue.length > 0) {
      const batch = lane.queue.splice(0, batchSize);
      try {
        this.#client ??= connect(this.#options.target);
        await (await this.#client).triggerBatch(batch);
        this.#sent += batch.length;
        if (this.#isFailing) this.#options.onNotice(`the cluster takes events again; ${this.#dropped} were dropped`);
        this.#isFailing = false;
      } catch (error) {
        this.#drop(batch.length, reasonOf(error));
      }
    }
  }

  #drop(count: number, reason: string): void {
    this.#dropped += count;
    if (!this.#isFailing) this.#options.onNotice(`the cluster does not take events (${reason}); they are dropped`);
    this.#isFailing = true;
  }
}

/** The library is loaded by the first event: the embedded hub never needs it. */
async function connect({ appId, appKey, appSecret, host, port, isTls }: PublishTarget): Promise<Pusher> {
  // The library's HTTP client uses what Node has deprecated; nobody who runs paper can act on the warnings.
  process.noDeprecation = true;
  const { default: Library } = await import('pusher');
  const agent = new (isTls ? HttpsAgent : http.Agent)({ keepAlive: true });
  return new Library({
    ...{ appId, key: appKey, secret: appSecret, host, agent },
    ...{ port: String(port), useTLS: isTls, timeout: requestTimeoutMs },
  });
}

/** The library's errors carry the signed address: only a status or a system's code is repeated. */
function reasonOf(error: unknown): string {
  const { status, error: cause } = error as { status?: number; error?: { code?: string } };
  return status === undefined ? (cause?.code ?? 'it can’t be reached') : `it answered ${status}`;
}

function laneOf(channel: string): number {
  let hash = 0;
  for (let index = 0; index < channel.length; index++) hash = (hash * 31 + channel.charCodeAt(index)) | 0;
  return Math.abs(hash) % laneCount;
}
