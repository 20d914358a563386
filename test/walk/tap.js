// Loaded into the desk before its own code (NODE_OPTIONS=--import). A terminal program never says that it has read a
// key, so this does: how many bytes it has read and drawn, and the size it knows, once what it read has been drawn.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Ink waits 20 ms for the rest of a sequence that has begun. */
const afterEscapeMs = 28;
const begunSequence = /\x1b(?:[[O][\x20-\x3f[]*)?$/;
/** Ink holds the second of two frames that follow each other within 4 ms. */
const afterFrameMs = 8;

const address = process.env.SWAPDECK_WALK_TAP;
if (address !== undefined && isMainThread) install(connect(address));

function install(socket) {
  socket.unref();
  socket.on('error', () => {});
  let read = 0;
  let drawn = 0;
  let told = 0;

  const write = fs.writeSync;
  fs.writeSync = (descriptor, bytes, ...rest) => {
    const written = write(descriptor, bytes, ...rest);
    if (Buffer.isBuffer(bytes) && isTerminal(descriptor)) drawn += countOnWire(bytes.subarray(0, written));
    return written;
  };
  syncBuiltinESMExports();

  const tellSoon = (waitMs) => {
    const asked = ++told;
    setTimeout(() => {
      setTimeout(() => {
        if (asked === told) socket.write(`${read} ${drawn} ${process.stdout.columns} ${process.stdout.rows}\n`);
      }, afterFrameMs).unref();
    }, waitMs).unref();
  };

  const { stdin, stdout } = process;
  const push = stdin.push;
  stdin.push = (bytes, ...rest) => {
    const more = push.call(stdin, bytes, ...rest);
    if (bytes !== null) {
      read += bytes.length;
      tellSoon(begunSequence.test(bytes.toString('latin1')) ? afterEscapeMs : 0);
    }
    return more;
  };
  stdout.on('resize', () => tellSoon(afterEscapeMs));
  socket.on('connect', () => tellSoon(0));
}

const terminals = new Map();

function isTerminal(descriptor) {
  if (!terminals.has(descriptor)) {
    const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
    // A descriptor may become a file later: only those of the terminal are remembered.
    if (path.startsWith('/dev/pts/')) terminals.set(descriptor, true);
    else return false;
  }
  return true;
}

/** The terminal's driver sends a carriage return before each line feed. */
function countOnWire(bytes) {
  let count = bytes.length;
  for (const byte of bytes) if (byte === 0x0a) count++;
  return count;
}
