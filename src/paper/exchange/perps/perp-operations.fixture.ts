import Big from 'big.js';
import { type Random, seededRandom } from '../../../platform/time/random.ts';
import type { openPerpLab } from './perp-lab.fixture.ts';

export type Lab = ReturnType<typeof openPerpLab>;

export const modelWallet = 'wal_perp';
export const modelCoins = ['BTC', 'ETH', 'JUP', 'WIF', 'MON'] as const;

/** One operation with its request and response. */
export interface Done {
  readonly kind: string;
  readonly placed: readonly { readonly oid: number; readonly sz: Big; readonly reduceOnly: boolean }[];
  readonly hasMovedMarket: boolean;
  /** It may have added risk, so it must have been margined. */
  readonly hasOpened: boolean;
  /** It changed nothing. */
  readonly wasRefused: boolean;
}

type Operation = (lab: Lab, random: Random) => Partial<Done> | undefined;

/** A price on every market's grid: four significant figures, within `share` of the current price. */
function near(lab: Lab, coin: string, random: Random, share: number): string {
  const px = lab.priceUsd(coin) * (1 + (random.next() - 0.5) * 2 * share);
  return new Big(px.toPrecision(4)).toFixed();
}

const anyCoin = (random: Random): string => modelCoins[random.int(modelCoins.length)] ?? 'BTC';
const target = (random: Random) => ({ walletId: modelWallet, coin: anyCoin(random) });

/** Sizes from zero and dust to more than the account can carry and the smaller books hold. */
function anySize(lab: Lab, coin: string, random: Random): Big {
  const { spec } = lab.perps.venue.markets.get(coin);
  const usd = 5 * 10 ** (random.next() * 4.6);
  return new Big((usd / lab.priceUsd(coin)).toFixed(8)).round(spec.szDecimals, Big.roundDown);
}

function placeOrder(lab: Lab, random: Random, isMarket: boolean): Partial<Done> {
  const { walletId, coin } = target(random);
  const isBuy = random.next() < 0.5;
  const limitPx = near(lab, coin, random, 0.004);
  const exit = (share: number) => ({ triggerPx: new Big((lab.priceUsd(coin) * share).toPrecision(4)).toFixed() });
  const [win, lose] = isBuy ? [1.02, 0.98] : [0.98, 1.02];
  const reduceOnly = random.next() < 0.15;
  const exits = {
    tp: { ...exit(win), isMarket: true },
    sl: { ...exit(lose), isMarket: false, limitPx: exit(lose).triggerPx },
  };
  const sz = anySize(lab, coin, random);
  const { results } = lab.perps.place({
    walletId,
    coin,
    isBuy,
    sz: sz.toFixed(),
    orderType: isMarket ? 'market' : 'limit',
    reduceOnly,
    ...(isMarket && random.next() < 0.5 ? {} : { limitPx }),
    ...(random.next() < 0.15 ? exits : {}),
  });
  const placed = results.flatMap(({ oid }, index) => (oid ? [{ oid, sz, reduceOnly: reduceOnly || index > 0 }] : []));
  return { hasOpened: !reduceOnly && placed.length > 0, wasRefused: placed.length === 0, placed };
}

function modifyOrder(lab: Lab, random: Random): Partial<Done> | undefined {
  const orders = [...lab.perps.accounts.get(modelWallet).orders.values()];
  const order = orders[random.int(orders.length)];
  if (!order) return undefined;
  const { oid, coin, isBuy, reduceOnly } = order;
  const hasNewPx = random.next() < 0.5;
  const limitPx = hasNewPx ? near(lab, coin, random, 0.004) : order.limitPx.toFixed();
  const decimals = lab.perps.venue.markets.get(coin).spec.szDecimals;
  const sz = order.sz.times(0.3 + random.next() * 1.5).round(decimals, Big.roundDown);
  const { results } = lab.perps.modify({
    walletId: modelWallet,
    modifications: [{ coin, isBuy, oid, limitPx, sz: sz.toFixed() }],
  });
  return results[0]?.status === 'success'
    ? { hasOpened: !reduceOnly, placed: [{ oid, sz, reduceOnly }] }
    : { wasRefused: true };
}

function movePrices(lab: Lab, random: Random, share: number, elapsedMs: number): Partial<Done> {
  lab.setPrices(
    Object.fromEntries(
      modelCoins.map((coin) => [coin, lab.priceUsd(coin) * Math.exp((random.next() - 0.5) * 2 * share)]),
    ),
    elapsedMs,
  );
  return { hasMovedMarket: true };
}

const operations: readonly (readonly [weight: number, kind: string, run: Operation])[] = [
  [28, 'limit', (lab, random) => placeOrder(lab, random, false)],
  [8, 'market', (lab, random) => placeOrder(lab, random, true)],
  [12, 'modify', modifyOrder],
  [
    9,
    'cancel',
    ({ perps }, random) => {
      const order = [...perps.accounts.get(modelWallet).orders.values()][random.int(8)];
      if (order) perps.cancel({ walletId: modelWallet, coin: order.coin, oid: order.oid });
      return undefined;
    },
  ],
  [2, 'cancelAll', ({ perps }, random) => void perps.cancel({ ...target(random), cancelAll: true })],
  [6, 'close', ({ perps }, random) => void perps.close({ ...target(random), percentage: random.int(101) })],
  [
    7,
    'margin',
    ({ perps }, random) => {
      const amount = ((random.next() - 0.5) * 4000).toFixed(2);
      const { success } = perps.adjustMargin({ ...target(random), amount });
      return { hasOpened: success, wasRefused: !success };
    },
  ],
  [
    7,
    'leverage',
    ({ perps }, random) => {
      const isCross = random.next() < 0.5 ? undefined : random.next() < 0.5;
      const { success } = perps.setLeverage({ ...target(random), leverage: 1 + random.int(42), isCross });
      return { hasOpened: success, wasRefused: !success };
    },
  ],
  [17, 'tick', (lab, random) => movePrices(lab, random, 0.004, 50 + random.int(5000))],
  [2, 'jump', (lab, random) => movePrices(lab, random, 0.25, 50)],
  [1, 'hours', (lab, random) => movePrices(lab, random, 0.02, random.int(2 * 3_600_000))],
  [
    1,
    'fund',
    ({ perps }) => {
      const account = perps.accounts.get(modelWallet);
      if (account.cashUsd.lt(2000)) account.deposit(new Big(15_000));
      return undefined;
    },
  ],
];

const totalWeight = operations.reduce((sum, [weight]) => sum + weight, 0);

/** Runs the operation encoded by a number: the same number on the same exchange is the same operation. */
export function perform(lab: Lab, code: number): Done {
  const random = seededRandom(code);
  let left = random.next() * totalWeight;
  for (const [weight, kind, run] of operations) {
    left -= weight;
    if (left < 0)
      return { kind, placed: [], hasMovedMarket: false, hasOpened: false, wasRefused: false, ...run(lab, random) };
  }
  throw new RangeError('weights do not add up');
}
