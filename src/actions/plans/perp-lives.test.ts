import Big from 'big.js';
import { describe, expect, test } from 'vitest';
import { cases, isSoak, seed } from '../../../test/run/cases.ts';
import { committed } from '../../plans/committed.ts';
import { kindOf } from '../../plans/kinds/kinds.ts';
import type { PlanSpec } from '../../plans/plan.ts';
import { type Random, seededRandom } from '../../platform/time/random.ts';
import { PlanLife } from './plan-life.fixture.ts';

/** Ticks of half a second until nothing goes wrong any more, and until a plan has to be cancelled and over. */
const eventfulTicks = 160;
const calmTicks = 400;

const makers: Readonly<Record<string, (random: Random) => PlanSpec>> = {
  scale: (random) => {
    const isBuy = random.next() < 0.5;
    const levels = [2, 5, 9, 14].map((cents) => ({ px: aside(isBuy, cents * 5), sz: `0.${2 + random.int(5)}` }));
    return { kind: 'scale', coin: 'BTC', isBuy, reduceOnly: false, levels };
  },
  twap: (random) => {
    const everyMs = 6_000 + random.int(4_000);
    const slices = Array.from({ length: 5 }, (_, index) => ({ sz: '0.25', afterMs: index * everyMs }));
    const maxPartPct = random.next() < 0.2 ? 5 : null;
    const limits = { limitPx: random.next() < 0.3 ? '100.2' : null, slippageBps: 50, szDecimals: 3, maxPartPct };
    return { kind: 'twap', coin: 'BTC', isBuy: true, reduceOnly: false, slices, everyMs, ...limits };
  },
  chase: (random) => {
    const isBuy = random.next() < 0.5;
    const max = random.next() < 0.2 ? 3 : 60;
    const reduceOnly = random.next() < 0.3;
    return { kind: 'chase', coin: 'BTC', isBuy, reduceOnly, sz: '1.5', limitPx: aside(!isBuy, 40), max };
  },
  iceberg: (random) => {
    const isBuy = random.next() < 0.5;
    const px = random.next() < 0.3 ? aside(isBuy, 20) : null;
    const parts = ['0.25', '0.25', '0.25', '0.3'];
    return { kind: 'iceberg', coin: 'BTC', isBuy, reduceOnly: false, parts, px, limitPx: null };
  },
  bracket: (random) => {
    const isBuy = random.next() < 0.5;
    const exits = [
      { px: aside(!isBuy, 30), sharePct: 40 },
      { px: aside(!isBuy, 70), sharePct: 60 },
    ];
    return {
      kind: 'bracket',
      coin: 'BTC',
      isBuy,
      sz: '1.5',
      entryPx: random.next() < 0.6 ? aside(isBuy, 10) : null,
      slippageBps: 50,
      stopPx: aside(isBuy, 100),
      exits: random.next() < 0.8 ? exits : [],
      breakEven: random.next() < 0.7,
      trailPct: random.next() < 0.5 ? '0.6' : null,
      moves: 12,
      added: '2.5',
      szDecimals: 3,
    };
  },
};

/** A price so many cents below 100 for a buy, above it for a sell. */
const aside = (isBuy: boolean, cents: number): string =>
  new Big(100).plus(new Big(isBuy ? -cents : cents).div(100)).toFixed();

interface Outcome {
  readonly how: string;
  readonly life: PlanLife;
}

