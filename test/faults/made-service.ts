import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { WebSocketServer } from 'ws';
import type { z } from 'zod';
import { allEndpoints } from '../../src/protocol/endpoint-list.ts';
import { allStreams } from '../../src/protocol/stream-list.ts';
import { answersOf } from '../run/answers-of.ts';

const solana = 'So11111111111111111111111111111111111111112';
const eventsEach = 20;

interface Asked {
  readonly stream: string;
  readonly filter: Readonly<Record<string, string>>;
}

const operations = allEndpoints.map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** A service, HTTP and stream, whose every text is one of a kind: hostile ones, or the key of the run. It greets, opens its socket and takes subscriptions as a real one does. */
export class MadeService {
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-request-id', encodeURIComponent(this.#text().slice(0, 200).toWellFormed()));
      response.end(JSON.stringify(body));
    });
  });
  readonly #socket = new WebSocketServer({ server: this.#server });
  #seed: number;
  /** Operations and streams that have sent something. */
  readonly spoken = new Set<string>();
  texts = 0;

  readonly #texts: fc.Arbitrary<string>;
  readonly #answerOf: ReturnType<typeof answersOf>;

  private constructor(texts: fc.Arbitrary<string>, seed: number) {
    this.#seed = seed;
    this.#texts = texts;
    this.#answerOf = answersOf(texts, fc.oneof(texts, fc.constantFrom(solana, 'BTC', 'a-wallet')));
    this.#socket.on('connection', (peer) => {
      const send = (event: string, data: unknown, channel?: string) =>
        peer.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }));
      send('pusher:connection_established', { socket_id: '1.2', activity_timeout: 120 });
      peer.on('message', (message) => {
        const { event, data } = JSON.parse(String(message));
        if (event === 'pusher:ping') return send('pusher:pong', {});
        if (event !== 'pusher:subscribe') return;
        send('pusher_internal:subscription_succeeded', {}, data.channel);
        const stream = allStreams.find(({ id }) => data.channel.startsWith(`${id}-`))!;
        for (let count = 0; count < eventsEach; count++)
          send('update', this.#made(stream.id, stream.payload), data.channel);
      });
    });
  }

  static async start(texts: fc.Arbitrary<string>, seed: number): Promise<MadeService> {
    const service = new MadeService(texts, seed);
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    for (const peer of this.#socket.clients) peer.terminate();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #text(): string {
    return fc.sample(this.#texts, { numRuns: 1, seed: this.#seed++ })[0]!;
  }

  #made(id: string, schema: z.ZodType): unknown {
    this.spoken.add(id);
    const [made] = fc.sample(this.#answerOf(schema), { numRuns: 1, seed: this.#seed++ });
    this.texts += countTexts(made);
    return made;
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const { pathname } = new URL(request.url!, this.baseUrl);
    const operation = operations.find(
      ({ endpoint, path }) => endpoint.method === request.method && path.test(pathname),
    );
    const requestId = this.#text();
    if (!operation) return { error: { code: requestId, message: requestId }, requestId };
    const { id, response } = operation.endpoint;
    if (id === 'ws.session') return { data: this.#session(JSON.parse(await text(request))), requestId };
    if (id === 'ws.streams') return { data: { streams: allStreams.map((stream) => ({ id: stream.id })) }, requestId };
    if (id === 'ws.auth') return { data: { auth: 'key:signature' }, requestId };
    return { data: this.#made(id, response), requestId, pagination: { hasMore: false, limit: 100, page: 1 } };
  }

  #session({ subscriptions }: { readonly subscriptions: readonly Asked[] }): unknown {
    return {
      connection: { wsHost: '127.0.0.1', wsPort: this.#port, appKey: 'key', forceTls: false },
      subscriptions: subscriptions.map(({ stream, filter }, index) => ({
        stream,
        filter,
        channel: `${stream}-${index}`,
        event: 'update',
        visibility: 'public',
      })),
    };
  }
}

const countTexts = (value: unknown): number =>
  typeof value === 'string'
    ? 1
    : typeof value === 'object' && value !== null
      ? Object.values(value).reduce((sum: number, inner) => sum + countTexts(inner), 0)
      : 0;
