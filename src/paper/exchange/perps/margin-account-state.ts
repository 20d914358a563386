import Big from 'big.js';
import {
  type FundingPayment,
  type LeverageSetting,
  MarginAccount,
  type PerpFill,
  type Totals,
} from './margin-account.ts';

type Texts<T> = { [K in keyof T]: T[K] extends Big ? string : T[K] };

interface StoredOrder {
  readonly oid: number;
  readonly coin: string;
  readonly isBuy: boolean;
  readonly limitPx: string;
  readonly sz: string;
  readonly reduceOnly: boolean;
  readonly cloid: string | null;
  readonly timestampMs: number;
  readonly trigger: { readonly kind: 'tp' | 'sl'; readonly px: string; readonly isMarket: boolean } | null;
  readonly parentOid: number | null;
}

interface StoredPosition {
  readonly coin: string;
  readonly szi: string;
  readonly costUsd: string;
  readonly leverage: number;
  readonly isCross: boolean;
  readonly marginUsd: string;
}

/** A margin account as plain JSON: every decimal is text. */
export interface StoredAccount {
  readonly cashUsd: string;
  readonly totals: Texts<Totals>;
  readonly positions: readonly StoredPosition[];
  readonly leverages: readonly (readonly [coin: string, setting: LeverageSetting])[];
  readonly orders: readonly StoredOrder[];
  readonly fills: readonly PerpFill[];
  readonly fundings: readonly FundingPayment[];
}

const totalNames = ['deposits', 'realised', 'fees', 'funding', 'insurance'] as const;

export function storeAccount(account: MarginAccount): StoredAccount {
  return {
    cashUsd: account.cashUsd.toFixed(),
    totals: Object.fromEntries(totalNames.map((name) => [name, account.totals[name].toFixed()])) as Texts<Totals>,
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
      trigger: order.trigger && { ...order.trigger, px: order.trigger.px.toFixed() },
    })),
    fills: [...account.fills],
    fundings: [...account.fundings],
  };
}

export function reviveAccount(stored: StoredAccount): MarginAccount {
  const account = new MarginAccount();
  account.cashUsd = new Big(stored.cashUsd);
  for (const name of totalNames) account.totals[name] = new Big(stored.totals[name]);
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
      trigger: order.trigger && { ...order.trigger, px: new Big(order.trigger.px) },
    });
  account.fills = [...stored.fills];
  account.fundings = [...stored.fundings];
  return account;
}
