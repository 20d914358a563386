import { perpAccount, perpFees, perpFills, perpFunding } from '../../protocol/endpoints/perp-account.ts';
import { perpMarket, perpMarkets } from '../../protocol/endpoints/perp-markets.ts';
import {
  cancelPerpOrder,
  modifyPerpOrder,
  modifyPerpOrders,
  perpOrders,
  placePerpOrder,
} from '../../protocol/endpoints/perp-orders.ts';
import { adjustPerpMargin, closePerpPosition, setPerpLeverage } from '../../protocol/endpoints/perp-position.ts';
import { perpPositions } from '../../protocol/endpoints/perp-positions.ts';
import type { PerpExchange } from '../exchange/perps/perp-exchange.ts';
import { type Route, route } from '../service/handler.ts';
import { refuseField } from './refuse-field.ts';

/** The perp operations. */
export const perpRoutes = (perps: PerpExchange): Route[] => [
  route(perpMarkets, () => perps.markets()),
  route(perpMarket, ({ params }) => perps.market(params.coin)),
  route(perpPositions, ({ query }) => perps.positions(query.wallet_id)),
  route(perpAccount, ({ query }) => perps.accountState(query.wallet_id)),
  route(perpFees, ({ query }) => perps.fees(query.wallet_id)),
  route(perpFills, ({ query }) => perps.fills(inOrder(query))),
  route(perpFunding, ({ query }) => perps.funding(inOrder(query))),
  route(perpOrders, ({ query }) => perps.orders(query.wallet_id, query.coin)),
  route(placePerpOrder, ({ body }) => perps.place(body)),
  route(modifyPerpOrder, ({ body: { walletId, ...modification } }) =>
    perps.modify({ walletId, modifications: [modification] }),
  ),
  route(modifyPerpOrders, ({ body }) => perps.modify(body)),
  route(cancelPerpOrder, ({ body }) => perps.cancel(body)),
  route(closePerpPosition, ({ body }) => perps.close(body)),
  route(adjustPerpMargin, ({ body }) => perps.adjustMargin(body)),
  route(setPerpLeverage, ({ body }) => perps.setLeverage(body)),
];

function inOrder<T extends { readonly start_time: number; readonly end_time?: number | undefined }>(period: T): T {
  if (period.end_time !== undefined && period.end_time < period.start_time)
    throw refuseField('end_time', 'must not be before start_time');
  return period;
}
