import fc from 'fast-check';
import Pusher from 'pusher-js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { quoteLongIntegers } from '../../../domain/numbers/exact-json.ts';
import { FakePusherServer, recordSocket } from '../simulation/fake-pusher-server.fixture.ts';
import { createPusher, discardPusher, type WebSocketLike } from './pusher-instance.ts';
import { openPusherSocket } from './pusher-socket.ts';
import type { StreamSocket } from './stream-socket.ts';
import { openWsWire } from './ws-wire.ts';

let server: FakePusherServer;
const open: StreamSocket[] = [];
const uncaught: unknown[] = [];
const onUncaught = (error: unknown) => uncaught.push(error);

beforeEach(async () => {
  server = await FakePusherServer.start();
  uncaught.length = 0;
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught);
});

afterEach(async () => {
  for (const socket of open.splice(0)) socket.terminate();
  await server.stop();
  process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught);
  expect(uncaught).toEqual([]);
  expect(Pusher.instances).toEqual([]);
});

function connect(target = server.target) {
  const recorder = recordSocket();
  const socket = openPusherSocket(target, recorder.events);
  open.push(socket);
  return { socket, ...recorder };
}

async function connected() {
  const connection = connect();
  await connection.untilLast('open');
  return { ...connection, peer: server.peers[0]! };
}

