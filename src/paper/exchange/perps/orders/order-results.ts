import type { HandlerInput, ResponseInput } from '../../../../protocol/endpoint.ts';
import type { cancelPerpOrder, modifyPerpOrders, placePerpOrder } from '../../../../protocol/endpoints/perp-orders.ts';
import type { PerpOrder } from '../perp-records.ts';
import { OrderError } from './order-rules.ts';

export type OrderResult = ResponseInput<typeof placePerpOrder>['results'][number];
export type PlaceBody = HandlerInput<typeof placePerpOrder>['body'];
export type Modification = HandlerInput<typeof modifyPerpOrders>['body']['modifications'][number];
export type CancelBody = HandlerInput<typeof cancelPerpOrder>['body'];

export const succeeded = (order: PerpOrder): OrderResult => ({
  status: 'success',
  oid: order.oid,
  ...(order.cloid === null ? {} : { cloid: order.cloid }),
});

export const refused = (message: string, cloid?: string | null): OrderResult => ({
  status: 'error',
  error: message,
  ...(cloid ? { cloid } : {}),
});

/** Runs one item; a violation of a venue rule becomes that item's result. */
export function itemResult(run: () => OrderResult, cloid?: string | null): OrderResult {
  try {
    return run();
  } catch (error) {
    if (error instanceof OrderError) return refused(error.message, cloid);
    throw error;
  }
}
