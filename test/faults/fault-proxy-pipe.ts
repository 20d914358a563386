import type { Socket } from 'node:net';
import type { Clock, TimerHandle } from '../../src/platform/time/clock.ts';
import type { Random } from '../../src/platform/time/random.ts';

/** What one direction of a connection does to its bytes; a value that is absent does nothing. */
export interface Toxics {
  /** Every chunk comes so much later, up to `jitterMs` more; the order stays. */
  readonly latencyMs?: number;
  readonly jitterMs?: number;
  readonly bytesPerSecond?: number;
  /** Written in pieces of 1 to this many bytes, each in a turn of the event loop of its own. */
  readonly sliceBytes?: number;
  /** The end of the sender is passed on so much later. */
  readonly slowCloseMs?: number;
  /** Bytes and ends are swallowed, and the connection stays. */
  readonly isBlackHole?: boolean;
}

export interface FaultPipeOptions {
  readonly from: Socket;
  readonly to: Socket;
  readonly clock: Clock;
  readonly random: Random;
  /** Asked anew for each chunk, so that a change holds for connections that are open. */
  readonly toxics: () => Toxics;
  readonly onDelivered: (bytes: Buffer) => void;
  readonly onReset: () => void;
}

/** `bytes` null is the end of the sender. */
interface Item {
  readonly bytes: Buffer | null;
  readonly dueMs: number;
}

/** A sender is held back when this much of it waits, as a full window holds it back. */
const windowBytes = 64 * 1024;
const ticksPerSecond = 50;

/** One direction of a proxied connection. */
export class FaultPipe {
  readonly #options: FaultPipeOptions;
  readonly #queue: Item[] = [];
  #queuedBytes = 0;
  #lastDueMs = 0;
  #resetInBytes: number | null = null;
  #isPumping = false;
  #isOver = false;
  #timer: TimerHandle = null;
  /** Something was swallowed. It stays a hole for life: a stream with a piece missing is no fault that TCP has. */
  isTorn = false;

  constructor(options: FaultPipeOptions) {
    this.#options = options;
    options.from.on('data', (bytes: Buffer) => this.#take(bytes));
    options.from.on('end', () => this.#take(null));
  }

  /** Both ends get a reset when so many more bytes went through; null: no longer. */
  resetAfter(bytes: number | null): void {
    this.#resetInBytes = bytes;
    if (bytes === 0) this.#options.onReset();
  }

  stop(): void {
    this.#isOver = true;
    this.#options.clock.clearTimeout(this.#timer);
  }

  #take(bytes: Buffer | null): void {
    const { clock, random, from, toxics } = this.#options;
    const { latencyMs = 0, jitterMs = 0, slowCloseMs = 0 } = toxics();
    const delayMs = latencyMs + random.next() * jitterMs + (bytes === null ? slowCloseMs : 0);
    this.#lastDueMs = Math.max(this.#lastDueMs, clock.monotonic() + delayMs);
    this.#queue.push({ bytes, dueMs: this.#lastDueMs });
    this.#queuedBytes += bytes?.byteLength ?? 0;
    if (this.#queuedBytes > windowBytes) from.pause();
    if (!this.#isPumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    for (let item = this.#queue.shift(); item && !this.#isOver; item = this.#queue.shift()) {
      await this.#waitUntil(item.dueMs);
      if (item.bytes) await this.#deliver(item.bytes);
      else if (!this.#isHole() && !this.#isOver) this.#options.to.end();
      this.#queuedBytes -= item.bytes?.byteLength ?? 0;
      if (this.#queuedBytes <= windowBytes) this.#options.from.resume();
    }
    this.#isPumping = false;
  }

  async #deliver(bytes: Buffer): Promise<void> {
    const { toxics, random, clock, onDelivered, onReset } = this.#options;
    for (let at = 0; at < bytes.byteLength && !this.#isOver; ) {
      const { sliceBytes, bytesPerSecond } = toxics();
      if (this.#isHole()) return;
      const most = Math.min(
        sliceBytes === undefined ? Number.POSITIVE_INFINITY : 1 + random.int(sliceBytes),
        bytesPerSecond === undefined ? Number.POSITIVE_INFINITY : Math.ceil(bytesPerSecond / ticksPerSecond),
        this.#resetInBytes ?? Number.POSITIVE_INFINITY,
      );
      const piece = bytes.subarray(at, at + most);
      at += piece.byteLength;
      if (bytesPerSecond !== undefined)
        await this.#waitUntil(clock.monotonic() + (piece.byteLength / bytesPerSecond) * 1_000);
      await this.#write(piece);
      if (this.#isOver) return;
      onDelivered(piece);
      // The receiver reads in the turn between: without it, the kernel would hand it several pieces at once.
      if (sliceBytes !== undefined) await new Promise(setImmediate);
      if (this.#resetInBytes !== null) this.#resetInBytes -= piece.byteLength;
      if (this.#resetInBytes === 0) onReset();
    }
  }

  #isHole(): boolean {
    this.isTorn ||= this.#options.toxics().isBlackHole === true;
    return this.isTorn;
  }

  /** Resolves when the kernel has taken it: a reset that follows cannot overtake it. */
  #write(piece: Buffer): Promise<void> {
    if (this.#isOver || !this.#options.to.writable) return Promise.resolve();
    return new Promise((resolve) => this.#options.to.write(piece, () => resolve()));
  }

  /** Never resolves once the pipe is stopped. */
  #waitUntil(dueMs: number): Promise<void> {
    const { clock } = this.#options;
    const leftMs = dueMs - clock.monotonic();
    if (leftMs <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#timer = clock.setTimeout(resolve, leftMs);
    });
  }
}
