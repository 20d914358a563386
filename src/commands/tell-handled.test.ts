import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { FrameScheduler } from '../ui/frame-scheduler.ts';
import { type Handled, handledChannel, tellHandled } from './tell-handled.ts';

const told: unknown[] = [];
const hear = (message: unknown): void => void told.push(message);
afterEach(() => {
  handledChannel.unsubscribe(hear);
  told.length = 0;
});

/** A desk whose frames are published by hand, and whose terminal takes them when it is told to. */
function openDesk() {
  const timers: (() => void)[] = [];
  const flushes: (() => void)[] = [];
  const input = { bytes: 0, isHolding: false, listeners: [] as (() => void)[] };
  const scheduler = new FrameScheduler({
    monotonic: () => 0,
    setTimeout: (run) => timers.push(run),
    isDrained: () => true,
    onDrain: () => {},
  });
  const tty = new EventEmitter();
  const start = (): void =>
    tellHandled({
      input: Object.assign(input, { onRead: (listener: () => void) => void input.listeners.push(listener) }),
      tty: tty as never,
      scheduler,
      flush: () => new Promise((resolve) => flushes.push(resolve)),
    });
  return {
    ...{ tty, scheduler, start, flushes },
    reads: (bytes: number, isHolding = false) => {
      Object.assign(input, { bytes: input.bytes + bytes, isHolding });
      for (const listener of input.listeners) listener();
    },
    publishes: () => timers.splice(0).forEach((run) => void run()),
    /** The terminal takes what was written, until nothing more waits for it. */
    takes: async () => {
      for (let turns = 0; turns < 8; turns++) {
        flushes.splice(0).forEach((taken) => void taken());
        await new Promise(setImmediate);
      }
    },
  };
}

const handled = (bytes: number, isHolding = false): Handled => ({ bytes, isHolding });

test('nothing is done where nobody listens', () => {
  const desk = openDesk();
  desk.start();
  desk.reads(1);
  expect(desk.flushes).toEqual([]);
  expect(desk.tty.listenerCount('resize')).toBe(0);
});

test('a key is told when its frame has been published and taken', async () => {
  handledChannel.subscribe(hear);
  const desk = openDesk();
  desk.start();
  await desk.takes();
  expect(told).toEqual([handled(0)]);
  desk.scheduler.request();
  desk.reads(1);
  await desk.takes();
  expect(told).toHaveLength(1);
  desk.publishes();
  await desk.takes();
  expect(told.slice(1)).toEqual([handled(1)]);
});

test('keys that come meanwhile are told with it, once they are drawn too', async () => {
  handledChannel.subscribe(hear);
  const desk = openDesk();
  desk.start();
  desk.reads(1);
  desk.reads(2, true);
  await desk.takes();
  expect(told).toEqual([handled(3, true)]);
});

test('a resize is told like a key', async () => {
  handledChannel.subscribe(hear);
  const desk = openDesk();
  desk.start();
  await desk.takes();
  desk.tty.emit('resize');
  await desk.takes();
  expect(told).toEqual([handled(0), handled(0)]);
});
