import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cases } from '../../test/run/cases.ts';
import { ApiError } from '../client/http/errors.ts';
import type { FakeClock } from '../platform/time/fake-clock.fixture.ts';
import { type Random, seededRandom } from '../platform/time/random.ts';
import { perpMarkets } from '../protocol/endpoints/perp-markets.ts';
import { closePerpPosition } from '../protocol/endpoints/perp-position.ts';
import { evmTokenSwaps } from '../protocol/streams/evm.ts';
import { playThrough, startRecorded, usualStreams, writeRecording } from './recorded-run.fixture.ts';
import { callFault, channelOf, ScriptedService } from './scripted-service.fixture.ts';
import { StepClock, undelayed } from './step-clock.fixture.ts';

const swap = (index: number) => ({
  tokenMint: 'AAA',
  signature: `s${index}`,
  slot: index,
  blockTime: 1,
  isBuy: index % 2 === 0,
  sizeSol: '1',
  sizeUsd: '1',
  priceUsd: '1',
  priceSol: '1',
});
const nameOf = ({ stream, filter }: (typeof usualStreams)[number]) => channelOf({ stream: stream.id, filter });
const channels = usualStreams.map(nameOf);
const say = (service: ScriptedService, index: number, channel = channels[0]) => service.say(channel!, swap(index));

beforeEach(() => vi.stubGlobal('setTimeout', undelayed(setTimeout)));
afterEach(() => vi.unstubAllGlobals());

function setUp(seed = 1) {
  const clock = new StepClock();
  const service = new ScriptedService(clock);
  const run = startRecorded(service, clock, seededRandom(seed));
  return { clock, service, ...run };
}

/** Plays what was recorded and expects the same to be heard again, at the same times. */
async function expectSame(lines: readonly string[], heard: readonly unknown[][]) {
  const played = await playThrough(writeRecording(lines));
  expect(played.diary).toEqual(heard);
  return played;
}

test('events, a drop with its gap and unreadable messages are replayed at their times', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  say(service, 1);
  await clock.advance(500);
  service.text('this is no JSON');
  service.wire?.events.onUnusable('xx', 'a binary frame of 2 bytes');
  service.text({ event: 'update', channel: channels[1], data: '{"tokenMint":7}' });
  service.text({ event: 'update', channel: channels[2], data: { type: 'swap' } });
  await clock.advance(500);
  service.close(4_200, 'please come back');
  await clock.advance(5_000);
  say(service, 2, channels[1]);
  await clock.advance(1_000);
  const heard = end();
  expect(heard.map(([what, second]) => [what, second])).toContainEqual(['gap', 1_500]);
  expect(heard.filter(([name]) => String(name).startsWith('svm')).length).toBeGreaterThan(6);
  const { status, counters } = await expectSame(lines, heard);
  expect(status).toMatchObject({ state: 'failed', reason: expect.stringContaining('the recording ends here') });
  expect(counters).toEqual({ messages: 4, unreadable: 3, reconnects: 1 });
});

test('a dead peer, a missing handshake, refused sessions and a back-off are replayed with their reasons', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  service.isAnsweringPings = false;
  await clock.advance(160_000);
  service.isShakingHands = false;
  service.close(null, 'reset');
  await clock.advance(30_000);
  service.isShakingHands = true;
  service.onSession = () => {
    throw callFault({ status: 503, message: 'be right back' });
  };
  service.close(1_006, '');
  await clock.advance(60_000);
  service.onSession = () => undefined;
  await clock.advance(200_000);
  const heard = end();
  const reasons = heard.filter(([what]) => what === 'status').map(([, , reason]) => String(reason));
  for (const reason of ['no response to a ping', 'reset', 'no handshake in 10 s', 'be right back'])
    expect(reasons.some((text) => text.includes(reason))).toBe(true);
  await expectSame(lines, heard);
});

test('a connection that failed for good stays failed until the recorded retry', async () => {
  const { clock, service, lines, end, manager } = setUp();
  await clock.advance(1_000);
  service.close(4_001, 'app disabled');
  await clock.advance(5_000);
  expect(manager.status().state).toBe('failed');
  await clock.advance(20_000);
  service.appKey = 'app2';
  manager.retryNow();
  await clock.advance(2_000);
  say(service, 3);
  service.close(4_301, 'over');
  await clock.advance(2_000);
  const heard = end();
  const { status } = await playThrough(writeRecording(lines));
  expect(status.reason).toContain('over');
  await expectSame(lines, heard);
});

test('refused streams are refused again, individually if they were', async () => {
  const { clock, service, lines, end } = setUp();
  service.onSession = (asked) => {
    if (asked.some(({ filter }) => filter['tokenAddress'] === 'BBB'))
      throw callFault({ kind: 'validation', outcome: 'rejected', status: 400, message: 'BBB is no token' });
    return undefined;
  };
  let refusals = 0;
  service.onAuth = () => {
    if (refusals++ > 0) return undefined;
    throw callFault({ endpointId: 'ws.auth', kind: 'forbidden', status: 403, message: 'not now' });
  };
  await clock.advance(5_000);
  say(service, 1);
  await clock.advance(1_000);
  const heard = end();
  expect(heard).toContainEqual(['svm.token.swaps BBB', 'refused', 'no session: BBB is no token']);
  await expectSame(lines, heard);
});

