import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { StreamFrame } from '../connection/stream-socket.ts';

/** A minimal protocol 7 server driven by the test. */
export class FakePusherServer {
  readonly wss = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  readonly urls: string[] = [];
  readonly received: string[] = [];
  readonly peers: WebSocket[] = [];
  greeting: string | null = JSON.stringify({
    event: 'pusher:connection_established',
    data: JSON.stringify({ socket_id: '12.34', activity_timeout: 30 }),
  });
  onFrame: (peer: WebSocket, frame: { event: string; data: Record<string, unknown> }) => void = () => {};

  private constructor() {
    this.wss.on('connection', (peer, { url }) => {
      this.urls.push(url ?? '');
      this.peers.push(peer);
      peer.on('message', (data) => {
        const text = String(data);
        this.received.push(text);
        this.onFrame(peer, JSON.parse(text));
      });
      if (this.greeting !== null) peer.send(this.greeting);
    });
  }

  static async start(): Promise<FakePusherServer> {
    const server = new FakePusherServer();
    await new Promise((resolve) => server.wss.once('listening', resolve));
    return server;
  }

  get target() {
    return { host: '127.0.0.1', port: (this.wss.address() as AddressInfo).port, tls: false, appKey: 'app_key-1' };
  }

  async stop() {
    for (const peer of this.peers) peer.terminate();
    await new Promise((resolve) => this.wss.close(resolve));
  }
}

/** Records the adapter's events in order and can wait for one. */
export function recordSocket() {
  const heard: string[] = [];
  const frames: StreamFrame[] = [];
  let wake = () => {};
  const note = (text: string) => {
    heard.push(text);
    wake();
  };
  const events = {
    onOpen: (socketId: string, activityTimeoutMs: number) => note(`open ${socketId} ${activityTimeoutMs}`),
    onClose: (code: number | null, reason: string) => note(`close ${code} ${reason}`.trim()),
    onText: () => {},
    onFrame: (frame: StreamFrame) => {
      frames.push(frame);
      note(`frame ${frame.event}`);
    },
    onBadFrame: () => note('bad'),
  };
  const until = async (isThere: (heard: readonly string[]) => boolean) => {
    while (!isThere(heard))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  return {
    heard,
    frames,
    events,
    note,
    until,
    untilLast: (text: string) => until((all) => all.at(-1)?.startsWith(text) ?? false),
  };
}
