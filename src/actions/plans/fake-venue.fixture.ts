import Big from 'big.js';
import { fieldsOf } from '../../domain/fields.ts';
import { minOrderUsd } from '../../domain/market/perp-rules.ts';
import type { FakeClock } from '../../platform/time/fake-clock.fixture.ts';

export interface VenueOrder {
  oid: number;
  cloid: string;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly reduceOnly: boolean;
  px: Big;
  size: Big;
  filled: Big;
  isOpen: boolean;
}

/** A stop for the whole position. It sleeps until its entry has left the book, and goes with one that is cancelled. */
export interface VenueStop {
  readonly oid: number;
  readonly parent: VenueOrder;
  readonly px: Big;
  isOpen: boolean;
}

export interface VenueFill {
  readonly oid: number;
  readonly cloid: string | null;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly px: Big;
  readonly size: Big;
  readonly atMs: number;
}

interface Arrival {
  readonly id: string;
  readonly body: Record<string, unknown>;
  readonly isDone: boolean;
  readonly atMs: number;
}

const startMs = Date.UTC(2026, 0, 1);
const refused = (error: string) => ({ results: [{ status: 'error', error }] });

/**
 * A perp venue in memory, independent of the paper service: one book level on each side, market orders up to a depth, limit
 * orders that rest until the price reaches them, stops that come with an entry. Answers as the wire has them. Its clock
 * never jumps.
 */
