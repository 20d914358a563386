import Big from 'big.js';
import { expect, test } from 'vitest';
import { cases, seed } from '../../../test/run/cases.ts';
import { isUnfound } from '../../plans/cancelling.ts';
import { planKinds } from '../../plans/kinds/kinds.ts';
import type { PlanSpec } from '../../plans/plan.ts';
import type { SpotFacts } from '../../plans/plan-kind.ts';
import { type Random, seededRandom } from '../../platform/time/random.ts';
import { jup, usdc } from '../../stores/desk-data.fixture.ts';
import { SpotDesk } from './spot-desk.fixture.ts';
import { SpotWeather } from './spot-weather.fixture.ts';

const lives = cases(60, 10_000);
const facts: SpotFacts = {
  kind: 'spot',
  chain: 'solana',
  input: { address: jup, symbol: 'JUP', decimals: 6 },
  output: { address: usdc, symbol: 'USDC', decimals: 6 },
  inputUsd: new Big(1),
  outputUsd: new Big(1),
  balance: 100_000_000n,
};

interface Play {
  readonly spec: PlanSpec;
  /** Least time between two swaps, and what a sleep is measured by, ms. */
  readonly everyMs: number;
  /** Whether everything has to be sold when it is done. */
  readonly sellsAll: boolean;
}

function specOf(
  kind: 'dca' | 'swap-twap' | 'oco' | 'ladder',
  values: Record<string, string>,
  random: Random,
): PlanSpec {
  const built = planKinds[kind].build(values, facts, random.next);
  if ('problem' in built) throw new Error(built.problem);
  return built.spec;
}

const amountOf = (random: Random): string => `${5 + random.int(20)}.${1 + random.int(999_999)}`;

const plays: Readonly<Record<string, (random: Random) => Play>> = {
  dca: (random) => {
    const isByTime = random.next() < 0.2;
    const amount = 5 + random.int(10);
    const times = isByTime ? '4m' : random.next() < 0.5 ? `${2 + random.int(3)}` : '';
    const values = { amount: `${amount}`, every: '1m', times, budget: `${amount * 2 + 1}.5`, slippage: '1' };
    return { spec: specOf('dca', values, random), everyMs: 60_000, sellsAll: !isByTime };
  },
  'swap-twap': (random) => {
    const count = 3 + random.int(3);
    const values = { amount: amountOf(random), over: `${count * 30}s`, count: `${count}`, jitter: '40', slippage: '1' };
    return { spec: specOf('swap-twap', values, random), everyMs: 30_000, sellsAll: false };
  },
  oco: (random) => {
    const values = { amount: amountOf(random), profit: '1.3', stop: '0.7', expiry: '24', slippage: '1' };
    return { spec: specOf('oco', values, random), everyMs: 60_000, sellsAll: false };
  },
  ladder: (random) => {
    const levels = random.next() < 0.5 ? '1.2x 1.5x 2x' : '1.1x:33% 1.3x:33% 4x:13%';
    const values = { amount: amountOf(random), levels, expiry: '24', slippage: '1' };
    return { spec: specOf('ladder', values, random), everyMs: 60_000, sellsAll: false };
  },
};

/** What has to hold at every moment of a life, and at its end. */
class Watch {
  readonly #desk: SpotDesk;
  readonly #weather: SpotWeather;
  readonly #play: Play;
  readonly #target: bigint;
  #sent = 0;

  constructor(desk: SpotDesk, weather: SpotWeather, play: Play) {
    this.#desk = desk;
    this.#weather = weather;
    this.#play = play;
    const kind = planKinds[play.spec.kind as 'dca'];
    this.#target = BigInt(kind.target(play.spec as never).size);
  }

