import Big from 'big.js';
import { fieldsOf } from '../../domain/fields.ts';
import type { FakeClock } from '../../platform/time/fake-clock.fixture.ts';

interface VenueOrder {
  readonly oid: number;
  cloid: string;
  readonly coin: string;
  readonly isBuy: boolean;
  px: Big;
  size: Big;
  filled: Big;
  isOpen: boolean;
}

export interface VenueFill {
  readonly oid: number;
  readonly cloid: string;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly px: Big;
  readonly size: Big;
  readonly atMs: number;
}

/**
 * A perp venue in memory, independent of the paper service: one book level on each side, market orders up to a depth, limit
 * orders that rest until the price reaches them. Answers as the wire has them.
 */
export class FakeVenue {
  readonly orders: VenueOrder[] = [];
  readonly fills: VenueFill[] = [];
  /** Every mutating request that arrived, by operation. */
  readonly arrived: { readonly id: string; readonly body: Record<string, unknown> }[] = [];
  mid = new Big(100);
  halfSpread = new Big('0.05');
  /** How much of a market order fills. */
  depth = new Big(1_000_000);
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
  }

  /** Answers one call. */
  answer(id: string, input: unknown): unknown {
    const body = fieldsOf(fieldsOf(input)['body']);
    switch (id) {
      case 'perp.placeOrder':
        return this.#placed(body);
      case 'perp.modifyOrder':
        return this.#modified(body);
      case 'perp.cancelOrder':
        return this.#cancelled(body);
      case 'perp.orders':
        return this.orders.filter(({ isOpen }) => isOpen).map(wireOrder);
      case 'perp.fills':
        return this.fills.map(wireFill);
      case 'perp.market':
        return this.#market();
      default:
        throw new Error(`the venue has no ${id}`);
    }
  }

  positionOf(coin: string): Big {
    return this.fills
      .filter((fill) => fill.coin === coin)
      .reduce((sum, { isBuy, size }) => (isBuy ? sum.plus(size) : sum.minus(size)), new Big(0));
  }

  #placed(body: Record<string, unknown>) {
    this.arrived.push({ id: 'perp.placeOrder', body });
    const order: VenueOrder = {
      oid: this.#nextOid++,
      cloid: String(body['cloid']),
      coin: String(body['coin']),
      isBuy: body['isBuy'] === true,
      px: new Big(String(body['limitPx'])),
      size: new Big(String(body['sz'])),
      filled: new Big(0),
      isOpen: true,
    };
    this.orders.push(order);
    if (this.#crosses(order)) {
      const most = body['orderType'] === 'market' && this.depth.lt(order.size) ? this.depth : order.size;
      if (most.gt(0)) this.#fill(order, order.isBuy ? this.ask : this.bid, most);
    }
    if (body['orderType'] === 'market') order.isOpen = false;
    return { results: [{ status: 'success', oid: order.oid, cloid: order.cloid }] };
  }

  #modified(body: Record<string, unknown>) {
    this.arrived.push({ id: 'perp.modifyOrder', body });
    const order = this.orders.find(({ oid, isOpen }) => oid === body['oid'] && isOpen);
    if (!order) return { results: [{ status: 'error', error: 'the order is not open' }] };
    order.isOpen = false;
    return this.#placed({ ...body, cloid: body['newCloid'] });
  }

  #cancelled(body: Record<string, unknown>) {
    this.arrived.push({ id: 'perp.cancelOrder', body });
    const order = this.orders.find(({ oid, isOpen }) => oid === body['oid'] && isOpen);
    if (!order) return { results: [{ status: 'error', error: 'the order is not open' }] };
    order.isOpen = false;
    return { results: [{ status: 'success', oid: order.oid }] };
  }

  #crosses({ isBuy, px }: VenueOrder): boolean {
    return isBuy ? px.gte(this.ask) : px.lte(this.bid);
  }

  #fill(order: VenueOrder, px: Big, size: Big): void {
    order.filled = order.filled.plus(size);
    if (order.filled.gte(order.size)) order.isOpen = false;
    const { oid, cloid, coin, isBuy } = order;
    this.fills.push({ oid, cloid, coin, isBuy, px, size, atMs: this.#clock.now() });
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

const wireOrder = ({ oid, cloid, coin, isBuy, px, size, filled }: VenueOrder) => ({
  oid,
  cloid,
  coin,
  side: isBuy ? 'buy' : 'sell',
  limitPx: px.toFixed(),
  sz: size.minus(filled).toFixed(),
  orderType: 'Limit',
});

const wireFill = ({ oid, cloid, coin, isBuy, px, size, atMs }: VenueFill) => ({
  oid,
  cloid,
  coin,
  side: isBuy ? 'buy' : 'sell',
  px: px.toFixed(),
  sz: size.toFixed(),
  fee: px.times(size).times('0.00045').toFixed(),
  closedPnl: '0',
  time: atMs,
});