/** Anything that can happen to a connection, drawn by chance. */
async function misbehave(service: ScriptedService, clock: FakeClock, random: Random, retry: () => void, index: number) {
  const pick = random.int(14);
  if (pick <= 4) say(service, index, channels[random.int(3)]);
  else if (pick === 5) service.text('{"no":"event"}');
  else if (pick === 6) service.close([4_000, 4_009, 4_100, 4_200, 4_201, 4_300, 1_006][random.int(7)]!, `why ${index}`);
  else if (pick === 7) service.close(null, 'reset');
  else if (pick === 8) service.isShakingHands = random.int(4) > 0;
  else if (pick === 9) service.isAnsweringPings = random.int(3) > 0;
  else if (pick === 10) service.appKey = `app${random.int(3)}`;
  else if (pick === 11) {
    const status = [401, 503, 429][random.int(3)]!;
    const isDown = random.int(2) === 0;
    service.onSession = () => {
      if (isDown) throw callFault({ status, message: `status ${status}` });
      return undefined;
    };
  } else if (pick === 12) retry();
  else await clock.advance(random.int(200_000));
  await clock.advance(random.int(3_000));
}

test('any connection history is replayed in the same order, with the same texts, at the same times', async () => {
  for (let seed = 1; seed <= cases(15, 200); seed++) {
    const { clock, service, lines, end, manager } = setUp(seed);
    const random = seededRandom(seed * 7_919);
    for (let step = 0; step < 60; step++) await misbehave(service, clock, random, () => manager.retryNow(), step);
    // A question without its answer leaves nothing in a recording.
    await clock.advance(100);
    const heard = end();
    const { diary } = await playThrough(writeRecording(lines));
    expect(diary, `seed ${seed}`).toEqual(heard);
  }
});

test('the speed does not change the events', async () => {
  const { clock, service, lines, end } = setUp();
  for (let index = 0; index < 40; index++) {
    await clock.advance(50);
    say(service, index);
  }
  const heard = end();
  const file = writeRecording(lines);
  for (const speed of [100, 17, Number.POSITIVE_INFINITY])
    expect((await playThrough(file, usualStreams, speed)).diary, `speed ${speed}`).toEqual(heard);
});

test('a stream that is not in the recording is refused with a message and does not affect the others', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  say(service, 1);
  end();
  const foreign = { stream: evmTokenSwaps, filter: { chainId: '8453', tokenAddress: '0x1' } };
  const { diary } = await playThrough(writeRecording(lines), [foreign, ...usualStreams.slice(0, 1)]);
  expect(diary).toContainEqual([
    'evm.token.swaps 8453 0x1',
    'refused',
    'no session: this recording does not hold evm.token.swaps chainId=8453 tokenAddress=0x1',
  ]);
  expect(diary).toContainEqual(['svm.token.swaps AAA', 1_000, expect.objectContaining({ signature: 's1' })]);
});

test('some of the streams, in another order, get their own channels', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  say(service, 1, channels[0]);
  say(service, 2, channels[1]);
  end();
  const wanted = [usualStreams[1]!, usualStreams[0]!];
  const { diary } = await playThrough(writeRecording(lines), wanted);
  const events = diary
    .filter(([, atMs]) => atMs === 1_000)
    .map(([name, , event]) => [name, (event as { slot: number }).slot]);
  expect(events).toEqual([
    ['svm.token.swaps AAA', 1],
    ['svm.token.swaps BBB', 2],
  ]);
});

test('every operation except streams is refused, and nothing can be sent', async () => {
  const { clock, lines, end } = setUp();
  await clock.advance(1_000);
  end();
  const { replay } = await playThrough(writeRecording(lines));
  const body = { walletId: 'w', coin: 'BTC', percentage: 50 };
  for (const call of [replay.client.call(closePerpPosition, { body }), replay.client.call(perpMarkets, {})]) {
    const error = await call.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ outcome: 'not-sent', kind: 'not-supported' });
  }
});

test('a retry after the end gives the same end', async () => {
  const { clock, service, lines, end } = setUp();
  await clock.advance(1_000);
  service.onSession = () => {
    throw callFault({ status: 503 });
  };
  service.close(4_100, 'full');
  await clock.advance(30_000);
  end();
  const { status, replay } = await playThrough(writeRecording(lines));
  expect(status).toMatchObject({ state: 'failed', reason: expect.stringContaining('the recording ends here') });
  // Who listens late is told as well.
  await new Promise<void>((resolve) => replay.onEnd(resolve));
});

test('error texts of a file are cleaned', async () => {
  const { clock, service, lines, end } = setUp();
  service.onSession = () => {
    throw callFault({ status: 401, message: 'no\u001b[2J\u202eway' });
  };
  await clock.advance(1_000);
  end();
  const { status } = await playThrough(writeRecording(lines));
  expect(status.reason).toBe('the key was rejected: check the key (no�way)');
});
