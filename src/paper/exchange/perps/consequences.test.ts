import Big from 'big.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../../test/run/cases.ts';
import { consequencesOf, type OpenOrder, type Trade } from '../../../domain/market/consequences.ts';
import { type Exit, reduces } from '../../../domain/market/exits.ts';
import { type Random, seededRandom } from '../../../platform/time/random.ts';
import { isSleeping } from './orders/resting.ts';
import { openPerpLab } from './perp-lab.fixture.ts';
import { type Lab, modelCoins, modelWallet, perform } from './perp-operations.fixture.ts';
import { type PerpFill, type PerpOrder, smaller, zero } from './perp-records.ts';

const accountOf = (lab: Lab) => lab.perps.accounts.get(modelWallet);

const openOrders = (lab: Lab, coin: string): PerpOrder[] =>
  [...accountOf(lab).orders.values()].filter((order) => order.coin === coin && !isSleeping(accountOf(lab), order));

const heldIn = (lab: Lab, coin: string) => {
  const { szi = zero, costUsd = zero } = accountOf(lab).positions.get(coin) ?? {};
  return { szi, entryPx: szi.eq(0) ? null : costUsd.div(szi) };
};

/** As the desk knows it: whether a limit order is reduce-only is not listed. */
const listed = ({ oid, isBuy, limitPx, sz, trigger }: PerpOrder): OpenOrder & { readonly oid: number } => ({
  oid,
  isBuy,
  exit: trigger && (trigger.kind === 'tp' ? 'takeProfit' : 'stop'),
  price: trigger?.px ?? limitPx,
  isWholePosition: trigger?.isWholePosition ?? false,
  size: trigger?.isWholePosition ? null : sz,
  reduceOnly: null,
});

const wordsOf = ({ exit, price, size, isWholePosition }: Exit): string =>
  `${exit} ${price?.toFixed()} ${isWholePosition ? 'all' : size?.toFixed()}`;

const signOf = (isBuy: boolean): 1 | -1 => (isBuy ? 1 : -1);

const near = (px: Big, share: number): Big => new Big(px.times(share).toPrecision(4));

/** Market orders in the market of a position: any size, reverse, double, with and without exits. */
function anyOrder(lab: Lab, coin: string, random: Random) {
  const { markPx, spec } = lab.perps.venue.markets.get(coin);
  const { szi } = heldIn(lab, coin);
  const isBuy = random.next() < 0.5;
  const share = [0.4, 1, 1, 2, 2][random.int(5)] ?? 1;
  const size = (szi.eq(0) ? new Big(2_000).div(markPx) : szi.abs().times(share)).round(spec.szDecimals, Big.roundDown);
  const reduceOnly = random.next() < 0.2;
  const isWholePosition = random.next() < 0.5;
  const exit = (kind: Exit['exit'], far: number): Exit[] =>
    reduceOnly || random.next() < 0.5
      ? []
      : [
          {
            exit: kind,
            price: near(markPx, 1 + signOf(isBuy) * far),
            size: isWholePosition ? null : size,
            isWholePosition,
          },
        ];
  const exits = [...exit('takeProfit', 0.05), ...exit('stop', -0.05)];
  const place = () => {
    const leg = (kind: Exit['exit']) => {
      const found = exits.find((candidate) => candidate.exit === kind);
      return found?.price ? { triggerPx: found.price.toFixed(), isMarket: true } : undefined;
    };
    return lab.perps.place({
      walletId: modelWallet,
      coin,
      isBuy,
      sz: size.toFixed(),
      orderType: 'market',
      reduceOnly,
      grouping: isWholePosition ? 'positionTpsl' : 'normalTpsl',
      tp: leg('takeProfit'),
      sl: leg('stop'),
    });
  };
  return { isBuy, size, reduceOnly, exits, send: place };
}

function anyClose(lab: Lab, coin: string, random: Random) {
  const { szi } = heldIn(lab, coin);
  const { szDecimals } = lab.perps.venue.markets.get(coin).spec;
  const percentage = [25, 50, 75, 100, 100][random.int(5)] ?? 100;
  const size = szi.abs().times(percentage).div(100).round(szDecimals, Big.roundDown);
  const send = () => lab.perps.close({ walletId: modelWallet, coin, percentage });
  return { isBuy: szi.lt(0), size, reduceOnly: true, exits: [], send };
}

/** The average price of what the fills closed; a fill that also opens closes what was left. */
function closingPx(fills: readonly PerpFill[]): Big | null {
  let [usd, size] = [zero, zero];
  for (const { px, sz, startPosition, side } of fills) {
    if (!reduces(side === 'buy', new Big(startPosition))) continue;
    const closed = smaller(new Big(sz), new Big(startPosition).abs());
    usd = usd.plus(closed.times(px));
    size = size.plus(closed);
  }
  return size.eq(0) ? null : usd.div(size);
}

