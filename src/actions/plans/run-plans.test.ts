import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import type { ScaleSpec } from '../../plans/kinds/scale.ts';
import type { TwapSpec } from '../../plans/kinds/twap.ts';
import type { PlanSpec } from '../../plans/plan.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { fakeContext, memoryJournal } from '../pipeline/fake-context.fixture.ts';
import { startPipeline } from '../pipeline/start-pipeline.ts';
import { FakeVenue } from './fake-venue.fixture.ts';
import { bindPlanActions } from './plan-actions.ts';
import { PlanRunner } from './run-plans.ts';

const twap = (over: Partial<TwapSpec> = {}): TwapSpec => ({
  kind: 'twap',
  coin: 'BTC',
  isBuy: true,
  reduceOnly: false,
  slices: [0, 60_000, 120_000].map((afterMs) => ({ sz: '0.1', afterMs })),
  everyMs: 60_000,
  limitPx: null,
  slippageBps: 50,
  szDecimals: 3,
  ...over,
});

const scale: ScaleSpec = {
  kind: 'scale',
  coin: 'BTC',
  isBuy: true,
  reduceOnly: false,
  levels: ['99', '98', '97'].map((px) => ({ px, sz: '0.2' })),
};

/** A desk with plans on the fake venue. `restart` is a new process on what this one left on disk. */
function rig(
  venue?: FakeVenue,
  file = memoryJournal(),
  before?: ReturnType<typeof fakeContext>,
  journal = memoryJournal(),
) {
  const answers = (id: string, input: unknown): unknown => market.answer(id, input);
  const fake = before ? before.restart(answers) : fakeContext(answers, { clock: new FakeClock(), journal });
  const { context, clock } = fake;
  const market = venue ?? new FakeVenue(clock);
  context.session.setState({ accountId: 'https://api.example.com:443 user u1' });
  startPipeline(context);
  context.book.load(file);
  const runner = new PlanRunner(context);
  const plans = bindPlanActions(context);
  const create = (spec: PlanSpec) => {
    const made = plans.create({
      walletId: 'wal_perp',
      summary: 'a plan',
      spec,
      caps: { operations: 100, usd: null },
      arrivalPx: '100',
    });
    if ('why' in made) throw new Error(made.why);
    return made.id;
  };
  const plan = () => context.plans.getState().plans[0]!;
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 500) {
      fake.readAll();
      await clock.advance(Math.min(left, 500));
    }
  };
  return { ...fake, venue: market, runner, plans, create, plan, pass, restart: () => rig(market, file, fake) };
}

describe('a scale', () => {
  test('places each level once, and is done when none is open', async () => {
    const { create, pass, plan, venue } = rig();
    create(scale);
    await pass(10_000);
    expect(venue.arrived.map(({ body }) => body['limitPx'])).toEqual(['99', '98', '97']);
    venue.moveTo(new Big(90));
    await pass(5_000);
    expect(plan()).toMatchObject({ state: 'done', children: [{ state: 'over', filled: '0.2' }, {}, {}] });
    expect(venue.positionOf('BTC').toFixed()).toBe('0.6');
  });

  test('cancels what rests when it is cancelled', async () => {
    const { create, pass, plan, plans, venue } = rig();
    const id = create(scale);
    await pass(10_000);
    venue.moveTo(new Big('98.9'));
    await pass(2_000);
    expect(plans.cancel(id, false)).toBeNull();
    await pass(15_000);
    expect(plan()).toMatchObject({ state: 'cancelled' });
    expect(venue.orders.filter(({ isOpen }) => isOpen)).toEqual([]);
    expect(venue.positionOf('BTC').toFixed()).toBe('0.2');
  });
});

test('what the desk itself refuses to send pauses the plan, and is not tried again', async () => {
  const { create, pass, plan, venue } = rig();
  create({ ...scale, levels: [{ px: '99', sz: '1e5' }] });
  await pass(30_000);
  expect(plan()).toMatchObject({ state: 'paused', pausedBy: 'plan', children: [{ state: 'not-sent', attempt: 1 }] });
  expect(venue.arrived).toEqual([]);
});