  always(): void {
    const { tasks, triggers } = this.#desk.service;
    // A key whose swap is proven to have failed may be sent again.
    const tags = [...tasks.filter(({ status }) => status !== 'failed'), ...triggers].map(({ tag }) => tag);
    expect(new Set(tags).size, 'a key arrived twice').toBe(tags.length);
    this.#spacing();
    if (this.#play.spec.kind === 'oco') return this.#oneOfTwo();
    const { done, mayBe } = this.#desk.service.sold();
    const open = triggers.filter(({ status }) => status === 'active' || status === 'triggered');
    const resting = open.reduce((sum, { amount }) => sum + amount, 0n);
    expect(done + mayBe + resting <= this.#target, 'it may sell more than its target').toBe(true);
  }

  /** Nothing leaves while the plan is paused. `isPaused`: all the time since the last call. */
  quiet(isPaused: boolean): void {
    const { length } = this.#desk.sent;
    if (isPaused) expect(length, 'it sent while it was paused').toBe(this.#sent);
    this.#sent = length;
  }

  /** No burst, neither after sleep nor after a kill. A change of the wall clock excuses one swap. */
  #spacing(): void {
    const swaps = this.#desk.sent.filter(({ id }) => id === 'swap.execute');
    const close = swaps.filter(({ tag, leftAtMs }, index) => {
      const before = swaps[index - 1];
      // The same key is sent again only if it was proven not to be done.
      return before && before.tag !== tag && leftAtMs - before.leftAtMs < this.#play.everyMs / 2;
    });
    expect(close.length, 'swaps too close to each other').toBeLessThanOrEqual(this.#weather.jumps);
  }

  #oneOfTwo(): void {
    const { service, clock, plan, context } = this.#desk;
    const fired = service.triggers.find(({ firedAtMs, status }) => firedAtMs !== null && status !== 'failed');
    const isHeld = plan.state !== 'active' || plan.children.some(({ state }) => state === 'unknown');
    // An order whose id a change of the clock hides is for a person.
    const isHidden = this.#weather.jumps > 0 && plan.children.some(isUnfound);
    if (!fired || isHeld || isHidden || context.trading.getState().mode === 'halted') return;
    const sinceMs = clock.monotonic() - Math.max(fired.firedAtMs ?? 0, this.#weather.troubledAtMs);
    const left = service.triggers.filter(({ status }) => status === 'active');
    if (sinceMs > 60_000) expect(left, 'the other order is open').toEqual([]);
  }

  /** A plan that is being cancelled has had time for it, before the price moves. */
  cancelled(): void {
    const { plan, service } = this.#desk;
    const isHidden = this.#weather.jumps > 0 && plan.children.some(isUnfound);
    if (plan.state !== 'cancelling' || isHidden) return;
    expect(
      service.triggers.filter(({ status }) => status === 'active'),
      'orders of a cancelled plan',
    ).toEqual([]);
  }

  /** The plan is over: what it says that it sold is what the service sold. */
  atEnd(): void {
    const { plan, service, context } = this.#desk;
    const said = plan.children.reduce((sum, { state, filled }) => (state === 'over' ? sum + BigInt(filled) : sum), 0n);
    const { done } = service.sold();
    const what = context.plans.getState().now[plan.id]?.what ?? '';
    expect(plan.state, `it has not ended: ${plan.why} ${what}`).toMatch(/done|cancelled/);
    // An order without an id is left to the person.
    if (plan.leavesOrders) return expect(this.#weather.jumps, 'it lost an id').toBeGreaterThan(0);
    expect(said, 'what it says that it sold').toBe(done);
    if (plan.state === 'cancelled' || this.#play.spec.kind === 'oco')
      expect(service.triggers.filter(({ status }) => status === 'active')).toEqual([]);
    if (plan.state === 'cancelled') return;
    if (this.#play.sellsAll) expect(done, 'the budget is exact').toBe(this.#target);
    if (this.#play.spec.kind === 'ladder') {
      const placed = service.triggers.reduce((sum, { amount }) => sum + amount, 0n);
      expect(placed, 'its shares add up').toBe(this.#target);
    }
  }
}

async function live(kind: string, lifeSeed: number): Promise<void> {
  const random = seededRandom(lifeSeed);
  const desk = new SpotDesk();
  const play = plays[kind]!(random);
  const id = desk.create(play.spec);
  const weather = new SpotWeather(desk, random, play.everyMs);
  const watch = new Watch(desk, weather, play);
  const cancelsAt = random.next() < 0.2 ? random.int(15) : -1;
  weather.begin();
  for (let step = 0; step < 15; step++) {
    if (step === cancelsAt) desk.plans.cancel(id, false);
    await weather.step(id);
    watch.always();
  }
  weather.end();
  for (let turn = 0; turn < 140 && desk.plan.endedAtMs === null; turn++) {
    // A request that left before the end of the weather may still kill.
    if (desk.isDead) desk.restart();
    desk.settleAll();
    // Above every level at first; later below the stop that may be left.
    if (turn === 10) watch.cancelled();
    if (turn > 10) desk.service.price = new Big(turn < 80 ? 10 : 0.1);
    const isPaused = desk.plan.state === 'paused';
    watch.quiet(false);
    await desk.pass(10_000, 5_000);
    watch.always();
    watch.quiet(isPaused);
    // What has no id by now has none because the clock was changed.
    if (turn > 5 && desk.plan.state !== 'active' && desk.plan.children.some(isUnfound)) desk.plans.cancel(id, true);
    else if (desk.plan.state === 'cancelling') desk.plans.cancel(id, false);
    else desk.plans.resume(id);
  }
  watch.atEnd();
}

test.each(Object.keys(plays))(
  'a %s plan sends nothing twice, loses nothing and keeps to its bounds, whatever happens',
  async (kind) => {
    for (let life = 0; life < lives; life++) {
      const lifeSeed = (seed + life * 7_919) >>> 0;
      await live(kind, lifeSeed).catch((error: unknown) => {
        throw new Error(`life ${life} (seed ${lifeSeed}): ${String(error)}`, { cause: error });
      });
    }
  },
);
