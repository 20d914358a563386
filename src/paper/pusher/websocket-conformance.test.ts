import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { type Listening, listen } from '../http/listen.ts';
import { PusherHub } from './pusher-hub.ts';

/* RFC 6455 on raw sockets: the handshake, framing, fragmentation, control frames, UTF-8 and close codes. */

/** So long that only what never comes about reaches it. */
const looks = { timeout: 60_000, interval: 5 };

const app = { keyId: 'k1', appKey: 'appkey', appSecret: 'appsecret' };
let server: Listening;
let hub: PusherHub;
const peers: RawPeer[] = [];
beforeEach(async () => {
  hub = new PusherHub({ clock: new FakeClock(), random: seededRandom(3), findApp: () => app });
  server = await listen({ app: async () => ({ status: 404, headers: {}, body: '' }), hub, port: 0 });
});
afterEach(async () => {
  for (const peer of peers.splice(0)) peer.socket.destroy();
  await server.close();
});

const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 };

interface Frame {
  readonly opcode: number;
  readonly payload: Buffer;
}

interface FrameOptions {
  readonly isFinal?: boolean;
  readonly isMasked?: boolean;
  readonly reserved?: number;
  /** Bytes of the length field, when it is longer than it need be. */
  readonly lengthBytes?: 2 | 8;
}

function encode(opcode: number, payload: Buffer | string, options: FrameOptions = {}): Buffer {
  const { isFinal = true, isMasked = true, reserved = 0, lengthBytes } = options;
  const body = Buffer.from(payload);
  const size = lengthBytes ?? (body.length < 126 ? 0 : body.length < 65_536 ? 2 : 8);
  const length = Buffer.alloc(1 + size);
  length[0] = (isMasked ? 0x80 : 0) | (size === 0 ? body.length : size === 2 ? 126 : 127);
  if (size === 2) length.writeUInt16BE(body.length, 1);
  if (size === 8) length.writeBigUInt64BE(BigInt(body.length), 1);
  const first = Buffer.from([(isFinal ? 0x80 : 0) | (reserved << 4) | opcode]);
  if (!isMasked) return Buffer.concat([first, length, body]);
  const mask = randomBytes(4);
  return Buffer.concat([first, length, mask, body.map((byte, index) => byte ^ mask[index % 4]!)]);
}

