import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { type Wanted, WantedStreams } from './channels/wanted-streams.ts';
import { createEmitter } from './emitter.ts';
import { StreamGaps } from './stream-gaps.ts';
import type { StreamGap } from './stream-model.ts';

let clock: FakeClock;
let wanted: WantedStreams;
let gaps: StreamGaps;
let told: StreamGap[];
let isConnected: boolean;
beforeEach(() => {
  clock = new FakeClock(10_000);
  wanted = new WantedStreams();
  told = [];
  isConnected = true;
  const teller = createEmitter((error) => {
    throw error;
  });
  gaps = new StreamGaps({ clock, wanted, teller, isConnected: () => isConnected });
  gaps.onGap((gap) => told.push(gap));
});

const want = (at: number): Wanted => wanted.add(allStreams[at]!, {}, { onEvent: () => {} });

function becomes(stream: Wanted, state: Wanted['state'], reason: string | null = null): void {
  Object.assign(stream, { state, reason });
  gaps.streamMoved(stream);
}

describe('an interruption', () => {
  test('is reported once every stream has a response, from its first start', () => {
    const [one, other] = [want(0), want(1)];
    gaps.begin(4_000, 'lost');
    gaps.begin(7_000, 'lost again');
    becomes(one, 'live');
    expect(told).toEqual([]);
    becomes(other, 'live');
    gaps.tellIfSettled();
    expect(told).toEqual([{ fromMs: 4_000, toMs: 10_000, reason: 'lost', late: null }]);
  });

  test('starts earlier if a later sign shows earlier loss', () => {
    const one = want(0);
    gaps.begin(7_000, 'the clock jumped');
    gaps.begin(4_000, 'lost');
    becomes(one, 'live');
    expect(told).toEqual([{ fromMs: 4_000, toMs: 10_000, reason: 'the clock jumped', late: null }]);
  });

  test('is not reported before the connection is open', () => {
    isConnected = false;
    gaps.begin(4_000, 'lost');
    becomes(want(0), 'live');
    expect(told).toEqual([]);
    isConnected = true;
    gaps.tellIfSettled();
    expect(told).toHaveLength(1);
  });

  test('is longer for the stream that comes back later, and for that one alone', () => {
    const [one, late] = [want(0), want(1)];
    gaps.begin(4_000, 'lost');
    becomes(late, 'refused', 'not now');
    becomes(one, 'live');
    clock.stall(2_000);
    becomes(late, 'live');
    becomes(late, 'live');
    expect(told.map(({ toMs, late: stream }) => [toMs, stream?.id ?? null])).toEqual([
      [10_000, null],
      [12_000, late.stream.id],
    ]);
  });

  test('lasts for a stream that misses the next one too, from the first on', () => {
    const [one, late] = [want(0), want(1)];
    gaps.begin(4_000, 'lost');
    becomes(late, 'refused', 'not now');
    becomes(one, 'live');
    gaps.begin(10_000, 'lost again');
    gaps.tellIfSettled();
    clock.stall(2_000);
    becomes(late, 'live');
    expect(told.at(-1)).toEqual({ fromMs: 4_000, toMs: 12_000, reason: 'lost', late: late.stream });
  });

  test('has no length if the clock was set back', () => {
    gaps.begin(15_000, 'the clock jumped');
    gaps.tellIfSettled();
    expect(told).toEqual([{ fromMs: 10_000, toMs: 10_000, reason: 'the clock jumped', late: null }]);
  });
});

test('an unsubscribed listener is not called', () => {
  const heard: StreamGap[] = [];
  const stop = gaps.onGap((gap) => heard.push(gap));
  stop();
  gaps.begin(1, 'lost');
  gaps.tellIfSettled();
  expect(heard).toEqual([]);
});
