// Loaded into a program before its own code (node --import), with two descriptors that the driver opens for it: on 3 it tells
// what was handled, which requests were made and how many bytes were written to the terminal; on 4 it hears what the time is to do.
import { channel } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';
import { isMainThread } from 'node:worker_threads';

const tellsOn = 3;
const hearsOn = 4;
// Taken before they are replaced.
const write = fs.writeSync;
const tell = (message) => write(tellsOn, `${JSON.stringify(message)}\n`);

// A worker shares the process, and so its descriptors; the desk is in the main thread.
if (isMainThread) {
  const drawn = countDrawn();
  channel('swapdeck:handled').subscribe(({ bytes, isHolding }) => {
    const { columns, rows } = process.stdout;
    tell({ kind: 'handled', bytes, isHolding, drawn: drawn(), columns, rows });
  });
  tellRequests();
  hearTime();
}

/** How many bytes this process has written to the terminal, as they leave it: a carriage return stands before each line feed. */
function countDrawn() {
  let drawn = 0;
  const count = (bytes) => {
    drawn += bytes.length;
    for (const byte of bytes) if (byte === 0x0a) drawn++;
  };
  const terminals = new Set();
  fs.writeSync = (descriptor, bytes, ...rest) => {
    const written = write(descriptor, bytes, ...rest);
    if (Buffer.isBuffer(bytes) && isTerminal(descriptor, terminals)) count(bytes.subarray(0, written));
    return written;
  };
  syncBuiltinESMExports();
  for (const stream of [process.stdout, process.stderr].filter(({ isTTY }) => isTTY)) {
    const writeOut = stream.write;
    stream.write = (chunk, ...rest) => {
      count(Buffer.from(chunk));
      return writeOut.call(stream, chunk, ...rest);
    };
  }
  return () => drawn;
}

function isTerminal(descriptor, known) {
  if (known.has(descriptor)) return true;
  // A descriptor may become a file later: only those of the terminal are remembered.
  const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  if (path.startsWith('/dev/pts/')) known.add(descriptor);
  return known.has(descriptor);
}

/** Node's fetch tells of its requests by itself. */
function tellRequests() {
  const ids = new WeakMap();
  let made = 0;
  channel('undici:request:create').subscribe(({ request }) => {
    ids.set(request, ++made);
    tell({ kind: 'request', id: made, what: `${request.method} ${request.path}` });
  });
  channel('undici:request:headers').subscribe(({ request, response }) =>
    tell({ kind: 'answer', id: ids.get(request), how: String(response.statusCode) }),
  );
  channel('undici:request:error').subscribe(({ request, error }) =>
    tell({ kind: 'answer', id: ids.get(request), how: error.code ?? error.name }),
  );
}

/** What a person does slowly or fast is not left to how busy the machine is: the desk's clock jumps ahead, or stands still. */
function hearTime() {
  const [wall, monotonic] = [Date.now, performance.now.bind(performance)];
  let aheadMs = 0;
  let steppedMs = 0;
  let stopped = null;
  Date.now = () => (stopped?.wall ?? wall()) + aheadMs + steppedMs;
  performance.now = () => (stopped?.monotonic ?? monotonic()) + aheadMs;
  const orders = {
    ages: (ms) => {
      aheadMs += ms;
    },
    // As when somebody sets the clock: no time has passed.
    steps: (ms) => {
      steppedMs += ms;
    },
    stops: () => {
      stopped = { wall: wall(), monotonic: monotonic() };
    },
    goesOn: () => {
      stopped = null;
    },
  };
  const socket = new Socket({ fd: hearsOn, readable: true, writable: false });
  let rest = '';
  socket.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const [order, ms] = line.split(' ');
      orders[order](Number(ms));
      tell({ kind: 'time' });
    }
  });
  socket.unref();
}
