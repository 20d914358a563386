import Big from 'big.js';
import type { FundingPayment, LeverageSetting, PerpFill, PerpOrder, PerpTrigger, Position } from '../perp-records.ts';
import { MarginAccount } from './margin-account.ts';
import type { PerpLedger } from './perp-ledger.ts';

type Texts<T> = { readonly [K in keyof T]: T[K] extends Big ? string : T[K] };
type StoredOrder = Omit<Texts<PerpOrder>, 'trigger'> & { readonly trigger: Texts<PerpTrigger> | null };

/** A margin account as plain JSON: every decimal is text. */
export interface StoredAccount {
  readonly cashUsd: string;
  readonly positions: readonly Texts<Position>[];
  readonly leverages: readonly (readonly [coin: string, setting: LeverageSetting])[];
  readonly orders: readonly StoredOrder[];
  readonly cloids: readonly string[];
  readonly fills: readonly PerpFill[];
  readonly fundings: readonly FundingPayment[];
}

export function storeAccount(account: MarginAccount): StoredAccount {
  return {
    cashUsd: account.cashUsd.toFixed(),
    positions: [...account.positions.values()].map((position) => ({
      ...position,
      szi: position.szi.toFixed(),
      costUsd: position.costUsd.toFixed(),
      marginUsd: position.marginUsd.toFixed(),
    })),
    leverages: [...account.leverages],
    orders: [...account.orders.values()].map((order) => ({
      ...order,
      limitPx: order.limitPx.toFixed(),
      sz: order.sz.toFixed(),
      aheadSz: order.aheadSz.toFixed(),
      trigger: order.trigger && { ...order.trigger, px: order.trigger.px.toFixed() },
    })),
    cloids: [...account.cloids],
    fills: [...account.fills],
    fundings: [...account.fundings],
  };
}

/** Restores only the account's own figures: the ledger has its own copy of the money. */
export function reviveAccount(walletId: string, stored: StoredAccount, ledger: PerpLedger): MarginAccount {
  const account = new MarginAccount(walletId, ledger);
  account.cashUsd = new Big(stored.cashUsd);
  for (const position of stored.positions)
    account.positions.set(position.coin, {
      ...position,
      szi: new Big(position.szi),
      costUsd: new Big(position.costUsd),
      marginUsd: new Big(position.marginUsd),
    });
  for (const [coin, setting] of stored.leverages) account.leverages.set(coin, setting);
  for (const order of stored.orders)
    account.orders.set(order.oid, {
      ...order,
      limitPx: new Big(order.limitPx),
      sz: new Big(order.sz),
      aheadSz: new Big(order.aheadSz),
      trigger: order.trigger && { ...order.trigger, px: new Big(order.trigger.px) },
    });
  for (const cloid of stored.cloids) account.cloids.add(cloid);
  account.fills = [...stored.fills];
  account.fundings = [...stored.fundings];
  return account;
}