/** One TCP connection that speaks bytes. */
class RawPeer {
  readonly socket: Socket;
  #bytes = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => {};

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => {
      this.#bytes = Buffer.concat([this.#bytes, chunk]);
      this.#wake();
    });
    this.socket.on('error', () => {});
    this.socket.on('close', () => {
      this.#isEnded = true;
      this.#wake();
    });
    peers.push(this);
  }

  async #until<T>(read: () => T | null): Promise<T | null> {
    for (;;) {
      const value = read();
      if (value !== null || this.#isEnded) return value;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async head(): Promise<string> {
    const head = await this.#until(() => {
      const end = this.#bytes.indexOf('\r\n\r\n');
      if (end < 0) return null;
      const text = this.#bytes.toString('latin1', 0, end);
      this.#bytes = this.#bytes.subarray(end + 4);
      return text;
    });
    return head ?? '';
  }

  /** The next frame; null when the connection ended without one. */
  frame(): Promise<Frame | null> {
    return this.#until(() => {
      if (this.#bytes.length < 2) return null;
      const short = this.#bytes[1]! & 0x7f;
      const start = short === 126 ? 4 : short === 127 ? 10 : 2;
      if (this.#bytes.length < start) return null;
      const length =
        short === 126 ? this.#bytes.readUInt16BE(2) : short === 127 ? Number(this.#bytes.readBigUInt64BE(2)) : short;
      if (this.#bytes.length < start + length) return null;
      // What a server sends is never masked, never compressed here, and whole.
      expect([this.#bytes[0]! & 0xf0, this.#bytes[1]! & 0x80]).toEqual([0x80, 0]);
      const frame = { opcode: this.#bytes[0]! & 0x0f, payload: this.#bytes.subarray(start, start + length) };
      this.#bytes = this.#bytes.subarray(start + length);
      return frame;
    });
  }

  async event(): Promise<string> {
    const frame = await this.frame();
    expect(frame?.opcode).toBe(opcodes.text);
    return (JSON.parse(String(frame?.payload)) as { event: string }).event;
  }

  /** The close code that comes; null when the connection was cut without one. */
  async closeCode(): Promise<number | null> {
    for (;;) {
      const frame = await this.frame();
      if (!frame) return null;
      if (frame.opcode === opcodes.close) return frame.payload.length < 2 ? 1005 : frame.payload.readUInt16BE(0);
    }
  }

  async ended(): Promise<boolean> {
    await this.#until(() => null);
    return this.#isEnded;
  }
}

const key = 'dGhlIHNhbXBsZSBub25jZQ==';
const handshake = (headers: Record<string, string | null> = {}, line = 'GET /app/appkey?protocol=7 HTTP/1.1') => {
  const all: Record<string, string | null> = {
    host: `127.0.0.1:${server.port}`,
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-key': key,
    'sec-websocket-version': '13',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}\r\n`]));
  return `${line}\r\n${lines.join('')}\r\n`;
};

async function open(): Promise<RawPeer> {
  const peer = new RawPeer(server.port);
  peer.socket.write(handshake());
  expect(await peer.head()).toContain('101');
  expect(await peer.event()).toBe('pusher:connection_established');
  return peer;
}

const ping = '{"event":"pusher:ping"}';
const send = (peer: RawPeer, ...frame: Parameters<typeof encode>) => peer.socket.write(encode(...frame));

describe('handshake', () => {
  it('answers with the digest of the key, and offers no extension', async () => {
    const peer = new RawPeer(server.port);
    peer.socket.write(handshake({ 'sec-websocket-extensions': 'permessage-deflate' }));
    const head = await peer.head();
    const digest = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(head).toContain(`Sec-WebSocket-Accept: ${digest}`);
    expect(head).not.toMatch(/extensions/i);
  });

  it.each([
    ['no key', { 'sec-websocket-key': null }, 400],
    ['a short key', { 'sec-websocket-key': 'abc' }, 400],
    ['no version', { 'sec-websocket-version': null }, 400],
    ['an old version', { 'sec-websocket-version': '7' }, 400],
  ])('refuses %s', async (_what, headers, status) => {
    const peer = new RawPeer(server.port);
    peer.socket.write(handshake(headers));
    expect(await peer.head()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(hub.connectionCount).toBe(0);
  });

  it('refuses a POST, and keeps no socket of one that breaks off', async () => {
    const peer = new RawPeer(server.port);
    peer.socket.write(handshake({}, 'POST /app/appkey?protocol=7 HTTP/1.1'));
    expect(await peer.head()).toMatch(/^HTTP\/1\.1 405 /);
    const half = new RawPeer(server.port);
    half.socket.end('GET /app/appkey HTTP/1.1\r\nhost: localhost\r\nupgr');
    expect(await half.ended()).toBe(true);
    expect(hub.connectionCount).toBe(0);
  });
});

describe('framing', () => {
  it.each([
    ['in seven bits', ping, {}],
    ['in sixteen bits', ping.padEnd(126), {}],
    ['in sixteen bits at their end', ping.padEnd(65_535), {}],
    ['in sixty-four bits', ping.padEnd(65_536), {}],
    ['longer than need be', ping, { lengthBytes: 8 as const }],
  ])('takes a length %s', async (_what, text, options) => {
    const peer = await open();
    send(peer, opcodes.text, text, options);
    expect(await peer.event()).toBe('pusher:pong');
  });

  it('takes a frame byte by byte, and many frames in one packet', async () => {
    const peer = await open();
    for (const byte of encode(opcodes.text, ping)) {
      peer.socket.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    expect(await peer.event()).toBe('pusher:pong');
    peer.socket.write(Buffer.concat(Array.from({ length: 50 }, () => encode(opcodes.text, ping))));
    for (let count = 0; count < 50; count++) expect(await peer.event()).toBe('pusher:pong');
  });

  it.each([
    ['an unmasked frame', () => encode(opcodes.text, ping, { isMasked: false })],
    ['a reserved bit', () => encode(opcodes.text, ping, { reserved: 4 })],
    ['another reserved bit', () => encode(opcodes.text, ping, { reserved: 1 })],
    ['a reserved data opcode', () => encode(3, ping)],
    ['a reserved control opcode', () => encode(11, '')],
    ['a ping of more than 125 bytes', () => encode(opcodes.ping, 'x'.repeat(126))],
    ['a ping in pieces', () => encode(opcodes.ping, 'x', { isFinal: false })],
    ['a continuation of nothing', () => encode(opcodes.continuation, ping)],
    [
      'a new message inside another',
      () => Buffer.concat([encode(opcodes.text, '{', { isFinal: false }), encode(opcodes.text, ping)]),
    ],
  ])('closes with 1002 at %s', async (_what, bytes) => {
    const peer = await open();
    peer.socket.write(bytes());
    expect(await peer.closeCode()).toBe(1002);
    expect(await peer.ended()).toBe(true);
  });

  it('closes with 1009 above 256 kB, in one piece or in many', async () => {
    const [whole, pieces] = [await open(), await open()];
    send(whole, opcodes.text, 'x'.repeat(256 * 1024 + 1));
    expect(await whole.closeCode()).toBe(1009);
    send(pieces, opcodes.text, 'x', { isFinal: false });
    for (let count = 0; count < 5; count++) send(pieces, opcodes.continuation, 'x'.repeat(60_000), { isFinal: false });
    expect(await pieces.closeCode()).toBe(1009);
  });

  it('closes on a length that no memory could hold', async () => {
    const peer = await open();
    peer.socket.write(Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]));
    expect(await peer.closeCode()).toBe(1009);
  });
});

describe('fragmentation', () => {
  it('puts a message together, with a ping answered in between', async () => {
    const peer = await open();
    send(peer, opcodes.text, ping.slice(0, 5), { isFinal: false });
    send(peer, opcodes.ping, 'now');
    send(peer, opcodes.continuation, '', { isFinal: false });
    send(peer, opcodes.continuation, ping.slice(5));
    const pong = await peer.frame();
    expect([pong?.opcode, String(pong?.payload)]).toEqual([opcodes.pong, 'now']);
    expect(await peer.event()).toBe('pusher:pong');
  });

  it('takes a letter that is cut in two', async () => {
    const peer = await open();
    const text = Buffer.from('{"event":"pusher:ping","data":"Ω🦊"}');
    const cut = text.indexOf(Buffer.from('🦊')) + 2;
    send(peer, opcodes.text, text.subarray(0, cut), { isFinal: false });
    send(peer, opcodes.continuation, text.subarray(cut));
    expect(await peer.event()).toBe('pusher:pong');
  });
});

describe('UTF-8', () => {
  it.each([
    ['a stray continuation byte', [0x80]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['an overlong null', [0xe0, 0x80, 0x80]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point above the last', [0xf4, 0x90, 0x80, 0x80]],
    ['a letter that breaks off', [0xf0, 0x9f, 0xa6]],
    ['0xff', [0xff]],
  ])('closes with 1007 at %s', async (_what, bytes) => {
    const peer = await open();
    send(peer, opcodes.text, Buffer.concat([Buffer.from('{"event":"'), Buffer.from(bytes), Buffer.from('"}')]));
    expect(await peer.closeCode()).toBe(1007);
  });

  it('closes with 1007 at a close reason that is no text', async () => {
    const peer = await open();
    send(peer, opcodes.close, Buffer.from([0x03, 0xe8, 0xff]));
    expect(await peer.closeCode()).toBe(1007);
  });
});

describe('control frames', () => {
  it.each(['', 'x', 'x'.repeat(125)])('echoes the payload of a ping', async (payload) => {
    const peer = await open();
    send(peer, opcodes.ping, payload);
    const pong = await peer.frame();
    expect([pong?.opcode, String(pong?.payload)]).toEqual([opcodes.pong, payload]);
  });

  it('lets a pong that nobody asked for be', async () => {
    const peer = await open();
    send(peer, opcodes.pong, 'hello');
    send(peer, opcodes.text, ping);
    expect(await peer.event()).toBe('pusher:pong');
  });

  it('answers a binary message as a frame that it cannot read', async () => {
    const peer = await open();
    send(peer, opcodes.binary, ping);
    expect(await peer.event()).toBe('pusher:error');
    send(peer, opcodes.text, ping);
    expect(await peer.event()).toBe('pusher:pong');
  });
});

describe('closing', () => {
  const code = (value: number, reason = '') =>
    Buffer.concat([Buffer.from([value >> 8, value & 255]), Buffer.from(reason)]);

  it.each([1000, 1001, 1003, 1011, 3000, 4000, 4999])('answers %i with the same and ends', async (value) => {
    const peer = await open();
    send(peer, opcodes.close, code(value, 'bye'));
    expect(await peer.closeCode()).toBe(value);
    expect(await peer.ended()).toBe(true);
    await expect.poll(() => hub.connectionCount, looks).toBe(0);
  });

  it('answers a close without a code', async () => {
    const peer = await open();
    send(peer, opcodes.close, '');
    expect(await peer.closeCode()).toBe(1005);
  });

  it.each([0, 999, 1004, 1005, 1006, 1015, 2999, 5000])(
    'answers %i, which no frame may carry, with 1002',
    async (value) => {
      const peer = await open();
      send(peer, opcodes.close, code(value));
      expect(await peer.closeCode()).toBe(1002);
    },
  );

  it('answers a code of one byte with 1002', async () => {
    const peer = await open();
    send(peer, opcodes.close, Buffer.from([3]));
    expect(await peer.closeCode()).toBe(1002);
  });

  it('hears nothing that comes after a close', async () => {
    const peer = await open();
    peer.socket.write(Buffer.concat([encode(opcodes.close, code(1000)), encode(opcodes.text, ping)]));
    expect((await peer.frame())?.opcode).toBe(opcodes.close);
    expect(await peer.frame()).toBeNull();
  });

  it('forgets a peer that is cut off', async () => {
    const peer = await open();
    peer.socket.resetAndDestroy();
    await expect.poll(() => hub.connectionCount, looks).toBe(0);
  });
});