/** Sends one trade and compares what it did with what was said; null if it was refused or not filled completely. */
function tradesAsSaid(lab: Lab, coin: string, random: Random) {
  const [held, before] = [heldIn(lab, coin), openOrders(lab, coin)];
  const trade = random.next() < 0.4 ? anyClose(lab, coin, random) : anyOrder(lab, coin, random);
  const { fills } = accountOf(lab);
  const last = fills.at(-1);
  const { results } = trade.send();
  const sent = results[0]?.oid;
  const own = accountOf(lab).fills;
  const made = own.slice(last ? own.lastIndexOf(last) + 1 : 0).filter(({ oid }) => oid === sent);
  const filled = made.reduce((sum, { sz }) => sum.plus(sz), zero);
  if (filled.eq(0)) return null;
  const asSent = (orders: readonly OpenOrder[]) => {
    const said: Trade = { ...trade, px: closingPx(made), worstPx: new Big(made.at(-1)?.px ?? 0) };
    return consequencesOf(held, orders as (OpenOrder & { oid: number })[], said);
  };
  const known = asSent(before.map((order) => ({ ...listed(order), reduceOnly: order.reduceOnly })));
  if (!known.szi.minus(held.szi).abs().eq(filled)) return null;

  const after = openOrders(lab, coin);
  const isOpen = ({ oid }: { readonly oid: number }): boolean => after.some((order) => order.oid === oid);
  const gone = before.filter((order) => !isOpen(order)).map(({ oid }) => oid);
  const { szi } = heldIn(lab, coin);
  expect(known.szi.toFixed()).toBe(szi.toFixed());
  const inTheWay = known.mayCancel.map(([{ oid }, why]) => (why === 'if reached' ? oid : null));
  expect(
    [...known.cancelled.map(({ oid }) => oid), ...inTheWay.filter((oid) => oid && gone.includes(oid))].sort(),
  ).toEqual(gone.toSorted());

  const said = asSent(before.map(listed));
  expect(said.cancelled.filter(isOpen)).toEqual([]);
  expect(said.staying.filter((order) => !isOpen(order))).toEqual([]);
  const unsure = said.mayCancel.map(([{ oid }]) => oid);
  expect(gone.filter((oid) => !said.cancelled.some((order) => order.oid === oid) && !unsure.includes(oid))).toEqual([]);

  const booked = made.reduce((sum, { closedPnl }) => sum.plus(closedPnl), zero);
  // The venue books each fill in whole micro-USD.
  expect(
    booked
      .minus(known.realisedUsd ?? zero)
      .abs()
      .toNumber(),
  ).toBeLessThan(made.length * 1e-6);

  const protecting = after.map(listed).filter(({ exit, isBuy }) => exit !== null && reduces(isBuy, szi));
  expect(known.exits.map(wordsOf).sort()).toEqual(protecting.map((order) => wordsOf(order as Exit)).sort());
  expect(said.exits).toEqual(
    known.exits.map((exit) => ({ ...exit, ...('reduceOnly' in exit ? { reduceOnly: null } : {}) })),
  );
  return known;
}

it('a trade does to orders, PnL and protection what was said before', () => {
  const seen = { trades: 0, cancelled: 0, kept: 0, brought: 0 };
  const codes = fc.array(fc.nat(2 ** 31 - 1), { minLength: 12, maxLength: 40 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), codes, (seed, steps) => {
      const lab = openPerpLab(seed);
      for (const code of steps) {
        perform(lab, code);
        const random = seededRandom(code);
        const coin = ['BTC', 'ETH', 'SOL', ...modelCoins][random.int(8)] ?? 'BTC';
        const said = tradesAsSaid(lab, coin, random);
        if (!said) continue;
        seen.trades++;
        seen.cancelled += said.cancelled.length;
        seen.kept += said.exits.filter(({ isNew }) => !isNew).length;
        seen.brought += said.exits.filter(({ isNew }) => isNew).length;
      }
    }),
    { numRuns: cases(25, 1_000), endOnFailure: true },
  );
  // A property that compared nothing would hold as well.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
});

it('a change of leverage or margin keeps size and orders', () => {
  const lab = openPerpLab();
  for (const [coin, isBuy] of [
    ['BTC', true],
    ['ETH', false],
  ] as const) {
    const { markPx } = lab.perps.venue.markets.get(coin);
    const sl = { triggerPx: near(markPx, isBuy ? 0.95 : 1.05).toFixed(), isMarket: true };
    lab.perps.place({ walletId: modelWallet, coin, isBuy, sz: '0.1', grouping: 'positionTpsl', sl });
    const before = [heldIn(lab, coin), openOrders(lab, coin)];
    expect(lab.perps.setLeverage({ walletId: modelWallet, coin, leverage: 4 })).toEqual({ success: true });
    if (isBuy)
      expect(lab.perps.adjustMargin({ walletId: modelWallet, coin, amount: '100' })).toEqual({ success: true });
    expect([heldIn(lab, coin), openOrders(lab, coin)]).toEqual(before);
  }
});
