import { execFileSync } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, write } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FakeClock } from '../time/fake-clock.fixture.ts';
import { type DescriptorWrite, reopenTerminal } from './terminal-descriptor.ts';
import { createTerminalOutput } from './terminal-output.ts';

type Answer = (error: NodeJS.ErrnoException | null, written: number) => void;

/** A descriptor that takes what the test says, when it says so. */
function fakeDescriptor() {
  const calls: { text: string; answer: Answer }[] = [];
  const write: DescriptorWrite = (_fd, bytes, done) => void calls.push({ text: bytes.toString(), answer: done });
  return {
    write,
    calls,
    take: (bytes?: number) => {
      const call = calls.at(-1)!;
      call.answer(null, bytes ?? Buffer.byteLength(call.text));
    },
    fail: (code: string) => calls.at(-1)!.answer(Object.assign(new Error(code), { code }), 0),
  };
}

function open(fd = -1, isAlternate = false) {
  const descriptor = fakeDescriptor();
  const clock = new FakeClock();
  const tty = Object.assign(new EventEmitter(), { columns: 80, rows: 24 });
  const output = createTerminalOutput({
    fd,
    tty: tty as unknown as NodeJS.WriteStream,
    write: descriptor.write,
    isAlternate,
    clock,
  });
  const events: string[] = [];
  output.onDrain(() => events.push('drain'));
  output.onGone(() => events.push('gone'));
  return { output, descriptor, clock, tty, events };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const folders: string[] = [];
const inFolder = (name: string) => {
  folders.push(mkdtempSync(join(tmpdir(), 'terminal-output-')));
  return join(folders.at(-1)!, name);
};
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('writes of one turn are merged, and only one write is in flight', async () => {
  const { output, descriptor, events } = open();
  output.stream.write('begin ');
  output.stream.write('frame 1 ');
  output.stream.write('end');
  expect(output.drained).toBe(false);
  await turn();
  output.stream.write('frame 2');
  output.stream.write('+');
  await turn();
  expect(descriptor.calls.map((call) => call.text)).toEqual(['begin frame 1 end']);
  descriptor.take();
  await turn();
  expect(descriptor.calls.map((call) => call.text)).toEqual(['begin frame 1 end', 'frame 2+']);
  expect(output.drained).toBe(false);
  expect(events).toEqual([]);
  descriptor.take();
  await turn();
  expect(output.drained).toBe(true);
  expect(events).toEqual(['drain']);
});

test('a partial write is followed by the rest, also inside a character', async () => {
  const { output, descriptor } = open();
  const chunks: Buffer[] = [];
  const counting = createTerminalOutput({
    fd: -1,
    tty: Object.assign(new EventEmitter(), { columns: 1, rows: 1 }) as unknown as NodeJS.WriteStream,
    write: (_fd, bytes, done) => {
      chunks.push(Buffer.from(bytes.subarray(0, 2)));
      done(null, Math.min(2, bytes.length));
    },
  });
  counting.stream.write('a€…b');
  await turn();
  expect(Buffer.concat(chunks).toString()).toBe('a€…b');
  expect(counting.drained).toBe(true);

  output.stream.write('0123456789');
  await turn();
  descriptor.take(4);
  expect(descriptor.calls.map((call) => call.text)).toEqual(['0123456789', '456789']);
});

test('a full terminal is retried after a short delay with the same bytes', async () => {
  const { output, descriptor, clock } = open();
  output.stream.write('frame');
  await turn();
  descriptor.fail('EAGAIN');
  await clock.advance(1);
  expect(descriptor.calls).toHaveLength(1);
  await clock.advance(1);
  expect(descriptor.calls.map((call) => call.text)).toEqual(['frame', 'frame']);
  descriptor.take();
  expect(clock.pending).toBe(0);
  expect(output.drained).toBe(true);
});

test.each(['EIO', 'EPIPE'])('a closed terminal (%s) is reported once, and later writes are dropped', async (code) => {
  const { output, descriptor, events } = open();
  const done: string[] = [];
  output.stream.write('frame', () => done.push('first'));
  await turn();
  output.stream.write('next', () => done.push('second'));
  descriptor.fail(code);
  await turn();
  output.stream.write('late', () => done.push('third'));
  await turn();
  expect(events.filter((event) => event === 'gone')).toHaveLength(1);
  expect(descriptor.calls).toHaveLength(1);
  expect(done).toEqual(['first', 'second', 'third']);
  expect(output.stream.writable).toBe(false);
  expect(output.flushSync('last words')).toBe(false);
});

test('a callback runs once everything before it is written, as Ink’s exit expects', async () => {
  const { output, descriptor } = open();
  const done: string[] = [];
  output.stream.write('frame');
  output.stream.write('', () => done.push('barrier'));
  await turn();
  expect(done).toEqual([]);
  descriptor.take();
  expect(done).toEqual(['barrier']);
  output.stream.write('', 'utf8', () => done.push('alone'));
  await turn();
  expect(done).toEqual(['barrier', 'alone']);
  expect(descriptor.calls).toHaveLength(1);
});

test('size and resize events are those of the terminal', () => {
  const { output, tty } = open();
  const sizes: string[] = [];
  output.stream.on('resize', () => sizes.push(`${output.stream.columns}x${output.stream.rows}`));
  Object.assign(tty, { columns: 120, rows: 40 });
  tty.emit('resize');
  expect(sizes).toEqual(['120x40']);
  output.close();
  expect(tty.listenerCount('resize')).toBe(0);
});

test('it knows which screen is active', () => {
  const { output } = open();
  expect(output.isAlternate).toBe(false);
  output.stream.write('\x1b[?1049h');
  output.stream.write('frame');
  expect(output.isAlternate).toBe(true);
  output.stream.write('\x1b[?1049l');
  expect(output.isAlternate).toBe(false);
});

test('an alternate screen that is on is not entered again, until it was left', () => {
  const path = inFolder('terminal');
  const { output } = open(openSync(path, 'w'), true);
  expect(output.isAlternate).toBe(true);
  for (const bytes of ['\x1b[?1049h', 'frame', '\x1b[?1049l', '\x1b[?1049h']) output.stream.write(bytes);
  output.flushSync();
  expect(readFileSync(path, 'utf8')).toBe('frame\x1b[?1049l\x1b[?1049h');
});

test('flushSync writes pending output in order, then the final text', async () => {
  const path = inFolder('terminal');
  const fd = openSync(path, 'w');
  const { output, descriptor, clock } = open(fd);
  output.stream.write('0123456789');
  await turn();
  descriptor.take(4);
  descriptor.fail('EAGAIN');
  output.stream.write(' waiting');
  expect(output.flushSync(' last')).toBe(true);
  expect(readFileSync(path, 'utf8')).toBe('456789 waiting last');
  expect(output.drained).toBe(true);
  await clock.advance(100);
  expect(descriptor.calls).toHaveLength(2);
  output.stream.write('goes on');
  await turn();
  expect(descriptor.calls.at(-1)!.text).toBe('goes on');
  closeSync(fd);
});

/** A pipe that nobody reads, opened once more by reopenTerminal: it stalls as a terminal does. */
function unreadPipe() {
  const path = inFolder('fifo');
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR);
  const own = reopenTerminal(fd);
  const tty = Object.assign(new EventEmitter(), { columns: 80, rows: 24 }) as unknown as NodeJS.WriteStream;
  return { fd, own, output: createTerminalOutput({ ...own, tty, clock: new FakeClock() }) };
}