describe('the adapter', () => {
  test('connects by protocol 7 and reads socket id and time-out', async () => {
    const { heard } = await connected();
    expect(server.urls).toEqual([expect.stringMatching(/^\/app\/app_key-1\?protocol=7&/)]);
    expect(heard).toEqual(['open 12.34 30000']);
  });

  test('subscribes, forwards channel_data byte for byte, unsubscribes and pings', async () => {
    const { socket, untilLast } = await connected();
    server.onFrame = (peer, { event }) =>
      peer.send(JSON.stringify({ event: event === 'pusher:ping' ? 'pusher:pong' : 'echo' }));
    const channelData = '{ "user_id" : "ü\\u00fc" }';
    socket.subscribe('public-a', null);
    socket.subscribe('presence-b', { auth: 'k:sig', channelData });
    socket.unsubscribe('public-a');
    socket.ping();
    await untilLast('frame pusher:pong');
    expect(server.received.map((text) => JSON.parse(text))).toEqual([
      { event: 'pusher:subscribe', data: { channel: 'public-a' } },
      { event: 'pusher:subscribe', data: { channel: 'presence-b', auth: 'k:sig', channel_data: channelData } },
      { event: 'pusher:unsubscribe', data: { channel: 'public-a' } },
      { event: 'pusher:ping', data: {} },
    ]);
  });

  test('passes on data that is a JSON text, an object, plain text or absent', async () => {
    const { peer, frames, untilLast } = await connected();
    for (const data of ['{"a":1}', { a: 2 }, 'text', undefined])
      peer.send(JSON.stringify({ event: 'update', channel: 'c', data }));
    peer.send(JSON.stringify({ event: 'end' }));
    await untilLast('frame end');
    expect(frames.slice(0, 4).map(({ data }) => data)).toEqual([{ a: 1 }, { a: 2 }, 'text', undefined]);
    expect(frames[4]).toEqual({ event: 'end', channel: null, data: undefined });
  });

  test('reads an event as pusher-js does, whatever it holds', async () => {
    const { peer, frames, untilLast } = await connected();
    const bare = createPusher(server.target, (url) => {
      const webSocket: WebSocketLike = { send: () => {}, close: () => {} };
      const wire = openWsWire(url, {
        onOpen: () => webSocket.onopen?.(),
        onText: (text) => webSocket.onmessage?.({ data: quoteLongIntegers(text) }),
        onUnusable: () => {},
        onClose: () => {},
      });
      return Object.assign(webSocket, { close: () => wire.terminate() });
    });
    const byPusher: { readonly event: string; readonly data: unknown }[] = [];
    const ended = new Promise<void>((resolve) =>
      bare.connection.bind('message', (frame: (typeof byPusher)[number]) => {
        if (frame.event === 'end') return resolve();
        byPusher.push(frame);
      }),
    );
    await new Promise<void>((resolve) => bare.connection.bind('connected', () => resolve()));
    const anyData = fc.oneof(fc.jsonValue(), fc.json(), fc.constantFrom('null', '"null"', '', undefined));
    const events = fc.sample(fc.record({ event: fc.string(), data: anyData }), cases(200, 5_000));
    for (const to of [peer, server.peers[1]!]) {
      for (const { event, data } of events) to.send(JSON.stringify({ event: `e${event}`, channel: 'c', data }));
      to.send(JSON.stringify({ event: 'end' }));
    }
    await Promise.all([untilLast('frame end'), ended]);
    discardPusher(bare);
    expect(frames.slice(0, -1).map(({ event, data }) => ({ event, data }))).toEqual(
      byPusher.map(({ event, data }) => ({ event, data })),
    );
    expect(byPusher).toHaveLength(events.length);
  });

  test('loses no digit of an integer above 2^53', async () => {
    const { peer, frames, untilLast } = await connected();
    const data = '{"amountIn":18446744073709551615,"slot":7}';
    const sent = JSON.stringify({ event: 'update', channel: 'c', data });
    peer.send(sent);
    peer.send(`{"event":"update","channel":"c","data":${data}}`);
    peer.send(JSON.stringify({ event: 'end' }));
    await untilLast('frame end');
    const read = { amountIn: '18446744073709551615', slot: 7 };
    expect(frames.slice(0, 2).map((frame) => frame.data)).toEqual([read, read]);
  });

  test('answers a ping of the server', async () => {
    const { peer } = await connected();
    const answered = new Promise((resolve) => {
      server.onFrame = (_, { event }) => resolve(event);
    });
    peer.send('{"event":"pusher:ping","data":{}}');
    expect(await answered).toBe('pusher:pong');
  });

  test('drops and counts invalid frames, and receives the next one', async () => {
    const { peer, heard, untilLast } = await connected();
    const bad = [
      '',
      'nonsense',
      'null',
      '7',
      '[]',
      '{}',
      '{"event":5}',
      '{"event":null,"channel":"c"}',
      '{"channel":"c","data":"{}"}',
      '['.repeat(100_000),
      JSON.stringify({ event: 'update', channel: 'c', data: 'x'.repeat(256 * 1024) }),
    ];
    for (const frame of bad) peer.send(frame);
    peer.send(Buffer.from('{"event":"binary"}'));
    peer.send('{"event":"update","channel":"c","data":{"deep":'.concat('['.repeat(50_000), ']'.repeat(50_000), '}}'));
    peer.send('{"event":"update","channel":"__proto__","data":{"__proto__":{"evil":1}}}');
    peer.send('{"event":"pusher:signin_success","data":{"user_data":"{\\"id\\":\\"1\\"}"}}');
    peer.send('{"event":"good"}');
    await untilLast('frame good');
    expect(heard.filter((text) => text === 'bad').length).toBeGreaterThanOrEqual(bad.length + 1);
    expect(heard.filter((text) => text.startsWith('close'))).toEqual([]);
    expect({}).not.toHaveProperty('evil');
  });
});

