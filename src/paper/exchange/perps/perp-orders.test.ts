import { describe, expect, it } from 'vitest';
import { perpFills } from '../../../protocol/endpoints/perp-account.ts';
import { perpMarket } from '../../../protocol/endpoints/perp-markets.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  modifyPerpOrders,
  perpOrders,
  placePerpOrder,
} from '../../../protocol/endpoints/perp-orders.ts';
import { closePerpPosition, setPerpLeverage } from '../../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../../protocol/endpoints/perp-positions.ts';
import { big, openPerpLab } from './perp-lab.fixture.ts';

const walletId = 'wal_perp';
const cloid = `0x${'ab'.repeat(16)}`;
type Lab = ReturnType<typeof openPerpLab>;

const restingOid = ({ call }: Lab, coin: string): number => call(perpOrders, { query: { coin } })[0]?.oid ?? 0;

describe('placing', () => {
  it('refuses a limit that is more than 80 % away from the mark, also by a modification', () => {
    const { call, priceUsd } = openPerpLab();
    const far = { status: 'error', error: expect.stringMatching(/more than 80% away from the reference price/) };
    const order = (share: number) => ({
      walletId,
      coin: 'BTC',
      isBuy: share < 1,
      sz: '0.01',
      limitPx: String(Math.round(priceUsd('BTC') * share)),
    });
    for (const share of [0.19, 1.81, 100]) expect(call(placePerpOrder, { body: order(share) }).results).toEqual([far]);
    const { results } = call(placePerpOrder, { body: order(0.21) });
    expect(results).toMatchObject([{ status: 'success' }]);
    const { walletId: _, ...change } = { ...order(0.1), oid: results[0]!.oid! };
    expect(call(modifyPerpOrders, { body: { walletId, modifications: [change] } }).results).toEqual([far]);
  });

  it('fills a market order by walking the book', () => {
    const { call, position } = openPerpLab();
    const asks = call(perpMarket, { params: { coin: 'JUP' } }).asks ?? [];
    const twoLevels = big(asks[0]?.size).plus(1);
    const { results } = call(placePerpOrder, {
      body: { walletId, coin: 'JUP', isBuy: true, sz: twoLevels.toFixed(), cloid },
    });
    expect(results).toEqual([{ status: 'success', oid: expect.any(Number), cloid }]);
    const fills = call(perpFills, { query: { start_time: 0, coin: 'JUP' } });
    expect(fills.map(({ px, sz }) => [px, sz])).toEqual([
      [asks[1]?.price, '1'],
      [asks[0]?.price, asks[0]?.size],
    ]);
    expect(position('JUP')).toMatchObject({ szi: twoLevels.toFixed(), leverageType: 'cross', leverageValue: '10' });
    expect(call(perpMarket, { params: { coin: 'JUP' } }).asks?.[0]?.price).toBe(asks[1]?.price);
  });

  it('fills what crosses of a limit order and rests the rest', () => {
    const { call } = openPerpLab();
    const best = call(perpMarket, { params: { coin: 'WIF' } }).bids?.[0];
    const sz = big(best?.size).plus(100).toFixed();
    call(placePerpOrder, { body: { walletId, coin: 'WIF', isBuy: false, sz, limitPx: String(best?.price) } });
    expect(call(perpOrders, { query: { coin: 'WIF' } })).toMatchObject([
      { side: 'sell', sz: '100', limitPx: best?.price },
    ]);
    expect(call(perpPositions, {}).positions.at(-1)).toMatchObject({ coin: 'WIF', szi: `-${best?.size}` });
  });

  it('lets the rest of a market order lapse, and fills none of it beyond the price it names', () => {
    const { call, position } = openPerpLab();
    const asks = call(perpMarket, { params: { coin: 'WIF' } }).asks ?? [];
    const body = { walletId, coin: 'WIF', isBuy: true, sz: big(asks[0]?.size).plus(100).toFixed() };
    call(placePerpOrder, { body: { ...body, orderType: 'market', limitPx: String(asks[0]?.price) } });
    expect(position('WIF')?.szi).toBe(asks[0]?.size);
    expect(call(perpOrders, { query: { coin: 'WIF' } })).toEqual([]);
    const { results } = call(placePerpOrder, { body: { ...body, orderType: 'market', limitPx: '0.2' } });
    expect(results).toEqual([
      { status: 'error', error: 'Order could not immediately match against any resting orders.' },
    ]);
  });

  it('says that nothing is offered once the book has been swept', () => {
    const { call } = openPerpLab();
    const sweep = { walletId, coin: 'JUP', isBuy: true, sz: '9000000' };
    const { results } = call(placePerpOrder, { body: sweep });
    expect(results).toMatchObject([{ status: 'success' }]);
    expect(call(placePerpOrder, { body: { ...sweep, sz: '1000' } }).results).toEqual([
      { status: 'error', error: 'No liquidity available for market order.' },
    ]);
  });

  it('takes the largest order that margin, fee and the loss against the mark leave room for', () => {
    const largest = (fits: (sz: number) => boolean, low: number, high: number): number => {
      if (high - low <= 1) return low;
      const middle = Math.floor((low + high) / 2);
      return fits(middle) ? largest(fits, middle, high) : largest(fits, low, middle);
    };
    const placed = (sz: number) => {
      const { call } = openPerpLab();
      // At the default 10× the book would be empty before the margin is.
      call(setPerpLeverage, { body: { walletId, coin: 'JUP', leverage: 5 } });
      const { results } = call(placePerpOrder, { body: { walletId, coin: 'JUP', isBuy: true, sz: String(sz) } });
      const { accountValue, positions, spotBalances } = call(perpPositions, {});
      const isolatedPnl = positions
        .filter(({ leverageType }) => leverageType === 'isolated')
        .reduce((sum, { unrealizedPnl }) => sum.plus(big(unrealizedPnl)), big('0'));
      const freeUsd = big(accountValue).minus(isolatedPnl).minus(big(spotBalances?.[0]?.hold));
      return { isPlaced: results[0]?.status === 'success', freeUsd: freeUsd.toNumber() };
    };
    const sz = largest((candidate) => placed(candidate).isPlaced, 100, 10_000_000);
    const { freeUsd } = placed(sz);
    expect(freeUsd).toBeGreaterThanOrEqual(0);
    expect(freeUsd).toBeLessThan(100);
  });

  it('cuts sizeUsd down to the coin’s decimals', () => {
    const { call, position } = openPerpLab();
    const limitPx = '3600';
    call(placePerpOrder, { body: { walletId, coin: 'BNB', isBuy: true, sizeUsd: '100', limitPx: '555' } });
    expect(call(perpOrders, { query: { coin: 'BNB' } })).toMatchObject([{ sz: '0.18' }]);
    call(placePerpOrder, { body: { walletId, coin: 'ETH', isBuy: true, sizeUsd: '100', limitPx, reduceOnly: true } });
    expect(position('ETH')?.szi).toBe('-4.1723');
  });

  it('clips a reduce-only order to the position', () => {
    const { call, position } = openPerpLab();
    call(placePerpOrder, { body: { walletId, coin: 'BTC', isBuy: false, sz: '3', reduceOnly: true } });
    expect(position('BTC')).toBeUndefined();
  });

  it.each([
    [{ coin: 'NOPE', sz: '1' }, /no perp market/],
    [{ coin: 'BTC', sz: '0.000001' }, /^Order has invalid size\.$/],
    [{ coin: 'BTC', sz: '0.00001' }, /^Order must have minimum value of \$10\.$/],
    [{ coin: 'BTC', sizeUsd: '9.99' }, /^Order must have minimum value of \$10\.$/],
    [{ coin: 'BTC', sz: '-1' }, /above 0/],
    [{ coin: 'BTC', sz: '0.01', limitPx: '90000.5' }, /^Price must be divisible by tick size\.$/],
    [{ coin: 'SOL', sz: '1', limitPx: '139.123' }, /^Price must be divisible by tick size\.$/],
    [{ coin: 'BTC', sz: '50' }, /^Insufficient margin to place order\.$/],
    [{ coin: 'XRP', sz: '10', reduceOnly: true }, /^Reduce only order would increase position\.$/],
    [{ coin: 'BTC', sz: '0.01', tp: { triggerPx: '1000' } }, /^Invalid TP\/SL price\.$/],
    [{ coin: 'BTC', sz: '0.01', sl: { triggerPx: '1000', isMarket: false } }, /needs limitPx/],
  ])('refuses %o in its result and changes nothing', (draft, error) => {
    const { call, messages } = openPerpLab();
    const before = [call(perpPositions, {}), call(perpOrders, {})];
    const { results } = call(placePerpOrder, { body: { walletId, isBuy: true, ...draft } });
    expect(results[0]).toEqual({ status: 'error', error: expect.stringMatching(error) });
    expect(results.every(({ status }) => status === 'error')).toBe(true);
    expect([call(perpPositions, {}), call(perpOrders, {})]).toEqual(before);
    expect(messages).toEqual([]);
  });

  it('refuses a cloid a second time, resting or filled', () => {
    const { call } = openPerpLab();
    const body = { walletId, coin: 'SOL', isBuy: true, sz: '1', cloid };
    call(placePerpOrder, { body });
    expect(call(placePerpOrder, { body }).results).toMatchObject([{ status: 'error', cloid }]);
  });
});

