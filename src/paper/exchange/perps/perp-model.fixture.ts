import Big from 'big.js';
import { maintenanceUsd, summarise, unrealisedUsd } from './margin/margin.ts';
import { walk } from './market/order-book.ts';
import { type Done, type Lab, modelCoins, modelWallet } from './perp-operations.fixture.ts';
import { type PerpFill, zero } from './perp-records.ts';

/** The expected account, computed from fills, deposits and payments. */
export class PerpModel {
  readonly #lab: Lab;
  readonly #szi = new Map<string, Big>();
  readonly #orders = new Map<number, { filled: Big; sz: Big; reduceOnly: boolean }>();
  #lastFill: PerpFill | undefined;
  #fees: Big;
  #pnl: Big;
  /** Free margin before the operation; null if not computed since the last change. */
  #free: Big | null;
  #checked = 0;

  constructor(lab: Lab) {
    this.#lab = lab;
    for (const [coin, { szi }] of this.account.positions) this.#szi.set(coin, szi);
    for (const { oid, sz, reduceOnly } of this.account.orders.values())
      this.#orders.set(oid, { filled: zero, sz, reduceOnly });
    this.#lastFill = this.account.fills.at(-1);
    this.#fees = this.#ledgerUsd('fees');
    this.#pnl = this.#ledgerUsd('crowd').times(-1);
    this.#free = summarise(this.account, lab.perps.venue.markets).free;
  }

  get account() {
    return this.#lab.perps.accounts.get(modelWallet);
  }

  /** Throws if something does not add up. */
  check(done: Done): void {
    for (const { oid, sz, reduceOnly } of done.placed) this.#orders.set(oid, { filled: zero, sz, reduceOnly });
    const fills = this.#newFills();
    for (const fill of fills) this.#take(fill);
    this.#checkMoney(fills.length > 0);
    for (const coin of modelCoins)
      this.#same(this.account.positions.get(coin)?.szi ?? zero, this.#szi.get(coin) ?? zero, `${coin} size`);
    this.#checkMargin(done);
    this.#checkBook();
  }

  #newFills(): PerpFill[] {
    const { fills } = this.account;
    const start = this.#lastFill ? fills.lastIndexOf(this.#lastFill) + 1 : 0;
    this.#lastFill = fills.at(-1);
    return fills.slice(start);
  }

  #take(fill: PerpFill): void {
    const signed = new Big(fill.sz).times(fill.side === 'buy' ? 1 : -1);
    const start = this.#szi.get(fill.coin) ?? zero;
    const after = start.plus(signed);
    this.#same(new Big(fill.startPosition), start, 'startPosition');
    this.#szi.set(fill.coin, after);
    this.#fees = this.#fees.plus(fill.fee);
    this.#pnl = this.#pnl.plus(fill.closedPnl);
    const order = this.#orders.get(fill.oid);
    if (order) {
      order.filled = order.filled.plus(fill.sz);
      if (order.filled.gt(order.sz)) throw new Error(`order ${fill.oid} of ${order.sz} filled ${order.filled}`);
    }
    const mustReduce = order?.reduceOnly || /^(Liquidated|Close)/.test(fill.direction);
    if (mustReduce && (after.abs().gte(start.abs()) || after.times(start).lt(0)))
      throw new Error(`${fill.direction} ${fill.sz} took ${start} to ${after}`);
  }

  #checkMoney(hasTraded: boolean): void {
    const { ledger } = this.#lab.perps.accounts;
    if (ledger.total !== 0n) throw new Error(`the ledger is ${ledger.total} micro-USD out of balance`);
    let own = this.account.cashUsd;
    for (const { marginUsd } of this.account.positions.values()) own = own.plus(marginUsd);
    this.#booked(modelWallet, own);
    if (!hasTraded) return;
    this.#booked('fees', this.#fees);
    this.#booked('crowd', this.#pnl.times(-1));
  }

  #checkMargin(done: Done): void {
    const { markets } = this.#lab.perps.venue;
    if (!done.hasOpened && !done.hasMovedMarket) {
      if (!done.wasRefused) this.#free = null;
      return;
    }
    const freeBefore = this.#free;
    const summary = summarise(this.account, markets);
    this.#free = summary.free;
    if (!done.hasMovedMarket) {
      if (freeBefore && summary.free.lt(-0.00001) && summary.free.lt(freeBefore))
        throw new Error(`${done.kind} left ${summary.free} USD free`);
      return;
    }
    if (summary.crossValue.lt(summary.crossMaintenance)) throw new Error('cross positions below maintenance');
    for (const position of this.account.positions.values()) {
      const market = markets.get(position.coin);
      const equity = position.marginUsd.plus(unrealisedUsd(position, market.markPx));
      if (!position.isCross && equity.lt(maintenanceUsd(position, market)))
        throw new Error(`${position.coin} below maintenance`);
    }
  }

  #checkBook(): void {
    const { venue } = this.#lab.perps;
    for (const { sz, aheadSz } of this.account.orders.values())
      if (sz.lte(0) || aheadSz.lt(0)) throw new Error(`an order of ${sz} behind ${aheadSz} rests`);
    // One coin per check: an operation that crosses a book leaves it crossed until that coin's turn.
    this.#checked = (this.#checked + 1) % modelCoins.length;
    const coin = modelCoins[this.#checked] ?? 'BTC';
    const [bid, ask] = [walk(venue, coin, true).next().value, walk(venue, coin, false).next().value];
    if (bid && ask && bid.px.gte(ask.px)) throw new Error(`the ${coin} book is crossed at ${bid.px} and ${ask.px}`);
  }

  #ledgerUsd(name: string): Big {
    return this.#lab.perps.accounts.ledger.usd(name);
  }

  #booked(name: string, usd: Big): void {
    const microUsd = String(this.#lab.perps.accounts.ledger.balance(name));
    if (usd.times(1_000_000).toFixed() !== microUsd)
      throw new Error(`${name} stands at ${microUsd} micro-USD in the ledger instead of ${usd} USD`);
  }

  #same(found: Big, expected: Big, what: string): void {
    if (!found.eq(expected)) throw new Error(`${what}: ${found} instead of ${expected}`);
  }
}
