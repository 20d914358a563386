import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import type { StreamListener, StreamManager } from '../../client/streams/stream-model.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import type { AnyStream } from '../../protocol/stream.ts';
import { svmTokenSwaps } from '../../protocol/streams/svm.ts';
import { followStream } from './follow-stream.ts';

function scene(limitMs: number | null = null) {
  const listeners: StreamListener<AnyStream>[] = [];
  let isStopped = false;
  // The manager has tests of its own; here only what it delivers counts.
  const manager = {
    subscribe: (_: AnyStream, __: unknown, listener: StreamListener<AnyStream>) => void listeners.push(listener),
    channels: () => [{ channel: 'swaps;x' }],
    onStatus: () => () => {},
    onGap: () => () => {},
    start: () => {},
    stop: () => {
      isStopped = true;
    },
  } as unknown as StreamManager;
  const clock = new FakeClock(0);
  const stdout = new PassThrough() as unknown as NodeJS.WriteStream;
  let stderr = '';
  const following = followStream(manager, { stream: svmTokenSwaps, filter: {} }, limitMs, {
    clock,
    signal: new AbortController().signal,
    stdout,
    stderr: { write: (text: string) => (stderr += text) } as unknown as NodeJS.WriteStream,
  });
  const event = (data: unknown) => listeners[0]!.onEvent(data as never, 1_000);
  return {
    ...following,
    clock,
    stdout,
    event,
    stderr: () => stderr,
    isStopped: () => isStopped,
    listener: listeners[0]!,
  };
}

function takeAll(stdout: NodeJS.WriteStream): string {
  let taken = '';
  for (let chunk = stdout.read(); chunk !== null; chunk = stdout.read()) taken += String(chunk);
  return taken;
}

test('an event that cannot be read keeps its line, and a hostile one cannot control the terminal', async () => {
  const { stdout, event } = scene();
  event({ unreadable: 'isBuy: expected a boolean' });
  event({ tradeSource: '\u009b2J' });
  const lines = takeAll(stdout).trimEnd().split('\n');
  const base = { time: '1970-01-01T00:00:01.000Z', stream: 'svm.token.swaps', channel: 'swaps;x' };
  expect(JSON.parse(lines[0]!)).toEqual({ ...base, unreadable: 'isBuy: expected a boolean' });
  expect(lines[1]).toContain('\\u009b2J');
});

test('a reader that stops reading loses events and learns how many', () => {
  const { stdout, event, stderr } = scene();
  const large = { text: 'x'.repeat(1_000_000) };
  for (let count = 0; count < 12; count++) event(large);
  expect(stdout.writableLength + stdout.readableLength).toBeLessThan(10_000_000);
  expect(stderr()).toBe('');
  takeAll(stdout);
  event({ last: true });
  expect(stderr()).toMatch(/^The reader is too slow: \d events were left out\.\n$/);
  expect(takeAll(stdout)).toContain('"last":true');
});

test('the time limit ends it and stops the connection', async () => {
  const { ended, clock, isStopped } = scene(5_000);
  await clock.advance(4_999);
  expect(isStopped()).toBe(false);
  await clock.advance(1);
  expect(await ended).toBeNull();
  expect(isStopped()).toBe(true);
});

test('a refused channel ends it with the reason', async () => {
  const { ended, listener } = scene();
  listener.onState!('refused', 'not authorised');
  expect(await ended).toBe('it was refused: not authorised');
});