describe('resting orders', () => {
  it('fill at their price when the market crosses them', () => {
    const lab = openPerpLab();
    const order = lab.call(perpOrders, { query: { coin: 'BTC' } })[0];
    lab.setPrice('BTC', Number(order?.limitPx) * 0.995);
    expect(lab.call(perpOrders, { query: { coin: 'BTC' } })).toEqual([]);
    const [fill] = lab.call(perpFills, { query: { start_time: 0, coin: 'BTC' } });
    expect(fill).toMatchObject({ px: order?.limitPx, sz: '0.05', oid: order?.oid, direction: 'Open Long' });
    expect(big(fill?.fee).div(big(fill?.px).times('0.05')).toFixed(5)).toBe('0.00015');
    expect(lab.position('BTC')?.szi).toBe('0.2');
    expect(lab.messages).toHaveLength(1);
  });

  it('hold free margin until they are cancelled', () => {
    const { call } = openPerpLab();
    const free = () => big(call(perpPositions, {}).withdrawable);
    const before = free();
    call(placePerpOrder, { body: { walletId, coin: 'XRP', isBuy: true, sz: '1000', limitPx: '2' } });
    expect(before.minus(free()).toFixed()).toBe('200');
    call(cancelPerpOrder, { body: { walletId, coin: 'XRP', cancelAll: true } });
    expect(free().eq(before)).toBe(true);
  });
});

