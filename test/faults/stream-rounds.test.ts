import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/platform/time/clock.ts';
import { type Random, seededRandom } from '../../src/platform/time/random.ts';
import { cases, isSoak, seed } from '../run/cases.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { Toxics } from './fault-proxy-pipe.ts';
import { type StreamPaper, startStreamPaper } from './stream-paper.ts';
import { openRig, type StreamRig } from './stream-rig.ts';
import type { Want } from './stream-wants.ts';

/** Each round has its own seed, from the run's on: SWAPDECK_SEED=<seed of one> plays that one first. */
const rounds = Array.from({ length: cases(3, 40) }, (_, index) => seed + index);
const publishEveryMs = 10;
const strikesPerRound = 3;
/** Slow enough that no answer of a healthy service takes the 10 s that it may take. */
const usualSpeed = 5;

let paper: StreamPaper;
let rig: StreamRig | undefined;
let stopPublishing = () => {};
beforeAll(async () => {
  paper = await startStreamPaper();
});
afterEach(async () => {
  stopPublishing();
  await rig?.close();
});
afterAll(async () => {
  await paper?.service.close();
  expect(paper?.faults).toEqual([]);
});

test('after faults at random all stands again, and nothing is missing outside of a gap', async () => {
  for (const round of rounds) {
    rig = await openRig(paper, { seed: round, tokenCount: 1 + (round % 8), speed: usualSpeed });
    await playRound(rig, seededRandom(round));
    for (const want of rig.wants) expectCovered(want, rig, round);
    await rig.close();
    rig = undefined;
  }
  if (isSoak) console.log(`${rounds.length} rounds of ${strikesPerRound} strikes`);
}, 600_000);

async function playRound(rig: StreamRig, random: Random): Promise<void> {
  await rig.expectSound(0);
  stopPublishing = publishNumbers(rig);
  for (let strike = 0; strike < strikesPerRound; strike++) {
    for (const proxy of [rig.calls, rig.socket])
      for (const direction of ['up', 'down'] as const) proxy.set(direction, draw(random, weathers)(random));
    await draw(random, strikes)(rig, random);
    // The second falls on a connection that is being made, or on one that is as good as made.
    if (random.next() < 0.5) await draw(random, strikes)(rig, random);
    await heal(rig);
    await rig.until(() => rig.stands(), 'connected with all channels live');
  }
  stopPublishing();
  await rig.expectSound(null);
}

const draw = <T>(random: Random, items: readonly T[]): T => items[random.int(items.length)]!;

const weathers: readonly ((random: Random) => Toxics)[] = [
  () => ({}),
  (random) => ({ latencyMs: random.int(40), jitterMs: random.int(40) }),
  (random) => ({ sliceBytes: 1 + random.int(30) }),
  (random) => ({ bytesPerSecond: 20_000 + random.int(100_000) }),
  (random) => ({ slowCloseMs: random.int(50) }),
];

type Strike = (rig: StreamRig, random: Random) => Promise<void>;

const isDown = ({ manager }: StreamRig) => manager.status().state !== 'connected';
const untilDown = (rig: StreamRig) => rig.until(() => isDown(rig), 'aware of the fault');
const resetAll = ({ connections }: FaultProxy) => {
  for (const connection of connections) connection.reset();
};

const strikes: readonly Strike[] = [
  async function cut(rig) {
    resetAll(rig.socket);
    await untilDown(rig);
  },
  async function cutAtBytes(rig, random) {
    for (let count = 1 + random.int(3); count > 0; count--)
      rig.socket.planReset(draw(random, ['up', 'down']), random.int(1_500));
    await cutAndRetry(rig);
  },
  async function cutOfCalls(rig, random) {
    resetAll(rig.calls);
    for (let count = 1 + random.int(3); count > 0; count--)
      rig.calls.planReset(draw(random, ['up', 'down']), random.int(1_500));
    await cutAndRetry(rig);
  },
  async function refusal(rig, random) {
    const proxies = draw(random, [[rig.calls], [rig.socket], [rig.calls, rig.socket]]);
    for (const proxy of proxies) {
      await proxy.refuse(true);
      resetAll(proxy);
    }
    resetAll(rig.socket);
    await untilDown(rig);
    const { attempt } = rig.manager.status();
    const more = 1 + random.int(5);
    await rig.until(() => rig.manager.status().attempt > attempt + more, 'trying again');
  },
  async function silence(rig, random) {
    // Not up alone: events that still come are a sign of life.
    for (const direction of draw(random, [['down'], ['up', 'down']] as const))
      rig.socket.set(direction, { isBlackHole: true });
    rig.clock.setSpeed(200);
    await untilDown(rig);
    rig.clock.setSpeed(usualSpeed);
    await heal(rig);
  },
];

/** Until the plans have struck: each costs an attempt, but for those at bytes that no connection comes to. */
async function cutAndRetry(rig: StreamRig): Promise<void> {
  resetAll(rig.socket);
  await untilDown(rig);
  const { attempt } = rig.manager.status();
  await rig.until(() => rig.stands() || rig.manager.status().attempt > attempt + 3, 'as far as the plans let it');
}

/** Ends the faults. What hangs on a connection that fell into a hole is over by its own time-out, in fast motion. */
async function heal(rig: StreamRig): Promise<void> {
  await Promise.all([rig.calls.heal(), rig.socket.heal()]);
  const isTorn = () => rig.socket.connections.some((connection) => connection.isTorn);
  if (!isTorn()) return;
  rig.clock.setSpeed(200);
  const stopWatching = rig.socket.onChange(() => {
    if (!isTorn()) rig.clock.setSpeed(usualSpeed);
  });
  await rig.until(() => !isTorn(), 'rid of the torn socket');
  stopWatching();
}

/** Publishes 0, 1, 2 … to all wants. Returns the function that ends it. */
function publishNumbers(to: StreamRig): () => void {
  let count = 0;
  const next = () => {
    to.publish(String(count++));
    timer = systemClock.setTimeout(next, publishEveryMs);
  };
  let timer = systemClock.setTimeout(next, publishEveryMs);
  return () => systemClock.clearTimeout(timer);
}

/** In order, none twice; and where some are missing, a gap of that time was reported. */
function expectCovered({ name, heard }: Want, { gaps }: StreamRig, round: number): void {
  const numbered = heard.filter(({ mark }) => /^\d+$/.test(mark));
  for (const [index, { mark, atMs }] of numbered.entries()) {
    const before = numbered[index - 1];
    if (!before || Number(mark) === Number(before.mark) + 1) continue;
    const what = `SWAPDECK_SEED=${round}, ${name}: ${before.mark} at ${before.atMs}, then ${mark} at ${atMs}`;
    expect(Number(mark), what).toBeGreaterThan(Number(before.mark));
    const covering = gaps.filter(({ fromMs, toMs }) => fromMs <= atMs && toMs >= before.atMs);
    expect(covering, `${what}; gaps ${JSON.stringify(gaps)}`).not.toEqual([]);
  }
}
