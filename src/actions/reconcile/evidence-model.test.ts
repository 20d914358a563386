import Big from 'big.js';
import { expect, test } from 'vitest';
import { cases, isSoak, seed } from '../../../test/run/cases.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { jup, sol } from '../../stores/desk-data.fixture.ts';
import { isUnresolved, type Resolution } from '../../stores/orders/operation-records.ts';
import { bindActions } from '../desk-actions.ts';
import type { Operation } from '../operations.ts';
import { fakeContext } from '../pipeline/fake-context.fixture.ts';
import { freeLimits, unknownEndings } from '../pipeline/operation-kinds.fixture.ts';
import { MovingAccount, walletId } from './moving-account.fixture.ts';

const lives = cases(400, 112_000);
const [, lost] = unknownEndings[0]!;

/** An operation, its effect on the account, and whether the requested state holds. */
interface Play {
  readonly order: Operation;
  readonly arrives: () => void;
  /** Null if only the operation's own arrival makes it true, because another order could have the same effect again. */
  readonly isSo: (() => boolean) | null;
}

type Plays = (account: MovingAccount, chance: () => number) => Play | null;

const skewsMs = [-86_400_000, -3_600_000, 3_600_000, 86_400_000];
const percentages = [100, 50, 25, 1];
const closes: Plays = (account, chance) => {
  const percentage = percentages[Math.floor(chance() * percentages.length)]!;
  const side = account.szi.gt(0) ? 'long' : 'short';
  return {
    order: { kind: 'closePosition', draft: { walletId, coin: 'BTC', percentage, side } },
    arrives: () => {
      const sz = account.szi.times(percentage).div(100).round(4, Big.roundDown);
      if (!sz.eq(0)) account.trade(sz.times(-1));
    },
    isSo: null,
  };
};

const margins: Plays = (account, chance) => {
  const amount = new Big(chance() < 0.5 ? 5 + Math.floor(chance() * 500) : -(5 + Math.floor(chance() * 100)));
  return {
    order: { kind: 'adjustMargin', draft: { walletId, coin: 'BTC', amount: amount.toFixed() } },
    arrives: () => account.addMargin(amount),
    isSo: null,
  };
};

const swaps: Plays = (account, chance) => {
  const baseUnits = chance() < 0.3 ? account.balance(jup) : 40_000_000n;
  const draft = { walletId, chain: 'solana', inputMint: jup, outputMint: sol, baseUnits, slippageBps: 50 } as const;
  return {
    order: { kind: 'executeSwap', draft: { ...draft, limits: freeLimits('swap'), summary: 'JUP → SOL' } },
    arrives: () => account.sell(jup, baseUnits),
    isSo: null,
  };
};

const triggers: Plays = (account) => {
  const body = {
    ...({ chain: 'solana', triggerMetric: 'price_usd', triggerDirection: 'below', triggerValue: '1.6' } as const),
    ...({ amount: '500000000', inputToken: sol, outputToken: jup, triggerBehavior: 'immediate' } as const),
    walletId,
    expiryHours: 24,
    slippageBps: 100,
  };
  return {
    order: { kind: 'createTriggerOrder', draft: { summary: 'buy JUP', limits: freeLimits('trigger'), body } },
    arrives: () => account.create('500000000', '1.6'),
    isSo: null,
  };
};

const cancelsTrigger: Plays = (account) => {
  const orderId = account.openTrigger();
  if (orderId === null) return null;
  return {
    order: { kind: 'cancelTriggerOrder', draft: { orderId, summary: 'buy JUP' } },
    arrives: () => account.setTrigger(orderId, 'cancelled'),
    isSo: () => account.triggerStatus(orderId) === 'cancelled',
  };
};

const cancelsPerps: Plays = (account) => {
  const oids = account.oidsOf('BTC');
  if (oids.length === 0) return null;
  return {
    order: { kind: 'cancelPerpOrders', draft: { walletId, coin: 'BTC', oids } },
    arrives: () => account.cancel('BTC'),
    isSo: () => !account.oidsOf('BTC').some((oid) => oids.includes(oid)),
  };
};

const cloid = `0x${'a'.repeat(32)}`;
const places: Plays = (account) => ({
  order: {
    kind: 'placePerpOrder',
    draft: {
      ...({ walletId, coin: 'BTC', isBuy: true, sz: '0.01', orderType: 'limit', limitPx: '95000' } as const),
      ...({ reduceOnly: false, tp: null, sl: null, grouping: 'na', cloid, slippageBps: null } as const),
      usd: new Big(950),
    },
  },
  arrives: () => account.place(cloid),
  isSo: null,
});

const leverages: Plays = (account) => ({
  order: {
    kind: 'setLeverage',
    draft: {
      walletId,
      coin: 'BTC',
      leverage: 3,
      isCross: false,
      hasPosition: true,
      before: { leverage: account.leverage, isCross: false },
    },
  },
  arrives: () => account.setLeverage(3),
  isSo: () => account.leverage === 3,
});