test('plans of one market share the read of its book, and those that need no price read none', async () => {
  const { create, pass, venue } = rig();
  const answer = venue.answer.bind(venue);
  let books = 0;
  venue.answer = (id, input) => {
    if (id === 'perp.market') books++;
    return answer(id, input);
  };
  create(scale);
  await pass(10_000);
  expect(books).toBe(0);
  create(twap());
  create(twap());
  await pass(1_000);
  const first = books;
  expect(first).toBeGreaterThan(0);
  // Their next slices are due in the same look.
  await pass(60_000);
  expect(books - first).toBeLessThan(6);
  expect(venue.fills).toHaveLength(4);
});

test('a plan that cannot be worked waits for a person, and the others go on', async () => {
  const { create, pass, context, venue, notices } = rig();
  const spec = { kind: 'twap', coin: 'BTC', isBuy: true };
  const terms = { walletId: 'wal_perp', summary: 'a plan', caps: { operations: 9, usd: null }, arrivalPx: null };
  context.book.write({ event: 'created', id: 'old', spec, ...terms });
  create(twap());
  await pass(1_000);
  const [broken, other] = context.plans.getState().plans;
  expect(broken).toMatchObject({
    state: 'paused',
    pausedBy: 'plan',
    why: expect.stringMatching(/^it cannot be worked: /),
  });
  expect(notices()).toContainEqual(expect.stringMatching(/^warn: a plan paused: it cannot be worked: /));
  expect([other?.state, venue.fills.length]).toEqual(['active', 1]);
});

test('looks that come before a plan is due do not put it off', async () => {
  const { create, plan, runner, clock, readAll, venue } = rig();
  const answer = venue.answer.bind(venue);
  let isMissing = true;
  venue.answer = (id, input) => {
    if (id === 'perp.market' && isMissing) throw new Error('no answer');
    return answer(id, input);
  };
  create(twap());
  await clock.advance(1_000);
  expect(plan().children).toEqual([]);
  isMissing = false;
  // Another plan may be looked at as often.
  for (let look = 0; look < 10; look++) {
    readAll();
    await runner.look();
    await clock.advance(200);
  }
  expect(plan().children).toHaveLength(1);
});

test('a change counts what has filled, by a clock that is half an hour ahead of the service too', async () => {
  const { create, pass, clock, venue } = rig();
  const answer = venue.answer.bind(venue);
  // A part fills while the first change is on its way, which then restores the size: only the fills tell.
  venue.answer = (id, input) => {
    if (id === 'perp.modifyOrder' && venue.fills.length === 0) venue.trade(new Big('0.4'));
    return answer(id, input);
  };
  clock.jumpWall(1_800_000);
  create({ kind: 'chase', coin: 'BTC', isBuy: false, reduceOnly: false, sz: '1.5', limitPx: '99', max: 60 });
  for (const mid of ['99.9', '99.8', '99.7']) {
    await pass(2_000);
    venue.moveTo(new Big(mid));
  }
  await pass(2_000);
  const sizes = venue.arrived.flatMap(({ id, body }) => (id === 'perp.modifyOrder' ? [body['sz']] : []));
  expect(sizes.slice(0, 3)).toEqual(['1.5', '1.1', '1.1']);
});

