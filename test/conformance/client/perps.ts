import { expect, test } from 'vitest';
import * as perpAccount from '../../../src/protocol/endpoints/perp-account.ts';
import { perpMarket, perpMarkets } from '../../../src/protocol/endpoints/perp-markets.ts';
import * as perpOrders from '../../../src/protocol/endpoints/perp-orders.ts';
import * as perpPosition from '../../../src/protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../../src/protocol/endpoints/perp-positions.ts';
import { isUnreadable } from '../../../src/protocol/schema.ts';
import { first, type OwnClient } from '../own-client.ts';

/** Perpetual markets, orders and positions. */
export function perpCalls({ call }: OwnClient): void {
  test('perpetual markets and account', async () => {
    const markets = await call(perpMarkets, {});
    const { name } = first(markets).meta;
    expect((await call(perpMarket, { params: { coin: name } })).meta).toEqual(first(markets).meta);
    const wallet_id = 'wal_perp';
    const positions = await call(perpPositions, { query: { wallet_id } });
    expect(positions.positions).toHaveLength(3);
    const state = await call(perpAccount.perpAccount, { query: { wallet_id } });
    expect(state.spotBalances).toHaveLength(1);
    expect(await call(perpAccount.perpFees, { query: { wallet_id } })).toMatchObject({ takerRate: '0.00045' });
    const now = Date.now();
    const period = { wallet_id, start_time: now - 72 * 3_600_000, end_time: now, coin: 'BTC' };
    expect((await call(perpAccount.perpFills, { query: period })).length).toBeGreaterThan(0);
    expect((await call(perpAccount.perpFunding, { query: period })).length).toBeGreaterThan(0);
  });

  test('perpetual orders and positions', async () => {
    const walletId = 'wal_perp';
    const cloid = `0x${'cd'.repeat(16)}`;
    const change = { coin: 'ETH', isBuy: true, limitPx: '1500', sz: '0.03' };
    const { results } = await call(perpOrders.placePerpOrder, {
      body: { walletId, ...change, orderType: 'limit', cloid, tp: { triggerPx: '9000' }, sl: { triggerPx: '900' } },
    });
    expect(results).toHaveLength(3);
    const oid = first(results).oid!;
    const resting = async () => {
      const orders = await call(perpOrders.perpOrders, { query: { wallet_id: walletId, coin: 'ETH' } });
      return orders.find((order) => !isUnreadable(order) && order.oid === oid);
    };
    await call(perpOrders.modifyPerpOrder, { body: { walletId, ...change, oid, limitPx: '1400' } });
    expect(await resting()).toMatchObject({ limitPx: '1400', cloid });
    const modifications = [
      { ...change, oid, limitPx: '1300' },
      { ...change, oid: 1 },
    ];
    const batch = await call(perpOrders.modifyPerpOrders, { body: { walletId, modifications } });
    expect(batch.results).toMatchObject([
      { status: 'success', oid },
      { status: 'error', error: expect.any(String) },
    ]);
    await call(perpOrders.cancelPerpOrder, { body: { walletId, coin: 'ETH', oid } });
    expect(await resting()).toBeUndefined();

    const margin = await call(perpPosition.adjustPerpMargin, { body: { walletId, coin: 'BTC', amount: '25.5' } });
    expect(margin).toEqual({ success: true });
    expect(await call(perpPosition.setPerpLeverage, { body: { walletId, coin: 'BTC', leverage: 999 } })).toEqual({
      success: false,
      error: expect.any(String),
    });
    const closed = await call(perpPosition.closePerpPosition, { body: { walletId, coin: 'SOL', percentage: 100 } });
    expect(closed.results).toMatchObject([{ status: 'success' }]);
    const { positions } = await call(perpPositions, {});
    expect(positions.map((position) => !isUnreadable(position) && position.coin)).toEqual(['BTC', 'ETH']);
  });
}
