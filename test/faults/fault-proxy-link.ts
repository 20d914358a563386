import type { Socket } from 'node:net';
import type { Clock } from '../../src/platform/time/clock.ts';
import type { Random } from '../../src/platform/time/random.ts';
import { FaultPipe, type Toxics } from './fault-proxy-pipe.ts';

/** `up`: from the client to the service. */
export type Direction = 'up' | 'down';

export interface ProxyConnection {
  /** 1 for the first. */
  readonly id: number;
  /** True once a black hole took something of it: it will never carry a byte in that direction again. */
  readonly isTorn: boolean;
  /** Both ends get a reset (RST) now. */
  reset(): void;
  /** The same when so many more bytes went through in one direction. */
  resetAfter(direction: Direction, bytes: number): void;
}

export interface FaultProxyLinkOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly toxics: (direction: Direction) => Toxics;
  readonly onDelivered: (direction: Direction, bytes: Buffer) => void;
  /** The client's end was closed, or all of it is over. */
  readonly onChange: () => void;
}

/** A connection of a client with the one to the service that belongs to it. */
export class FaultProxyLink implements ProxyConnection {
  readonly id: number;
  readonly #client: Socket;
  readonly #service: Socket;
  readonly #pipes: Readonly<Record<Direction, FaultPipe>>;
  readonly #options: FaultProxyLinkOptions;
  isClientOpen = true;

  constructor(id: number, client: Socket, service: Socket, options: FaultProxyLinkOptions) {
    this.id = id;
    this.#client = client;
    this.#service = service;
    this.#options = options;
    this.#pipes = { up: this.#pipe('up', client, service), down: this.#pipe('down', service, client) };
    client.on('end', () => this.#onClientGone());
    client.on('close', () => this.#onClientGone());
    service.on('close', () => this.#onOver());
  }

  get isTorn(): boolean {
    return this.#pipes.up.isTorn || this.#pipes.down.isTorn;
  }

  get isOver(): boolean {
    return this.#client.destroyed && this.#service.destroyed;
  }

  reset(): void {
    for (const pipe of Object.values(this.#pipes)) pipe.stop();
    this.#client.resetAndDestroy();
    this.#service.resetAndDestroy();
  }

  resetAfter(direction: Direction, bytes: number): void {
    this.#pipes[direction].resetAfter(bytes);
  }

  forgetReset(): void {
    for (const pipe of Object.values(this.#pipes)) pipe.resetAfter(null);
  }

  #pipe(direction: Direction, from: Socket, to: Socket): FaultPipe {
    const { clock, random, toxics, onDelivered } = this.#options;
    const pipe = new FaultPipe({
      from,
      to,
      clock,
      random,
      toxics: () => toxics(direction),
      onDelivered: (bytes) => onDelivered(direction, bytes),
      onReset: () => this.reset(),
    });
    from.on('error', () => {});
    // An end without a farewell is passed on as one, unless nothing is.
    from.on('close', (hadError) => {
      if (hadError && !pipe.isTorn && !toxics(direction).isBlackHole) to.resetAndDestroy();
    });
    return pipe;
  }

  #onClientGone(): void {
    const wasOpen = this.isClientOpen;
    this.isClientOpen = false;
    if (wasOpen) this.#options.onChange();
    this.#onOver();
  }

  #onOver(): void {
    if (!this.isOver) return;
    for (const pipe of Object.values(this.#pipes)) pipe.stop();
    this.#options.onChange();
  }
}
