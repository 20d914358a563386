import Pusher from 'pusher-js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PlainError } from '../../../platform/process/plain-error.ts';
import { checkPusher, createPusher, discardPusher, stopPings, type WebSocketLike } from './pusher-instance.ts';

const target = { host: '127.0.0.1', port: 9, tls: false, appKey: 'k' };
const greeting = (seconds: number) => ({
  event: 'pusher:connection_established',
  data: JSON.stringify({ socket_id: '12.34', activity_timeout: seconds }),
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An instance on a socket that the test holds in its hand. */
function inHand() {
  const sent: string[] = [];
  const urls: string[] = [];
  const socket: WebSocketLike = { send: (text) => sent.push(text), close: vi.fn() };
  const pusher = createPusher(target, (url) => {
    urls.push(url);
    return socket;
  });
  const receive = (frame: object | string) =>
    socket.onmessage!({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  const greet = (seconds = 30) => {
    socket.onopen!();
    receive(greeting(seconds));
    vi.advanceTimersByTime(0);
  };
  return { pusher, socket, sent, urls, receive, greet };
}

const aDayMs = 86_400_000;

test('the socket is opened once by the factory, before the instance exists; other instances keep theirs', () => {
  const before = Pusher.Runtime.createWebSocket;
  const { pusher, urls } = inHand();
  expect(urls).toEqual([expect.stringMatching(/^ws:\/\/127\.0\.0\.1:9\/app\/k\?protocol=7&/)]);
  expect(Pusher.Runtime.createWebSocket).toBe(before);
  discardPusher(pusher);
});

test('it reports the handshake, each frame and invalid frames', () => {
  const { pusher, receive, greet } = inHand();
  const told: unknown[] = [];
  for (const event of ['connected', 'message', 'error'])
    pusher.connection.bind(event, (what: unknown) => told.push([event, what]));
  greet();
  expect([pusher.connection.socket_id, pusher.connection.activityTimeout]).toEqual(['12.34', 30_000]);
  receive({ event: 'update', channel: 'c', data: '{"a":1}' });
  receive('{ no JSON');
  expect(told).toEqual([
    ['connected', { socket_id: '12.34' }],
    ['message', { event: 'update', channel: 'c', data: { a: 1 } }],
    ['error', expect.objectContaining({ type: 'MessageParseError' })],
  ]);
  discardPusher(pusher);
});

test('an invalid handshake is reported as HandshakeError', () => {
  const { pusher, socket, receive } = inHand();
  const told = vi.fn();
  pusher.connection.bind('error', ({ type }: { type: string }) => told(type));
  socket.onopen!();
  receive({ event: 'hello' });
  expect(told).toHaveBeenCalledWith('HandshakeError');
  discardPusher(pusher);
});

test('it sends its input as one text frame', () => {
  const { pusher, sent, greet } = inHand();
  greet();
  pusher.send_event('pusher:subscribe', { channel: 'c' });
  vi.advanceTimersByTime(0);
  expect(sent).toEqual(['{"event":"pusher:subscribe","data":{"channel":"c"}}']);
  discardPusher(pusher);
});

test('by default it pings as the server says; once disabled it never does', () => {
  const left = inHand();
  left.greet(1);
  vi.advanceTimersByTime(5_000);
  expect(left.sent).toContain('{"event":"pusher:ping","data":{}}');
  discardPusher(left.pusher);
  const stopped = inHand();
  stopped.pusher.connection.bind('connected', () => stopPings(stopped.pusher));
  stopped.greet(1);
  stopped.receive({ event: 'update' });
  vi.advanceTimersByTime(aDayMs);
  expect(stopped.sent).toEqual([]);
  discardPusher(stopped.pusher);
});

test('discarded, it leaves no instance, listener or timer, and does not reconnect', () => {
  const network = Pusher.Runtime.getNetwork() as unknown as { callbacks: { _callbacks: Record<string, unknown[]> } };
  const timersBefore = vi.getTimerCount();
  const { pusher, urls, greet } = inHand();
  expect(Pusher.instances).toContain(pusher);
  expect(Object.values(network.callbacks._callbacks).flat()).not.toEqual([]);
  greet();
  discardPusher(pusher);
  expect(Pusher.instances).not.toContain(pusher);
  expect(Object.values(network.callbacks._callbacks).flat()).toEqual([]);
  vi.advanceTimersByTime(aDayMs);
  expect([vi.getTimerCount(), urls.length]).toEqual([timersBefore, 1]);
});

describe('another pusher-js is refused in one sentence', () => {
  const runtime = Pusher.Runtime;
  const instances = Pusher.instances;

  test.each([
    ['without its runtime', { Runtime: undefined, instances }],
    ['without the factory', { Runtime: { getNetwork: () => runtime.getNetwork() }, instances }],
    ['without the network monitor', { Runtime: { createWebSocket: runtime.createWebSocket }, instances }],
    ['with a monitor that lets nobody go', { Runtime: { ...runtime, getNetwork: () => ({}) }, instances }],
    ['without the list of instances', { Runtime: runtime, instances: undefined }],
  ])('%s', (_name, other) => {
    expect(() => checkPusher(other as never)).toThrow(PlainError);
  });

  test('that opens its socket later', () => {
    checkPusher();
    const before = Pusher.instances.length;
    vi.spyOn(Pusher.prototype, 'connect').mockReturnValue();
    expect(() => inHand()).toThrow(/^This pusher-js opens its socket too late/);
    expect(Pusher.instances.length).toBe(before);
  });
});