describe('the end of a connection', () => {
  test('every close code that can be sent arrives unchanged with its reason, once, and nothing reconnects', async () => {
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const codes = [...range(1_000, 1_003), ...range(1_007, 1_014), 3_000, ...range(4_000, 4_399)];
    const close = async () => {
      const { heard, untilLast, socket } = connect();
      await untilLast('open');
      socket.ping();
      await untilLast('close');
      socket.subscribe('a', null);
      socket.ping();
      return heard;
    };
    let sent = 0;
    server.onFrame = (peer, { event }) => {
      const code = codes[sent++]!;
      expect(event).toBe('pusher:ping');
      peer.close(code, `because of ${code}`);
    };
    const told: (readonly string[])[] = [];
    while (told.length < codes.length) {
      const batch = codes.slice(told.length, told.length + 50);
      told.push(...(await Promise.all(batch.map(close))));
    }
    // Each connection asks for one close; which code it gets is the server's order.
    expect(told.every((heard) => heard.length === 2 && heard[0] === 'open 12.34 30000')).toBe(true);
    expect(told.map((heard) => heard[1]).sort()).toEqual(
      codes.map((code) => `close ${code} because of ${code}`).sort(),
    );
    // pusher-js would be back within a second, on 4200 at once; a connection of ours shows that the server still listens.
    const other = connect();
    await other.untilLast('open');
    expect(server.peers).toHaveLength(codes.length + 1);
    expect(server.received).toHaveLength(codes.length);
  });

  test('a reset is 1006', async () => {
    const { peer, heard, untilLast } = await connected();
    peer.terminate();
    await untilLast('close');
    expect(heard.at(-1)).toMatch(/^close 1006/);
  });

  test('terminate is immediate and silent, also if the peer never responds', async () => {
    const { peer, socket, heard } = await connected();
    const gone = new Promise((resolve) => peer.once('close', resolve));
    peer.pause();
    socket.terminate();
    socket.terminate();
    peer.resume();
    await gone;
    expect(heard).toEqual(['open 12.34 30000']);
  });

  test('terminate before the handshake is silent', async () => {
    const { socket, heard } = connect();
    socket.terminate();
    const other = connect();
    await other.untilLast('open');
    expect(heard).toEqual([]);
  });

  test('a refused connection ends as 1006 with its cause', async () => {
    const { target } = server;
    await server.stop();
    const { heard, untilLast } = connect(target);
    await untilLast('close');
    expect(heard).toEqual([expect.stringMatching(/^close 1006 .*ECONNREFUSED/)]);
  });

  test('a frame over 4 MB ends it as 1009 or 1006', async () => {
    const { peer, untilLast, heard } = await connected();
    peer.on('error', () => {});
    peer.send('x'.repeat(5_000_000));
    await untilLast('close');
    expect(heard.at(-1)).toMatch(/^close 100[69]/);
  });
});

describe('handshakes', () => {
  const refused = JSON.stringify({ event: 'pusher:error', data: { code: 4_001, message: 'no such app' } });

  test('an error frame, then a close without code: the code of the frame', async () => {
    server.greeting = refused;
    server.wss.on('connection', (peer) => peer.close());
    const { heard, untilLast } = connect();
    await untilLast('close');
    expect(heard).toEqual(['close 4001 no such app']);
  });

  test('an error frame, then a close with its own code: the close decides', async () => {
    server.greeting = refused;
    server.wss.on('connection', (peer) => peer.close(4_100, 'over capacity'));
    const { heard, untilLast } = connect();
    await untilLast('close');
    expect(heard).toEqual(['close 4100 over capacity']);
  });

  test.each([
    ['nonsense', 'nonsense'],
    ['another event', '{"event":"update"}'],
    ['no data', '{"event":"pusher:connection_established"}'],
    ['no activity time-out', '{"event":"pusher:connection_established","data":{"socket_id":"1.2"}}'],
    [
      'a socket id that is no text',
      '{"event":"pusher:connection_established","data":{"socket_id":{},"activity_timeout":30}}',
    ],
    [
      'a socket id with a quote',
      '{"event":"pusher:connection_established","data":{"socket_id":"1\\"","activity_timeout":30}}',
    ],
  ])('%s ends the attempt', async (_, greeting) => {
    server.greeting = greeting;
    const { heard, until } = connect();
    await until((all) => all.some((text) => text.startsWith('close')));
    expect(heard.filter((text) => text !== 'bad')).toEqual(['close null the handshake is malformed']);
  });

  test('a time-out of almost nothing does not make pusher-js ping without end', async () => {
    server.greeting = '{"event":"pusher:connection_established","data":{"socket_id":"1.2","activity_timeout":0.001}}';
    let pings = 0;
    server.onFrame = (peer) => {
      if (peer === server.peers[0]) pings++;
      peer.send('{"event":"pusher:pong","data":{}}');
    };
    const { untilLast } = connect();
    await untilLast('open');
    // Each of these takes about as long as the time-out.
    for (let turn = 0; turn < 50; turn++) {
      const other = connect();
      await other.untilLast('open');
      other.socket.terminate();
    }
    expect(pings).toBeLessThanOrEqual(1);
  });
});
