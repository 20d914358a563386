import { expect } from 'vitest';
import { createApiClient } from '../../src/client/http/api-client.ts';
import { createStreamManager } from '../../src/client/streams/stream-manager.ts';
import type { StreamGap, StreamManager } from '../../src/client/streams/stream-model.ts';
import type { ConnectionStatus } from '../../src/domain/stream/connection-status.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { seed as runSeed } from '../run/cases.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import type { Direction, ProxyConnection } from './fault-proxy-link.ts';
import { StreamClock } from './stream-clock.ts';
import { type Conditions, createConditions } from './stream-conditions.ts';
import { detourSocket } from './stream-detour.ts';
import { type Recording, readRecording, subscribedChannels } from './stream-frames.ts';
import type { StreamPaper } from './stream-paper.ts';
import { type Want, wantStreams } from './stream-wants.ts';

export interface RigOptions {
  readonly tokenCount?: number;
  readonly seed?: number;
  /** Of the clock, 1 by default. */
  readonly speed?: number;
}

/** Opens a rig, with the manager started. */
export async function openRig(paper: StreamPaper, options: RigOptions = {}): Promise<StreamRig> {
  const { tokenCount = 3, seed = runSeed, speed = 1 } = options;
  const target = { targetPort: paper.port, random: seededRandom(seed) };
  const recorder = new Recorder();
  const calls = await startFaultProxy(target);
  const socket = await startFaultProxy({ ...target, onDelivered: recorder.add });
  return new StreamRig(paper, { calls, socket, recorder, tokenCount, seed, speed });
}

/** What went over each connection. */
class Recorder {
  readonly #pieces = new Map<number, Record<Direction, Buffer[]>>();

  readonly add = ({ id }: ProxyConnection, direction: Direction, bytes: Buffer): void => {
    const both = this.#pieces.get(id) ?? { up: [], down: [] };
    this.#pieces.set(id, both);
    both[direction].push(Buffer.from(bytes));
  };

  newest(direction: Direction): Recording {
    const newestId = Math.max(...this.#pieces.keys());
    return readRecording(Buffer.concat(this.#pieces.get(newestId)?.[direction] ?? []));
  }
}

interface Parts extends Required<RigOptions> {
  readonly calls: FaultProxy;
  readonly socket: FaultProxy;
  readonly recorder: Recorder;
}

/** A stream manager whose calls and whose socket reach the paper service through a fault proxy each. */
export class StreamRig {
  readonly calls: FaultProxy;
  readonly socket: FaultProxy;
  readonly clock: StreamClock;
  readonly manager: StreamManager;
  readonly wants: readonly Want[];
  readonly gaps: StreamGap[] = [];
  readonly #paper: StreamPaper;
  readonly #parts: Parts;
  readonly #conditions: Conditions;
  /** What listeners threw. */
  readonly #faults: unknown[] = [];
  readonly #reasons: string[] = [];
  #idleTimers: number | null = null;
  #markCount = 0;

  constructor(paper: StreamPaper, parts: Parts) {
    const { calls, socket, seed, tokenCount } = parts;
    this.#paper = paper;
    this.#parts = parts;
    this.calls = calls;
    this.socket = socket;
    this.clock = new StreamClock(parts.speed);
    this.#conditions = createConditions(() => this.#describe());
    const shared = { baseUrl: `http://127.0.0.1:${calls.port}`, clock: this.clock, random: seededRandom(seed + 1) };
    const client = detourSocket(createApiClient({ ...shared, apiKey: paper.service.apiKey }), socket.port);
    this.manager = createStreamManager({ ...shared, client, onFault: (error) => this.#faults.push(error) });
    this.manager.onStatus((status) => this.#onStatus(status));
    this.manager.onGap((gap) => {
      this.gaps.push(gap);
      this.#conditions.changed();
    });
    socket.onChange(() => this.#conditions.changed());
    this.wants = wantStreams(this.manager, tokenCount, () => this.#conditions.changed());
    this.manager.start();
  }

  /** Resolves when it is so; looked at after everything that happens. Rejects after a minute, with what is in the way. */
  until(isSo: () => boolean, what: string): Promise<void> {
    return this.#conditions.until(isSo, what);
  }

  /** Connected over one socket, with every wanted channel live on it. */
  stands(): boolean {
    const [connection, ...others] = this.socket.connections;
    const isLive = this.wants.every(({ state }) => state === 'live');
    return this.manager.status().state === 'connected' && isLive && connection?.isTorn === false && others.length === 0;
  }

  /** What went over the newest connection. */
  recording(direction: Direction): Recording {
    return this.#parts.recorder.newest(direction);
  }

  /** Publishes an event to each want. */
  publish(mark: string): void {
    for (const want of this.wants) this.#paper.publish(want.message(mark));
  }

  /**
   * Waits until it stands and expects what must hold then: a fresh event once for each want, one subscription of each
   * channel, so many gaps in all (null: any number), no second subscription that the service had to turn down, no timer and
   * no socket too many.
   */
  async expectSound(gapCount: number | null): Promise<void> {
    const what = `SWAPDECK_SEED=${this.#parts.seed}`;
    await this.until(() => this.stands(), 'connected with all channels live');
    await this.#expectFreshEvents();
    const channels = this.wants.map(({ channel }) => channel);
    expect(subscribedChannels(this.recording('up')).toSorted(), what).toEqual(channels.toSorted());
    const told = this.gaps.filter(({ late }) => late === null);
    if (gapCount !== null) expect(told, `${what}: ${JSON.stringify(told)}`).toHaveLength(gapCount);
    expect(this.#reasons.filter((reason) => reason.includes('already a subscription'))).toEqual([]);
    expect(this.#faults).toEqual([]);
    this.#idleTimers ??= this.clock.pending;
    expect(this.clock.pending, what).toBe(this.#idleTimers);
    expect(this.stands(), what).toBe(true);
  }

  /** Stops the manager and expects that nothing of it is left. */
  async close(): Promise<void> {
    this.manager.stop();
    await this.until(() => this.socket.connections.length === 0, 'rid of its sockets');
    expect(this.clock.pending).toBe(0);
    await this.socket.close();
    await this.calls.close();
  }

  async #expectFreshEvents(): Promise<void> {
    // The second shows that no copy of the first is still under way.
    const marks = [`fresh-${++this.#markCount}`, `fresh-${++this.#markCount}`];
    for (const mark of marks) {
      this.publish(mark);
      await this.until(() => this.wants.every(({ heard }) => heard.some((one) => one.mark === mark)), `heard ${mark}`);
    }
    for (const { name, heard } of this.wants) {
      const fresh = heard.map(({ mark }) => mark).filter((mark) => marks.includes(mark));
      expect(fresh, `SWAPDECK_SEED=${this.#parts.seed}, ${name}`).toEqual(marks);
    }
  }

  #onStatus({ nextAttemptAtMs, reason }: ConnectionStatus): void {
    if (reason !== null) this.#reasons.push(reason);
    // A back-off is no fault, so nobody waits for it here.
    if (nextAttemptAtMs !== null) this.clock.leap(Math.max(0, nextAttemptAtMs - this.clock.now()) + 1);
    this.#conditions.changed();
  }

  #describe(): string {
    const { state, reason, attempt } = this.manager.status();
    const lacking = this.wants.filter((want) => want.state !== 'live').map((want) => `${want.name} (${want.reason})`);
    const sockets = `${this.socket.connections.length} sockets`;
    return `SWAPDECK_SEED=${this.#parts.seed}, ${state} #${attempt} (${reason}), ${sockets}, not live: ${lacking.join(', ')}`;
  }
}