describe('take-profit and stop-loss', () => {
  const placed = (isBuy = true) => {
    const lab = openPerpLab();
    const px = lab.priceUsd('LINK');
    const [near, far] = isBuy ? [1.1, 0.9] : [0.9, 1.1];
    const { results } = lab.call(placePerpOrder, {
      body: {
        walletId,
        coin: 'LINK',
        isBuy,
        sz: '50',
        tp: { triggerPx: (px * near).toFixed(3) },
        sl: { triggerPx: (px * far).toFixed(3) },
      },
    });
    expect(results.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    return { lab, px };
  };

  it.each([
    [true, 1.12],
    [true, 0.88],
    [false, 1.12],
    [false, 0.88],
  ])('isBuy %s: one fires at %f of the price and takes its twin along', (isBuy, share) => {
    const { lab, px } = placed(isBuy);
    expect(lab.call(perpOrders, { query: { coin: 'LINK' } }).map(({ orderType }) => orderType)).toEqual([
      'takeProfitMarket',
      'stopMarket',
    ]);
    lab.setPrice('LINK', px * (1 + (share - 1) / 2));
    expect(lab.position('LINK')).toBeDefined();
    lab.setPrice('LINK', px * share);
    expect(lab.position('LINK')).toBeUndefined();
    expect(lab.call(perpOrders, { query: { coin: 'LINK' } })).toEqual([]);
  });

  it('sleep unlisted while their entry rests, and go when it is cancelled', () => {
    const lab = openPerpLab();
    const entry = { walletId, coin: 'BTC', isBuy: true, sz: '0.01', limitPx: '90000', sl: { triggerPx: '89000' } };
    const [placed, stop] = lab.call(placePerpOrder, { body: entry }).results;
    const listed = () => lab.call(perpOrders, { query: { coin: 'BTC' } }).map(({ oid }) => oid);
    expect(listed()).toContain(placed?.oid);
    expect(listed()).not.toContain(stop?.oid);
    const { orders } = lab.perps.accounts.get(walletId);
    expect(orders.has(stop?.oid ?? 0)).toBe(true);
    lab.call(cancelPerpOrder, { body: { walletId, coin: 'BTC', oid: placed?.oid ?? 0 } });
    expect(orders.has(stop?.oid ?? 0)).toBe(false);
  });

  it('are cancelled at once if their entry leaves them nothing to reduce', () => {
    const lab = openPerpLab();
    const sl = { triggerPx: '200000' };
    const { results } = lab.call(placePerpOrder, { body: { walletId, coin: 'BTC', isBuy: false, sz: '0.01', sl } });
    expect(results).toMatchObject([{ status: 'success' }, { status: 'success' }]);
    expect(lab.position('BTC')?.szi).toBe('0.14');
    expect(lab.call(perpOrders, { query: { coin: 'BTC' } })).toHaveLength(1);
  });

  it('go when the position is closed by hand', () => {
    const { lab } = placed();
    lab.call(closePerpPosition, { body: { walletId, coin: 'LINK' } });
    expect(lab.call(perpOrders, { query: { coin: 'LINK' } })).toEqual([]);
  });
});

describe('modifying', () => {
  it('answers each item of a batch on its own', () => {
    const lab = openPerpLab();
    const btc = restingOid(lab, 'BTC');
    const eth = restingOid(lab, 'ETH');
    const { results } = lab.call(modifyPerpOrders, {
      body: {
        walletId,
        modifications: [
          { coin: 'BTC', isBuy: true, limitPx: '92000', sz: '0.04', oid: btc, newCloid: cloid },
          { coin: 'BTC', isBuy: true, limitPx: '92000', sz: '0.04', oid: 1 },
          { coin: 'ETH', isBuy: true, limitPx: '3300.123', sz: '1', oid: eth },
          { coin: 'ETH', isBuy: false, limitPx: '3300', sz: '1', oid: eth },
          { coin: 'SOL', isBuy: true, limitPx: '120', sz: '1', oid: eth },
          { coin: 'BTC', isBuy: true, limitPx: '91000', sz: '0.03', cloid },
        ],
      },
    });
    expect(results).toEqual([
      { status: 'success', oid: btc, cloid },
      { status: 'error', error: 'Order was never placed, already canceled, or filled.' },
      { status: 'error', error: 'Price must be divisible by tick size.' },
      { status: 'error', error: expect.stringMatching(/cannot change its side/) },
      { status: 'error', error: expect.stringMatching(/is for ETH/) },
      { status: 'success', oid: btc, cloid },
    ]);
    expect(lab.call(perpOrders, { query: { coin: 'BTC' } })).toMatchObject([
      { limitPx: '91000', sz: '0.03', oid: btc },
    ]);
    expect(lab.call(perpOrders, { query: { coin: 'ETH' } })).toMatchObject([{ sz: '1.4' }]);
    expect(lab.messages).toHaveLength(1);
  });

  it('leaves the order as it was when the margin is not there', () => {
    const lab = openPerpLab();
    const before = lab.call(perpOrders, {});
    const { results } = lab.call(modifyPerpOrder, {
      body: { walletId, coin: 'BTC', isBuy: true, limitPx: '92000', sz: '20', oid: restingOid(lab, 'BTC') },
    });
    expect(results).toMatchObject([{ status: 'error', error: 'Insufficient margin to place order.' }]);
    expect(lab.call(perpOrders, {})).toEqual(before);
  });

  it('fills an order that is moved across the book', () => {
    const lab = openPerpLab();
    lab.call(modifyPerpOrder, {
      body: { walletId, coin: 'BTC', isBuy: true, limitPx: '98000', sz: '0.05', oid: restingOid(lab, 'BTC') },
    });
    expect(lab.call(perpOrders, { query: { coin: 'BTC' } })).toEqual([]);
    expect(lab.position('BTC')?.szi).toBe('0.2');
  });
});

describe('cancelling', () => {
  it('takes one by oid, one by cloid, all of a coin, and says what is not there', () => {
    const lab = openPerpLab();
    const oid = restingOid(lab, 'BTC');
    expect(lab.call(cancelPerpOrder, { body: { walletId, coin: 'BTC', oid } }).results).toEqual([
      { status: 'success', oid },
    ]);
    expect(lab.call(cancelPerpOrder, { body: { walletId, coin: 'BTC', oid } }).results).toMatchObject([
      { status: 'error' },
    ]);
    for (const sz of ['1', '2'])
      lab.call(placePerpOrder, { body: { walletId, coin: 'SOL', isBuy: true, sz, limitPx: '120' } });
    lab.call(placePerpOrder, { body: { walletId, coin: 'BNB', isBuy: true, sz: '1', limitPx: '500', cloid } });
    expect(lab.call(cancelPerpOrder, { body: { walletId, coin: 'BNB', cloid } }).results).toMatchObject([{ cloid }]);
    expect(lab.call(cancelPerpOrder, { body: { walletId, coin: 'SOL', cancelAll: true } }).results).toHaveLength(3);
    expect(lab.call(perpOrders, {}).map(({ coin }) => coin)).toEqual(['ETH']);
  });
});