async function live(kind: string, lifeSeed: number): Promise<Outcome> {
  const life = new PlanLife(lifeSeed);
  const spec = makers[kind]!(seededRandom(lifeSeed + 1));
  if (spec['reduceOnly'] === true) life.venue.hold('BTC', spec['isBuy'] === true ? '-1.2' : '1.2');
  life.create(spec);
  const failed: string[] = [];
  if (kind === 'bracket') watchProtection(life, failed);
  for (let tick = 0; tick < eventfulTicks && !life.isOver; tick++) {
    await life.tick();
    if (life.random.next() < 0.003) life.cancel(life.random.next() < 0.3);
  }
  life.calm();
  for (let tick = 0; tick < calmTicks && !life.isOver; tick++) await life.tick();
  if (!life.isOver) life.cancel(false);
  for (let tick = 0; tick < calmTicks && !life.isOver; tick++) await life.tick();
  try {
    expect(failed).toEqual([]);
    check(life, spec);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${life.story()}`);
  }
  return { how: `${life.plan.state}: ${life.plan.why.replaceAll(/[\d.]+/g, 'N')}`, life };
}

/** While it holds a position that a stop has protected once, there is never a moment without one. */
function watchProtection(life: PlanLife, failed: string[]): void {
  let wasProtected = false;
  const { venue } = life;
  venue.onChange = () => {
    const position = venue.positionOf('BTC');
    const hasStop = venue.stops.some(venue.isAwake);
    if (position.eq(0)) wasProtected = false;
    else if (hasStop) wasProtected = true;
    const [entry] = venue.orders;
    const isEntered = entry?.filled.eq(entry.size) === true;
    if (!position.eq(0) && !hasStop && (wasProtected || isEntered)) failed.push(`no stop for ${position.toFixed()}`);
  };
}

function check(life: PlanLife, spec: PlanSpec): void {
  const { plan, venue } = life;
  const kind = kindOf(spec);
  expect(plan.state, 'it never ended').toMatch(/done|cancelled/);
  onceEach(life);
  const target = new Big(kind.target(spec).size);
  const market = kind.market(spec);
  const isOpening = (isBuy: boolean) => market.kind === 'perp' && market.isBuy === isBuy;
  const traded = venue.fills
    .filter(({ isBuy }) => isOpening(isBuy))
    .reduce((sum, { size }) => sum.plus(size), new Big(0));
  // A chase may fill while it is re-priced: less than what rested then.
  const most = spec.kind === 'chase' ? target.times(2) : new Big(kind.most?.(spec) ?? target);
  expect(traded.lte(most), `${traded} of ${most}`).toBe(true);
  if (spec.kind === 'chase') sizedByRead(life, target);
  if (!plan.leavesOrders) {
    expect(
      venue.orders.filter(({ isOpen }) => isOpen),
      'something rests',
    ).toEqual([]);
    expect(committed(plan).toFixed(), 'its account').toBe(traded.toFixed());
  }
  if (plan.state === 'done' && plan.why === 'filled') expect(traded.toFixed()).toBe(target.toFixed());
  if (plan.state === 'done' && plan.why === 'no order is open any more')
    expect(traded.toFixed()).toBe(target.toFixed());
  if (spec['reduceOnly'] === true) expect(traded.lte('1.2'), 'it has opened a position').toBe(true);
  if (spec.kind === 'twap') paced(life, Number(spec['everyMs']) / 2);
  if (spec.kind !== 'bracket') return;
  const position = venue.positionOf('BTC');
  expect(position.times(isOpening(true) ? 1 : -1).gte(0), 'it is on the other side').toBe(true);
  if (plan.state === 'done') expect(position.toFixed(), 'a position is left').toBe('0');
  if (position.eq(0) || venue.stops.some(venue.isAwake)) return;
  // Only where no stop can be placed any more, or where its entry was left in the book, and it says so.
  const beyond = venue.mid.minus(String(spec['stopPx'])).times(isOpening(true) ? 1 : -1);
  const isRefused =
    plan.children.filter(({ key, state }) => key.startsWith('stop ') && state === 'rejected').length >= 3;
  const isLeft = plan.leavesOrders && plan.why.includes('its entry still fills');
  expect(isLeft || ((beyond.lte('0.3') || isRefused) && plan.why.includes('without a stop')), plan.why).toBe(true);
}

/** Each key is at the venue once at most, and each order of the venue is in the plan file. */
function onceEach({ venue, planFile }: PlanLife): void {
  const keyOf = new Map(
    planFile.entries().flatMap(({ order, key }) => {
      const cloid = (order as { readonly cloid?: string } | undefined)?.cloid;
      return cloid === undefined ? [] : [[cloid, String(key)] as const];
    }),
  );
  const done = venue.arrived.filter(({ isDone, id }) => isDone && id !== 'perp.cancelOrder');
  const keys = done.map(({ body }) => keyOf.get(String(body['newCloid'] ?? body['cloid'])));
  expect(keys, 'an order that the plan does not know').not.toContain(undefined);
  expect(keys.length, `sent twice: ${keys.join(', ')}`).toBe(new Set(keys).size);
}

/**
 * A change has the size that was unfilled a few seconds before it left at most; where the service tells what it has, at
 * the change before at least.
 */
function sizedByRead({ venue, hasStaleReads, changesSentAtMs }: PlanLife, target: Big): void {
  const startMs = Date.UTC(2026, 0, 1);
  const changes = venue.arrived.filter(({ body, isDone }) => body['newCloid'] !== undefined && isDone);
  for (const [index, { body }] of changes.entries()) {
    const atMs = changesSentAtMs.get(String(body['newCloid'])) ?? 0;
    const readMs = hasStaleReads ? atMs - 6_000 : Math.max(atMs - 6_000, changes[index - 1]?.atMs ?? 0);
    const before = venue.fills.filter(({ cloid, atMs: filledMs }) => cloid !== null && filledMs - startMs <= readMs);
    const filled = before.reduce((sum, { size }) => sum.plus(size), new Big(0));
    expect(new Big(String(body['sz'])).plus(filled).lte(target), 'sized by an old read').toBe(true);
  }
}

/** At most twice the pace. After a kill only the wall clock tells, and it may have jumped. */
function paced({ sends, kills, jumps }: PlanLife, leastMs: number): void {
  for (const [index, atMs] of sends.entries()) {
    const before = sends[index - 1];
    if (before === undefined || (kills.some((one) => one >= before && one <= atMs) && jumps.length > 0)) continue;
    expect(atMs - before, 'too fast').toBeGreaterThanOrEqual(leastMs);
  }
}

describe.each(Object.keys(makers))('%s', (kind) => {
  test('whatever goes wrong, it does what it may and no more', { timeout: isSoak ? 7_200_000 : 120_000 }, async () => {
    const endings = new Map<string, number>();
    const count = cases(60, 10_000);
    for (let index = 0; index < count; index++) {
      const lifeSeed = (seed + index * 7_919) >>> 0;
      try {
        const { how } = await live(kind, lifeSeed);
        endings.set(how, (endings.get(how) ?? 0) + 1);
      } catch (error) {
        throw new Error(`life ${lifeSeed}: ${error instanceof Error ? error.message : error}`);
      }
    }
    if (isSoak) console.log(kind, Object.fromEntries([...endings].sort(([, a], [, b]) => b - a)));
    expect(endings.size).toBeGreaterThan(1);
  });
});