test.runIf(process.platform === 'linux')(
  'the descriptor of its own takes what there is room for, and returns',
  async () => {
    const { fd, own, output } = unreadPipe();
    expect(own.fd).not.toBe(fd);
    let isDone = false;
    output.stream.write('x'.repeat(1_000_000), () => {
      isDone = true;
    });
    await turn();
    expect(output.drained).toBe(false);

    const startedMs = performance.now();
    expect(output.flushSync('last')).toBe(false);
    const tookMs = performance.now() - startedMs;
    expect(tookMs).toBeGreaterThan(400);
    console.log(`a flush to a pipe that nobody reads: given up after ${tookMs.toFixed(0)} ms`);
    await turn();
    expect(isDone).toBe(true);
    closeSync(own.fd);
    closeSync(fd);
  },
);

test('if the descriptor cannot be reopened, the given one is written to from another thread', () => {
  expect(reopenTerminal(999_999)).toEqual({ fd: 999_999, write });
});

test('a write in flight while flushing is not written twice', async () => {
  const path = inFolder('terminal');
  const fd = openSync(path, 'w');
  const { output, descriptor, events } = open(fd);
  output.stream.write('in flight');
  await turn();
  output.stream.write('waiting');
  expect(output.flushSync()).toBe(true);
  descriptor.take();
  await turn();
  expect(readFileSync(path, 'utf8')).toBe('waiting');
  expect(descriptor.calls).toHaveLength(1);
  expect(events).toEqual(['drain']);
  closeSync(fd);
});
