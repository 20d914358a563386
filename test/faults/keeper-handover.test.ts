import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Big from 'big.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Random, seededRandom } from '../../src/platform/time/random.ts';
import { cases, seed } from '../run/cases.ts';
import { quickTwap } from './keeper-plan.ts';
import { buildChild, type Child, KeeperRig } from './keeper-rig.ts';

let folder: string;
let program: string;
let rig: KeeperRig;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keeper-child-'));
  program = await buildChild(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  rig = await KeeperRig.start(program, seed % 1_000);
});
afterEach(() => rig.close());

/** The timers of a child end so many times sooner. */
const speed = 5;
const coins = [
  ['BTC', '0.0002'],
  ['ETH', '0.005'],
] as const;
const plansOf = (count: number, everyMs: number) => coins.map(([coin, sz]) => quickTwap(coin, sz, count, everyMs));

/** Each child of each plan came to the service once, from the process that held the account, and did what it was for. */
async function expectWorkedOnce(): Promise<void> {
  const { arrivals } = rig;
  expect(arrivals.filter(({ sender, holder }) => sender !== holder)).toEqual([]);
  const cloids = arrivals.map(({ cloid }) => cloid);
  expect(new Set(cloids).size).toBe(cloids.length);
  const fills = await rig.fills();
  for (const plan of rig.plans()) {
    for (const { order, key, state, filled } of plan.children) {
      if (order.do !== 'perp' || state === 'not-sent' || state === 'rejected') continue;
      const own = fills.filter(({ cloid }) => cloid === order.cloid);
      const size = own.reduce((sum, { sz }) => sum.plus(sz), new Big(0));
      expect([plan.summary, key, size.toFixed()]).toEqual([plan.summary, key, order.sz]);
      expect(state === 'over' ? filled : order.sz).toBe(order.sz);
    }
  }
}

/** A key of the paper service has 60 executions an hour, so each case has a service of its own. */
const handovers = test.each(Array.from({ length: cases(1, 63) }, (_, index) => index));
const killings = test.each(Array.from({ length: cases(1, 20) }, (_, index) => index));

handovers('%i: an account is handed over and back under load: each child reaches the service once', async () => {
  const desk = await rig.child(speed);
  const keeper = await rig.child(speed);
  await desk.does({ do: 'open' }, 'held');
  await desk.does({ do: 'create', specs: plansOf(29, 300) }, 'created');
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const since = keeper.news.length;
    await keeper.does({ do: 'keep' }, 'ready');
    await rig.order('came');
    const left = await desk.does({ do: 'leave' }, 'left');
    expect(left?.text).toBe('');
    // It works the plans, and hands them over in the middle of it.
    await rig.order('came');
    const held = await desk.does({ do: 'open' }, 'held');
    expect(held?.ms).not.toBeNull();
    times.push(held?.ms ?? 0);
    expect(await keeper.hears('ended', since)).toMatchObject({ text: '0' });
  }
  const senders = new Set(rig.arrivals.map(({ sender }) => sender));
  expect(senders.size).toBe(2);
  await desk.does({ do: 'close' }, 'closed');
  await expectWorkedOnce();
});

type Moment = (rig: KeeperRig, random: Random) => Promise<unknown>;
/** When a process is killed: while it starts, or around an order. The order of the other plan may not have left by then. */
const moments: readonly Moment[] = [
  async () => {},
  (one) => one.order('came'),
  (one) => one.order('answered'),
  (one, random) => one.order('came', 1 + random.int(2)),
  (one, random) => one.order('answered', 1 + random.int(2)),
];

killings(
  '%i: a desk and a keeper are killed by turns at any moment: every plan is complete, and nothing was sent twice',
  async (index) => {
    const random = seededRandom(seed + index);
    const kills = 10;
    const first = await rig.child(speed);
    await first.does({ do: 'open' }, 'held');
    await first.does({ do: 'create', specs: plansOf(29, 60) }, 'created');
    await rig.order('answered');
    await first.kill();
    for (let round = 0; round < kills; round++) {
      const child = await rig.child(speed);
      child.asks({ do: round % 2 === 0 ? 'keep' : 'open' });
      await moments[round % moments.length]!(rig, random);
      await child.kill();
    }
    const last = await rig.child(speed);
    await last.does({ do: 'open' }, 'held');
    last.asks({ do: 'settle', cloids: rig.arrivals.map(({ cloid }) => cloid) });
    await last.hears('over');
    expect(rig.plans().map(({ state, why }) => [state, why])).toEqual(coins.map(() => ['done', 'filled']));
    await expectWorkedOnce();
    for (const { children, spec } of rig.plans())
      expect(children.map(({ state }) => state)).toEqual(Array(Object(spec).slices.length).fill('over'));
  },
);

test('two desks and a keeper fight for one account: only who holds it sends', async () => {
  const rounds = 4;
  const keeper = await rig.child(speed);
  const desks = [await rig.child(speed), await rig.child(speed)];
  await desks[0]!.does({ do: 'open' }, 'held');
  await desks[0]!.does({ do: 'create', specs: plansOf(29, 300) }, 'created');
  let isOver = false;
  const keeps = async (): Promise<void> => {
    while (!isOver) await keeper.does({ do: 'keep' }, 'ended');
  };
  const fights = async (desk: Child, isOpen: boolean): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      if (!isOpen || round > 0) await desk.does({ do: 'open' }, 'held');
      // The plans may be done before the fight is.
      await Promise.race([rig.order('came'), desk.hears('over')]);
      await desk.does({ do: 'leave' }, 'left');
    }
  };
  void keeps();
  await Promise.all([fights(desks[0]!, true), fights(desks[1]!, false)]);
  isOver = true;
  expect(new Set(rig.arrivals.map(({ sender }) => sender)).size).toBeGreaterThan(1);
  await Promise.all([keeper, ...desks].map((child) => child.kill()));
  await expectWorkedOnce();
});