export class FakeVenue {
  readonly orders: VenueOrder[] = [];
  readonly stops: VenueStop[] = [];
  readonly fills: VenueFill[] = [];
  /** Every mutating request that arrived, by operation. */
  readonly arrived: Arrival[] = [];
  mid = new Big(100);
  halfSpread = new Big('0.05');
  /** How much of a market order fills. */
  depth = new Big(1_000_000);
  /** How far from the mid an order may rest for somebody to trade with it. */
  near = new Big('0.3');
  /** Whether a changed order gets another number. */
  changesOid = true;
  /** After each thing that happens. */
  onChange: () => void = () => {};
  readonly #clock: FakeClock;
  #nextOid = 1;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  get bid(): Big {
    return this.mid.minus(this.halfSpread);
  }

  get ask(): Big {
    return this.mid.plus(this.halfSpread);
  }

  moveTo(mid: Big): void {
    this.mid = mid;
    for (const order of this.orders)
      if (order.isOpen && this.#crosses(order)) this.#fill(order, order.px, order.size.minus(order.filled));
    for (const stop of this.stops) if (this.isAwake(stop)) this.#fire(stop);
    this.#settle();
  }

  /** For a moment the price reaches the oldest order that rests near it, and somebody trades so much with it. */
  trade(size: Big): void {
    const order = this.orders.find(({ isOpen, px }) => isOpen && px.minus(this.mid).abs().lte(this.near));
    if (order) this.#fill(order, order.px, smaller(size, order.size.minus(order.filled)));
    this.#settle();
  }

  /** Answers one call. */
  answer(id: string, input: unknown): unknown {
    const body = fieldsOf(fieldsOf(input)['body']);
    switch (id) {
      case 'perp.placeOrder':
        return this.#did(id, body, this.#placed(body));
      case 'perp.modifyOrder':
        return this.#did(id, body, this.#modified(body));
      case 'perp.cancelOrder':
        return this.#did(id, body, this.#cancelled(body));
      case 'perp.orders':
        return [
          ...this.orders.filter(({ isOpen }) => isOpen).map(wireOrder),
          ...this.stops.filter((stop) => this.isAwake(stop)).map(wireStop),
        ];
      case 'perp.fills': {
        const sinceMs = Number(fieldsOf(fieldsOf(input)['query'])['start_time'] ?? 0);
        return this.fills.filter(({ atMs }) => atMs >= sinceMs).map(wireFill);
      }
      case 'perp.positions':
        return this.#positions();
      case 'perp.market':
        return this.#market();
      default:
        throw new Error(`the venue has no ${id}`);
    }
  }

  /** Opens a position of this signed size that belongs to no order of the desk. */
  hold(coin: string, size: string): void {
    const isBuy = new Big(size).gt(0);
    const trade = { oid: 0, cloid: null, coin, px: this.mid, atMs: this.#nowMs() };
    this.fills.push({ ...trade, isBuy, size: new Big(size).abs() });
  }

  /** Signed. */
  positionOf(coin: string): Big {
    return this.fills
      .filter((fill) => fill.coin === coin)
      .reduce((sum, { isBuy, size }) => (isBuy ? sum.plus(size) : sum.minus(size)), new Big(0));
  }

  /** Whether it would fire. */
  isAwake = ({ isOpen, parent }: VenueStop): boolean => isOpen && !parent.isOpen;

  #did(id: string, body: Record<string, unknown>, answer: ReturnType<typeof refused> | object) {
    const [result] = (answer as { results: { status: string }[] }).results;
    this.arrived.push({ id, body, isDone: result?.status === 'success', atMs: this.#clock.monotonic() });
    this.#settle();
    return answer;
  }

  #placed(body: Record<string, unknown>) {
    const order: VenueOrder = {
      oid: this.#nextOid++,
      cloid: String(body['cloid']),
      coin: String(body['coin']),
      isBuy: body['isBuy'] === true,
      reduceOnly: body['reduceOnly'] === true,
      px: new Big(String(body['limitPx'])),
      size: new Big(String(body['sz'])),
      filled: new Big(0),
      isOpen: true,
    };
    const isMarket = body['orderType'] === 'market';
    const sl = fieldsOf(body['sl'])['triggerPx'];
    const stopPx = sl === undefined ? null : new Big(String(sl));
    const from = isMarket ? this.mid : order.px;
    if (stopPx && (order.isBuy ? stopPx.gte(from) : stopPx.lte(from))) return refused('Invalid TP/SL price.');
    if (!order.reduceOnly && order.size.times(order.px).lt(minOrderUsd)) return refused('below the smallest order');
    if (order.reduceOnly) order.size = smaller(order.size, this.#reducible(order));
    if (order.size.lte(0)) return refused('Reduce only order would increase position.');
    if (isMarket && (!this.#crosses(order) || this.depth.lte(0))) return refused('could not match');
    this.#enter(order, isMarket);
    if (stopPx) this.stops.push({ oid: this.#nextOid++, parent: order, px: stopPx, isOpen: true });
    return { results: [{ status: 'success', oid: order.oid, cloid: order.cloid }] };
  }

  #enter(order: VenueOrder, isMarket: boolean): void {
    this.orders.push(order);
    if (this.#crosses(order))
      this.#fill(order, order.isBuy ? this.ask : this.bid, isMarket ? smaller(order.size, this.depth) : order.size);
    if (isMarket) order.isOpen = false;
  }

  #modified(body: Record<string, unknown>) {
    const order = this.orders.find(({ oid, isOpen }) => oid === body['oid'] && isOpen);
    if (!order) return refused('the order is not open');
    const [px, size] = [new Big(String(body['limitPx'])), new Big(String(body['sz']))];
    if (!order.reduceOnly && size.times(px).lt(minOrderUsd)) return refused('below the smallest order');
    order.isOpen = false;
    const oid = this.changesOid ? this.#nextOid++ : order.oid;
    const cloid = String(body['newCloid']);
    this.#enter({ ...order, oid, cloid, px, size, filled: new Big(0), isOpen: true }, false);
    return { results: [{ status: 'success', oid, cloid }] };
  }

  #cancelled(body: Record<string, unknown>) {
    const isIt = ({ oid, isOpen }: { oid: number; isOpen: boolean }) => oid === body['oid'] && isOpen;
    const order = this.orders.find(isIt) ?? this.stops.find(isIt);
    if (!order) return refused('the order is not open');
    order.isOpen = false;
    for (const stop of this.stops) if (stop.parent === order) stop.isOpen = false;
    return { results: [{ status: 'success', oid: order.oid }] };
  }

  #crosses({ isBuy, px }: VenueOrder): boolean {
    return isBuy ? px.gte(this.ask) : px.lte(this.bid);
  }

  #reducible({ coin, isBuy }: { readonly coin: string; readonly isBuy: boolean }): Big {
    const position = this.positionOf(coin);
    return isBuy === position.gt(0) ? new Big(0) : position.abs();
  }

  #fill(order: VenueOrder, px: Big, wanted: Big): void {
    const size = order.reduceOnly ? smaller(wanted, this.#reducible(order)) : wanted;
    if (size.gt(0)) {
      order.filled = order.filled.plus(size);
      const { oid, cloid, coin, isBuy } = order;
      this.fills.push({ oid, cloid, coin, isBuy, px, size, atMs: this.#nowMs() });
    }
    if (order.filled.gte(order.size)) order.isOpen = false;
  }

  #fire(stop: VenueStop): void {
    const { coin, isBuy } = stop.parent;
    if (isBuy ? this.mid.gt(stop.px) : this.mid.lt(stop.px)) return;
    stop.isOpen = false;
    const size = this.#reducible({ coin, isBuy: !isBuy });
    const px = isBuy ? this.bid : this.ask;
    if (size.gt(0)) this.fills.push({ oid: stop.oid, cloid: null, coin, isBuy: !isBuy, px, size, atMs: this.#nowMs() });
  }

  /** What has nothing left to reduce is dropped. */
  #settle(): void {
    for (const order of this.orders)
      if (order.isOpen && order.reduceOnly && this.#reducible(order).eq(0)) order.isOpen = false;
    for (const stop of this.stops)
      if (this.isAwake(stop) && this.#reducible({ coin: stop.parent.coin, isBuy: !stop.parent.isBuy }).eq(0))
        stop.isOpen = false;
    this.onChange();
  }

  #nowMs = (): number => startMs + this.#clock.monotonic();

  #positions() {
    const szi = this.positionOf('BTC');
    return {
      accountValue: '100000',
      totalMarginUsed: '0',
      totalNtlPos: '0',
      withdrawable: '100000',
      positions: szi.eq(0) ? [] : [{ coin: 'BTC', szi: szi.toFixed(), entryPx: this.mid.toFixed() }],
    };
  }

  #market() {
    const level = (px: Big) => [{ numOrders: 1, price: px.toFixed(), size: this.depth.toFixed() }];
    const px = this.mid.toFixed();
    return {
      ctx: {
        dayNtlVlm: '0',
        funding: '0',
        markPx: px,
        midPx: px,
        openInterest: '0',
        oraclePx: px,
        premium: '0',
        prevDayPx: px,
      },
      meta: { assetIndex: 0, maxLeverage: 20, name: 'BTC', onlyIsolated: false, szDecimals: 3 },
      asks: level(this.ask),
      bids: level(this.bid),
    };
  }
}

const smaller = (one: Big, other: Big): Big => (one.lt(other) ? one : other);

const wireOrder = ({ oid, cloid, coin, isBuy, px, size, filled }: VenueOrder) => ({
  oid,
  cloid,
  coin,
  side: isBuy ? 'buy' : 'sell',
  limitPx: px.toFixed(),
  sz: size.minus(filled).toFixed(),
  orderType: 'Limit',
});

const wireStop = ({ oid, parent, px }: VenueStop) => ({
  oid,
  coin: parent.coin,
  side: parent.isBuy ? 'sell' : 'buy',
  limitPx: px.toFixed(),
  sz: '0.0',
  orderType: 'stopMarket',
});

const wireFill = ({ oid, cloid, coin, isBuy, px, size, atMs }: VenueFill) => ({
  oid,
  ...(cloid === null ? {} : { cloid }),
  coin,
  side: isBuy ? 'buy' : 'sell',
  px: px.toFixed(),
  sz: size.toFixed(),
  fee: px.times(size).times('0.00045').toFixed(),
  closedPnl: '0',
  time: atMs,
});
