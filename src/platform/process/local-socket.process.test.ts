import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../time/fake-clock.fixture.ts';
import { askLocal, type LocalCaller, type LocalServer, serveLocal } from './local-socket.ts';

let folder = '';
let path = '';
let clock = new FakeClock();
let server: LocalServer | null = null;
const asked: unknown[] = [];
const clients: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-socket-'));
  path = join(folder, 'own', 'it.sock');
  clock = new FakeClock();
  asked.length = 0;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server?.close();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function serves(answer: (request: unknown, caller: LocalCaller) => Promise<unknown> = async () => 'ok') {
  server = await serveLocal(
    path,
    (request, caller) => {
      asked.push(request);
      return answer(request, caller);
    },
    clock,
  );
}

/** A client that writes what it likes, and all that it is told until the connection ends. */
async function client(): Promise<{ socket: Socket; told: Promise<string> }> {
  const socket = connect(path);
  clients.push(socket);
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const told = new Promise<string>((resolve) => void socket.on('close', () => resolve(text)));
  await once(socket, 'connect');
  return { socket, told };
}

const asks = (request: unknown): Promise<unknown> => askLocal(path, request, { clock, limitMs: 5_000 });

test('a request is answered, and the socket is for its owner alone', async () => {
  await serves(async (request) => ({ you: request }));
  expect(await asks({ do: 'this' })).toEqual({ you: { do: 'this' } });
  if (process.platform === 'win32') return;
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'own')).mode & 0o777).toBe(0o700);
});

test.each([
  ['no JSON', 'hello\n'],
  ['bytes that are no text', '\u0000\u0001\u001b[2J\n'],
  ['half a line of JSON', '{"do":\n'],
  ['an empty line', '\n'],
  ['a line without an end', 'x'.repeat(300_000)],
  ['a very long line', `${JSON.stringify('x'.repeat(1_000_000))}\n`],
])('%s is cut off, asks nothing, and others are answered', async (_what, bytes) => {
  await serves();
  const { socket, told } = await client();
  socket.write(bytes);
  expect(await told).toBe('');
  expect(asked).toEqual([]);
  expect(await asks(1)).toBe('ok');
});

test('of several lines only the first is asked', async () => {
  await serves();
  const { socket, told } = await client();
  socket.write('1\n2\n3\n');
  expect(await told).toBe('"ok"\n');
  expect(asked).toEqual([1]);
});

test('who sends its line a byte at a time has as long as one who sends nothing', async () => {
  await serves();
  const slow = await client();
  const silent = await client();
  for (let second = 0; second < 4; second++) {
    slow.socket.write('[');
    await clock.advance(1_000);
  }
  // Both have been accepted by the time the next one is answered.
  expect(await asks(1)).toBe('ok');
  expect([slow.socket.closed, silent.socket.closed]).toEqual([false, false]);
  await clock.advance(5_000);
  expect(await Promise.all([slow.told, silent.told])).toEqual(['', '']);
  expect(asked).toEqual([1]);
});

test('an answer may take longer than a line', async () => {
  const answer = Promise.withResolvers<unknown>();
  const isAsked = Promise.withResolvers<void>();
  await serves(() => {
    isAsked.resolve();
    return answer.promise;
  });
  const { socket, told } = await client();
  socket.write('1\n');
  await isAsked.promise;
  await clock.advance(60_000);
  answer.resolve('late');
  expect(await told).toBe('"late"\n');
});

test('too many at once are turned away, and there is room again when they go', async () => {
  await serves();
  const held = await Promise.all(Array.from({ length: 16 }, client));
  await expect(asks(1)).rejects.toThrow(/nobody listens there|it ended without an answer/);
  for (const { socket } of held) socket.write('0\n');
  await Promise.all(held.map(({ told }) => told));
  expect(await asks(2)).toBe('ok');
});

test('it is known that a caller no longer waits', async () => {
  const gone = Promise.withResolvers<boolean>();
  const isAsked = Promise.withResolvers<LocalCaller>();
  await serves((_request, caller) => {
    isAsked.resolve(caller);
    return gone.promise;
  });
  const { socket, told } = await client();
  socket.write('1\n');
  const caller = await isAsked.promise;
  expect(caller.isGone()).toBe(false);
  socket.destroy();
  await told;
  await expect.poll(() => caller.isGone()).toBe(true);
  gone.resolve(true);
});

test('an answer that fails ends the connection and nothing else', async () => {
  await serves(async (request) => {
    if (request === 1) throw new Error('no');
    return 'ok';
  });
  await expect(asks(1)).rejects.toThrow('it ended without an answer');
  expect(await asks(2)).toBe('ok');
});

test('what a killed program left is replaced, but never a file of another kind', async () => {
  await serves();
  const again = await serveLocal(path, async () => 'second', clock);
  expect(await asks(1)).toBe('second');
  await again.close();
  rmSync(path, { force: true });
  writeFileSync(path, 'mine');
  await expect(serveLocal(path, async () => 'third', clock)).rejects.toThrow('is in the way');
});

test.each([
  ['nothing', null, 'it did not answer within 5 s'],
  ['something else', 'no JSON\n', 'its answer cannot be read'],
  ['without end', 'x'.repeat(300_000), 'its answer cannot be read'],
])('a program that answers %s is not believed', async (_what, bytes, why) => {
  const isAsked = Promise.withResolvers<void>();
  path = join(folder, 'other.sock');
  const other = createServer((socket) => {
    clients.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      if (bytes !== null) socket.write(bytes);
      isAsked.resolve();
    });
  });
  await new Promise<void>((resolve) => void other.listen(path, resolve));
  const failed = expect(asks(1)).rejects.toThrow(why);
  await isAsked.promise;
  if (bytes === null) await clock.advance(5_000);
  await failed;
  other.close();
});

test('where nobody listens, it is said at once', async () => {
  await expect(asks(1)).rejects.toThrow('nobody listens there');
  expect(clock.pending).toBe(0);
});
