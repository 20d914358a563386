import { chmodSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Clock } from '../time/clock.ts';

/** Who asked. */
export interface LocalCaller {
  /** It no longer waits for the answer. */
  isGone(): boolean;
}

export interface LocalServer {
  /** Resolves when every answer that was given is out. */
  close(): Promise<void>;
}

/** A plan of a thousand orders is the longest request. */
const mostBytes = 262_144;
const mostCallers = 16;
/** How long a caller may take for its line, ms. */
const lineLimitMs = 5_000;

/**
 * Answers other programs of the same user on a socket: one JSON line in, one JSON line out, then the connection ends. What
 * sends more, something else, or nothing, is cut off. `path` must be ours alone to replace. Rejects with the system's error.
 */
export async function serveLocal(
  path: string,
  answer: (request: unknown, caller: LocalCaller) => Promise<unknown>,
  clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>,
): Promise<LocalServer> {
  preparePath(path);
  const callers = new Set<Socket>();
  const server = createServer((socket) => {
    callers.add(socket);
    const timer = clock.setTimeout(() => socket.destroy(), lineLimitMs);
    const heard = (): void => clock.clearTimeout(timer);
    socket.on('close', () => {
      heard();
      callers.delete(socket);
    });
    hear(socket, (request) => {
      heard();
      return answer(request, { isGone: () => socket.destroyed || socket.readableEnded });
    });
  });
  server.maxConnections = mostCallers;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, () => {
      server.off('error', reject);
      // A caller that cannot be accepted, for lack of descriptors, is the caller's loss.
      server.on('error', () => {});
      resolve();
    });
  });
  if (!isPipe(path)) chmodSync(path, 0o600);
  return {
    close: async () => {
      const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
      // An answer that was just given is written in the meantime.
      await new Promise((resolve) => setImmediate(resolve));
      // Those that were answered end by themselves.
      for (const socket of callers) if (!socket.writableEnded) socket.destroy();
      await closed;
    },
  };
}

const isPipe = (path: string): boolean => path.startsWith('\\\\');

/** A folder that only we can enter, and nothing left at the path of the socket. */
function preparePath(path: string): void {
  if (isPipe(path)) return;
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user`);
  if (mode & 0o77) chmodSync(folder, 0o700);
  const left = lstatSync(path, { throwIfNoEntry: false });
  if (left && !left.isSocket()) throw new Error(`${path} is in the way`);
  rmSync(path, { force: true });
}

/** Reads one line and writes what `answer` resolves to. */
function hear(socket: Socket, answer: (request: unknown) => Promise<unknown>): void {
  let text = '';
  let isHeard = false;
  socket.on('error', () => socket.destroy());
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    if (isHeard || text.length > mostBytes) return void socket.destroy();
    const end = text.indexOf('\n');
    if (end === -1) return;
    isHeard = true;
    const request = parse(text.slice(0, end));
    if (request === undefined) return void socket.destroy();
    void answer(request).then(
      // What is written stays readable for the caller; one that never hangs up keeps nothing open.
      (said) => socket.end(`${JSON.stringify(said)}\n`, () => socket.destroy()),
      () => socket.destroy(),
    );
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Asks the program that listens at `path`. Rejects if nobody does, if it is another user's, or if no answer has come within
 * the limit; the message is the end of a sentence.
 */
export function askLocal(
  path: string,
  request: unknown,
  { clock, limitMs }: { readonly clock: Pick<Clock, 'setTimeout' | 'clearTimeout'>; readonly limitMs: number },
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!isPipe(path) && lstatSync(path, { throwIfNoEntry: false })?.uid !== process.getuid?.())
      return reject(new Error('nobody listens there'));
    const socket = connect(path);
    let text = '';
    const end = (settle: () => void): void => {
      clock.clearTimeout(timer);
      socket.destroy();
      settle();
    };
    const fail = (why: string): void => end(() => reject(new Error(why)));
    const timer = clock.setTimeout(() => fail(`it did not answer within ${limitMs / 1_000} s`), limitMs);
    socket.on('error', () => fail('nobody listens there'));
    socket.on('close', () => fail('it ended without an answer'));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const at = text.indexOf('\n');
      if (at === -1 && text.length <= mostBytes) return;
      const said = at === -1 ? undefined : parse(text.slice(0, at));
      if (said === undefined) fail('its answer cannot be read');
      else end(() => resolve(said));
    });
    socket.write(`${JSON.stringify(request)}\n`);
  });
}