const plays = { closes, margins, swaps, triggers, cancelsTrigger, cancelsPerps, places, leverages };

interface Life {
  readonly hasArrived: boolean;
  readonly resolution: Resolution | null;
  /** The verdict contradicts what happened. */
  readonly isWrong: boolean;
}

/** One request whose response is lost, on an account that keeps changing, through a minute of reads. */
async function live(plan: Plays, lifeSeed: number): Promise<Life | null> {
  const random = seededRandom(lifeSeed);
  let arrive = (): void => {};
  const fake = fakeContext((id, input) => {
    if (mutations.has(id)) {
      arrive();
      throw lost;
    }
    return account.answer(id, input);
  });
  const { clock } = fake;
  // One of the two clocks may be wrong.
  const skewMs = random.next() < 0.8 ? 0 : skewsMs[Math.floor(random.next() * skewsMs.length)]!;
  const account = new MovingAccount(random, () => clock.now() + skewMs);
  for (let second = Math.floor(random.next() * 20); second > 0; second--) account.moves();
  const play = plan(account, () => random.next());
  if (!play || account.szi.eq(0)) return null;
  for (const [name, id] of Object.entries(reads))
    fake.reads.answer(name as keyof typeof reads, account.view(id, {}), clock.now() + 1);
  let hasArrived = false;
  const fate = random.next();
  const happens = (): void => {
    hasArrived = true;
    play.arrives();
  };
  arrive = () => {
    if (fate < 0.35) happens();
    else if (fate < 0.55) clock.setTimeout(happens, random.next() * 40_000);
  };
  const ours = partsOf(play.order, account.szi);
  const meddles = random.next() < 0.7;
  for (let second = 1; second <= 61; second++)
    clock.setTimeout(
      () => {
        account.moves();
        if (meddles && random.next() < 0.08) account.meddles(ours);
      },
      second * 1_000 - 500,
    );
  await bindActions(fake.context).send(play.order);
  const record = () => fake.context.records.getState().records[0]!;
  if (fake.context.records.getState().records.length === 0) throw new Error(fake.notices().join());
  for (let second = 0; second <= 61 && isUnresolved(record()); second++) await clock.advance(1_000);
  const { resolution } = record();
  fake.context.timers.stop();
  const isTrue = hasArrived || (play.isSo?.() ?? false);
  const isWrong =
    resolution !== null && (resolution.verdict === 'done' ? !isTrue : hasArrived && play.isSo?.() !== false);
  return { hasArrived, resolution, isWrong };
}

/** What others must not do by chance. */
const partsOf = ({ kind, draft }: Operation, szi: Big) => ({
  sz: szi
    .abs()
    .times(kind === 'closePosition' ? draft.percentage : 100)
    .div(100)
    .round(4, Big.roundDown),
  baseUnits: kind === 'executeSwap' ? draft.baseUnits : 40_000_000n,
  margin: new Big(kind === 'adjustMargin' ? draft.amount : 25),
});

const reads = {
  positions: 'perp.positions',
  perpOrders: 'perp.orders',
  orders: 'trigger.list',
  holdings: 'portfolio.positions',
} as const;

const mutations = new Set([
  'perp.closePosition',
  'perp.adjustMargin',
  'perp.setLeverage',
  'perp.placeOrder',
  'perp.cancelOrder',
  'swap.execute',
  'trigger.create',
  'trigger.cancel',
]);

const all = { lived: 0, settled: 0 };

test.each(Object.entries(plays))(
  '%s: whatever the market, others and the service do, no request is settled as what it was not',
  { timeout: isSoak ? 3_600_000 : 120_000 },
  async (name, plan) => {
    const count = Math.ceil(lives / Object.keys(plays).length);
    let [lived, settled, arrived] = [0, 0, 0];
    for (let index = 0; index < count; index++) {
      const lifeSeed = seed + index;
      const life = await live(plan, lifeSeed);
      if (!life) continue;
      lived++;
      if (life.hasArrived) arrived++;
      if (life.resolution) settled++;
      if (life.isWrong) throw new Error(`${name}, seed ${lifeSeed}: ${JSON.stringify(life)}`);
    }
    if (isSoak) console.log(`${name}: ${lived} lives, ${arrived} arrived, ${settled} settled by evidence, 0 wrongly`);
    // A check that never finds anything would always be right, so enough runs must be resolved. In a short run none may
    // be, by chance.
    if (isSoak) expect(settled).toBeGreaterThan(lived / 100);
    all.lived += lived;
    all.settled += settled;
  },
);

test('of all of them together many are settled', () => {
  expect(all.settled).toBeGreaterThanOrEqual(all.lived / 20);
});