describe('a TWAP', () => {
  test("keeps to its part of the market's average volume, and waits while that is unknown", async () => {
    const { create, clock, readAll, reads, plan, venue, context } = rig();
    let dayNtlVlm = '8640000';
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        const market = { ctx: { markPx: '100', dayNtlVlm }, meta: { name: 'BTC', szDecimals: 3, maxLeverage: 20 } };
        readAll();
        reads.answer('markets', [market], clock.now());
        await clock.advance(1_000);
      }
    };
    // The market trades a coin a second on average: a slice of 0.1 is 0.2 % of it after 50 s.
    create(twap({ maxPartPct: 0.2 }));
    const what = () => context.plans.getState().now[plan().id]?.what;
    await pass(49);
    expect(what()).toBe('slice 1 is over 0.2 % of what was traded');
    expect(venue.fills).toEqual([]);
    await pass(2);
    expect(venue.fills).toHaveLength(1);
    // The second is due 60 s after the start, but only 50 s after the first.
    await pass(47);
    expect(venue.fills).toHaveLength(1);
    await pass(4);
    expect(venue.fills).toHaveLength(2);
    dayNtlVlm = '0';
    await pass(60);
    expect(what()).toBe('slice 3: what is traded is unknown, because the service names no volume of BTC');
    expect(venue.fills).toHaveLength(2);
  });

  test('sends each slice when it is due', async () => {
    const { create, pass, plan, venue } = rig();
    create(twap());
    await pass(30_000);
    expect(venue.fills).toHaveLength(1);
    await pass(60_000);
    expect(venue.fills).toHaveLength(2);
    await pass(60_000);
    expect(plan()).toMatchObject({ state: 'done' });
    expect(venue.positionOf('BTC').toFixed()).toBe('0.3');
  });

  test('makes up for slices that were missed without a burst', async () => {
    const { create, pass, venue, clock } = rig();
    create(twap());
    await pass(2_000);
    clock.stall(600_000);
    await pass(2_000);
    expect(venue.fills).toHaveLength(2);
    await pass(30_000);
    expect(venue.fills).toHaveLength(3);
  });

  test('goes on after a kill, sending nothing twice', async () => {
    const first = rig();
    first.create(twap());
    await first.pass(2_000);
    expect(first.venue.fills).toHaveLength(1);
    const second = first.restart();
    await second.pass(200_000);
    expect(second.venue.positionOf('BTC').toFixed()).toBe('0.3');
    expect(second.plan()).toMatchObject({ state: 'done' });
  });

  test('sends nothing twice after a kill before a slice was written down, however much followed in the journal', async () => {
    let isKilled = false;
    const planFile = memoryJournal((line) => line > 2 && !isKilled);
    const journal = memoryJournal();
    const first = rig(undefined, planFile, undefined, journal);
    first.create(twap());
    await first.pass(2_000);
    expect(first.venue.fills).toHaveLength(1);
    expect(planFile.entries().map(({ event }) => event)).toEqual(['created', 'child']);
    isKilled = true;
    const [sent, accepted] = journal.entries();
    for (let number = 0; number < 600; number++) {
      journal.append({ ...sent, id: `by hand ${number}`, plan: null });
      journal.append({ ...accepted, id: `by hand ${number}` });
    }
    const second = first.restart();
    await second.pass(200_000);
    expect(second.venue.positionOf('BTC').toFixed()).toBe('0.3');
    expect(second.plan()).toMatchObject({ state: 'done' });
  });

  test('waits while the outcome of a slice is unknown, and goes on with what the venue says', async () => {
    const { create, pass, plan, venue, context } = rig();
    const answer = venue.answer.bind(venue);
    let isLost = true;
    venue.answer = (id, input) => {
      const answered = answer(id, input);
      if (id !== 'perp.placeOrder' || !isLost) return answered;
      isLost = false;
      throw new Error('the connection broke');
    };
    create(twap());
    await pass(1_000);
    expect(plan().children).toMatchObject([{ state: 'unknown' }]);
    await pass(300_000);
    expect(context.records.getState().records[0]?.resolution).toMatchObject({ verdict: 'done' });
    expect(plan()).toMatchObject({ state: 'done' });
    expect(venue.positionOf('BTC').toFixed()).toBe('0.3');
  });

  test('stops with the kill switch, and goes on only when a person resumes it', async () => {
    const { create, pass, plan, plans, venue, context } = rig();
    const id = create(twap());
    await pass(2_000);
    context.trading.setState({ mode: 'halted' });
    await pass(120_000);
    expect(plan()).toMatchObject({ state: 'paused', pausedBy: 'halt' });
    expect(plans.resume(id)).toContain('halted');
    context.trading.setState({ mode: 'active' });
    await pass(60_000);
    expect(venue.fills).toHaveLength(1);
    expect(plans.resume(id)).toBeNull();
    await pass(120_000);
    expect(venue.positionOf('BTC').toFixed()).toBe('0.3');
  });
});
