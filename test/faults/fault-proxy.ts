import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type Clock, systemClock } from '../../src/platform/time/clock.ts';
import type { Random } from '../../src/platform/time/random.ts';
import { type Direction, FaultProxyLink, type ProxyConnection } from './fault-proxy-link.ts';
import type { Toxics } from './fault-proxy-pipe.ts';
import { listenOnOwnPort } from './own-port.ts';

export interface FaultProxyOptions {
  /** Of the service, on loopback. */
  readonly targetPort: number;
  /** Jitter and the sizes of slices come from it. */
  readonly random: Random;
  readonly clock?: Clock;
  /** Hears every piece that was delivered. */
  readonly onDelivered?: (connection: ProxyConnection, direction: Direction, bytes: Buffer) => void;
}

export interface FaultProxy {
  readonly port: number;
  /** Those that the client's end still holds open. */
  readonly connections: readonly ProxyConnection[];
  /** Replaces what a direction of all connections does, open ones included. */
  set(direction: Direction, toxics: Toxics): void;
  /** The next connection that has no such plan yet is reset after so many bytes; the plans are used up one by one. */
  planReset(direction: Direction, bytes: number): void;
  /** While it refuses, nobody listens on the port. Open connections stay. */
  refuse(isRefusing: boolean): Promise<void>;
  /** No toxics, no plans, not for open connections either, and it listens. What is torn stays torn. */
  heal(): Promise<void>;
  /** Called when a connection was opened or the client's end of one was closed. Returns the function that ends it. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}

/** Starts a TCP proxy on a port of 127.0.0.1 whose faults are set while it runs, each way for itself. */
export async function startFaultProxy(options: FaultProxyOptions): Promise<FaultProxy> {
  const proxy = new RunningProxy(options);
  await proxy.refuse(false);
  return proxy;
}

const listenAttempts = 50;

class RunningProxy implements FaultProxy {
  readonly #options: FaultProxyOptions;
  readonly #links = new Set<FaultProxyLink>();
  readonly #listeners = new Set<() => void>();
  #toxics: Record<Direction, Toxics> = { up: {}, down: {} };
  #plans: [direction: Direction, bytes: number][] = [];
  #server: Server | null = null;
  #count = 0;
  port = 0;

  constructor(options: FaultProxyOptions) {
    this.#options = options;
  }

  get connections(): readonly ProxyConnection[] {
    return [...this.#links].filter(({ isClientOpen }) => isClientOpen);
  }

  set(direction: Direction, toxics: Toxics): void {
    this.#toxics[direction] = toxics;
  }

  planReset(direction: Direction, bytes: number): void {
    this.#plans.push([direction, bytes]);
  }

  async refuse(isRefusing: boolean): Promise<void> {
    if (isRefusing) {
      this.#server?.close();
      this.#server = null;
    }
    // The system may need a moment until the port is free again.
    for (let attempt = 1; !isRefusing && !this.#server; attempt++) {
      const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
      try {
        if (this.port === 0) await listenOnOwnPort(server);
        else await once(server.listen(this.port, '127.0.0.1'), 'listening');
        this.#server = server;
        this.port = (server.address() as AddressInfo).port;
      } catch (error) {
        if (attempt === listenAttempts) throw error;
        await new Promise((resolve) => systemClock.setTimeout(() => resolve(null), 20));
      }
    }
  }

  async heal(): Promise<void> {
    this.#toxics = { up: {}, down: {} };
    this.#plans = [];
    for (const link of this.#links) link.forgetReset();
    await this.refuse(false);
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    await this.refuse(true);
    for (const link of this.#links) link.reset();
    await closed;
  }

  #accept(client: Socket): void {
    const { targetPort, clock = systemClock, random, onDelivered } = this.#options;
    const service = connect({ port: targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    const link: FaultProxyLink = new FaultProxyLink(++this.#count, client, service, {
      clock,
      random,
      toxics: (direction) => this.#toxics[direction],
      onDelivered: (direction, bytes) => onDelivered?.(link, direction, bytes),
      onChange: () => {
        if (link.isOver) this.#links.delete(link);
        for (const listener of [...this.#listeners]) listener();
      },
    });
    this.#links.add(link);
    const plan = this.#plans.shift();
    if (plan) link.resetAfter(...plan);
    for (const listener of [...this.#listeners]) listener();
  }
}
