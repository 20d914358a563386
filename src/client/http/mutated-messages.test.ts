import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answersOf } from '../../../test/run/answers-of.ts';
import { cases, seed } from '../../../test/run/cases.ts';
import { hostileText } from '../../../test/run/hostile-text.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { allEndpoints } from '../../protocol/endpoint-list.ts';
import { allStreams } from '../../protocol/stream-list.ts';
import { createPusherSocket } from '../streams/connection/pusher-socket.ts';
import type { WireEvents } from '../streams/connection/wire.ts';
import { ApiError, UnreadableResponseError } from './errors.ts';
import { readFailure, readSuccess } from './read-response.ts';

const { next } = seededRandom(seed);
const below = (bound: number): number => Math.floor(next() * bound);
const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
const answerOf = answersOf(hostileText, hostileText);
const made = (schema: (typeof allEndpoints)[number]['response']): unknown =>
  fc.sample(answerOf(schema), { numRuns: 1, seed: below(2 ** 31) })[0];

const morsels = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  'null',
  'true',
  '-',
  '1e999',
  '-1e999',
  '0x1',
  '1'.repeat(400),
  '"__proto__":',
  '"constructor":',
  '\\u0000',
  '\\ud800',
  '\u0000',
  '\u009b',
  '\ufeff',
  '['.repeat(5_000),
  '"event":"pusher:error"',
  '"code":4009',
  '"data":null',
  '"channel":7',
  '{"a":'.repeat(2_000),
];

/** Applies one to four deletions, replacements or repetitions. */
function mutated(text: string): string {
  for (let bites = 1 + below(4); bites > 0; bites--) {
    const [from, to] = [below(text.length + 1), below(text.length + 1)].sort((a, b) => a - b) as [number, number];
    const middle = pick([
      () => '',
      () => pick(morsels),
      () => text.slice(from, to).repeat(2),
      () => String.fromCharCode(below(0x1_0000)),
    ])();
    const end = next() < 0.5 ? from : Math.min(to, from + 20);
    text = (text.slice(0, from) + middle + text.slice(end)).slice(0, 20_000);
  }
  return text;
}

/** Counts texts that must not be read as numbers, anywhere. */
function notNumbers(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? 0 : 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + notNumbers(inner), 0);
}

function heapAfterCollection(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test('any mutated response is read, unreadable, or a failure with a code', async () => {
  const answers = allEndpoints.map((endpoint) => ({
    endpoint,
    texts: [
      JSON.stringify({
        data: made(endpoint.response),
        requestId: 'r',
        pagination: { hasMore: true, limit: 1, page: 1 },
      }),
      JSON.stringify({ error: { code: 'C', message: 'm', details: { scope: 'read:x' } }, requestId: 'r' }),
    ],
  }));
  const before = heapAfterCollection();
  const counts = { read: 0, unreadable: 0, failed: 0 };
  for (let run = 0; run < cases(3_000, 500_000); run++) {
    const { endpoint, texts } = pick(answers);
    const answer = { status: 200, headers: new Headers(), text: mutated(pick(texts)) };
    try {
      const { data } = await readSuccess(endpoint, answer);
      // Settings are passed on as received, to be written back.
      if (!/^account\.(updateS|s)ettings$/.test(endpoint.id)) expect(notNumbers(data)).toBe(0);
      counts.read++;
    } catch (error) {
      if (!(error instanceof UnreadableResponseError)) throw error;
      counts.unreadable++;
    }
    const failure = readFailure(endpoint, { ...answer, status: pick([400, 403, 429, 500, 503]) }, 0);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure.code).not.toBe('');
    counts.failed++;
  }
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(100);
  expect(heapAfterCollection() - before).toBeLessThan(50_000_000);
});

test('after any mutated frame, the next good one is received', () => {
  const frames = allStreams.map(({ id, payload }) => ({
    payload,
    text: JSON.stringify({ event: 'update', channel: id, data: JSON.stringify(made(payload)) }),
  }));
  const handshake = { event: 'pusher:connection_established', data: '{"socket_id":"1.2","activity_timeout":120}' };
  const good = JSON.stringify({ event: 'good', channel: 'c', data: '{}' });
  const counts = { frames: 0, bad: 0, closes: 0, good: 0 };
  const connect = () => {
    let wire: WireEvents | null = null;
    const state = { isOver: false };
    const socket = createPusherSocket((_url, events) => {
      wire = events;
      return { send: () => {}, terminate: () => {} };
    })(
      { host: '127.0.0.1', port: 1, tls: false, appKey: 'key' },
      {
        onOpen: () => {},
        onText: () => {},
        onClose: () => {
          counts.closes++;
          state.isOver = true;
        },
        onBadFrame: () => counts.bad++,
        onFrame: ({ event, data }) => {
          counts[event === 'good' ? 'good' : 'frames']++;
          expect(notNumbers(pick(frames).payload.safeParse(data).data)).toBe(0);
        },
      },
    );
    wire!.onOpen();
    wire!.onText(JSON.stringify(handshake));
    return { socket, wire: wire!, state };
  };
  const before = heapAfterCollection();
  let open = connect();
  for (let run = 0; run < cases(3_000, 500_000); run++) {
    open.wire.onText(mutated(pick(frames).text));
    const heard = counts.good;
    open.wire.onText(good);
    if (open.state.isOver) open = connect();
    else expect(counts.good).toBe(heard + 1);
  }
  open.socket.terminate();
  expect(Math.min(counts.frames, counts.bad, counts.good)).toBeGreaterThan(100);
  expect(heapAfterCollection() - before).toBeLessThan(50_000_000);
});
