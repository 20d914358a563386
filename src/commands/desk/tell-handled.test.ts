import { EventEmitter } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { FrameScheduler } from '../../ui/desk/frame-scheduler.ts';
import { type Handled, handledChannel, tellHandled } from './tell-handled.ts';

const told: unknown[] = [];
const hear = (message: unknown): void => void told.push(message);
afterEach(() => {
  handledChannel.unsubscribe(hear);
  told.length = 0;
});

/** A desk whose frames are published manually, and whose terminal accepts them on request. */
function openDesk() {
  const timers: (() => void)[] = [];
  const flushes: (() => void)[] = [];
  const input = { bytes: 0, isHolding: false, listeners: [] as (() => void)[] };
  const scheduler = new FrameScheduler({
    monotonic: () => 0,
    setTimeout: (run) => timers.push(run),
    setImmediate: (run) => run(),
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
    tty,
    scheduler,
    start,
    flushes,
    reads: (bytes: number, isHolding = false) => {
      Object.assign(input, { bytes: input.bytes + bytes, isHolding });
      for (const listener of input.listeners) listener();
    },
    publishes: () => timers.splice(0).forEach((run) => void run()),
    /** The terminal accepts what was written, until nothing is waiting. */
    takes: async () => {
      for (let turns = 0; turns < 8; turns++) {
        flushes.splice(0).forEach((taken) => void taken());
        await new Promise(setImmediate);
      }
    },
  };
}

const handled = (bytes: number, isHolding = false): Handled => ({ bytes, isHolding });

test('without a listener nothing is done', () => {
  const desk = openDesk();
  desk.start();
  desk.reads(1);
  expect(desk.flushes).toEqual([]);
  expect(desk.tty.listenerCount('resize')).toBe(0);
});

test('a key is reported once its frame is published and written', async () => {
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

test('later keys are reported with it once they are drawn', async () => {
  handledChannel.subscribe(hear);
  const desk = openDesk();
  desk.start();
  desk.reads(1);
  desk.reads(2, true);
  await desk.takes();
  expect(told).toEqual([handled(3, true)]);
});

test('a resize is reported like a key', async () => {
  handledChannel.subscribe(hear);
  const desk = openDesk();
  desk.start();
  await desk.takes();
  desk.tty.emit('resize');
  await desk.takes();
  expect(told).toEqual([handled(0), handled(0)]);
});
