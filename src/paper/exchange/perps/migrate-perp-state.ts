import Big from 'big.js';
import { openingInsuranceUsd } from './margin/perp-accounts.ts';

interface OldTotals {
  readonly deposits: string;
  readonly realised: string;
  readonly fees: string;
  readonly funding: string;
  readonly insurance: string;
}

interface OldOrder {
  readonly oid: number;
  readonly cloid: string | null;
  readonly trigger: object | null;
}

interface OldAccount {
  readonly cashUsd: string;
  readonly totals: OldTotals;
  readonly positions: readonly { readonly marginUsd: string }[];
  readonly orders: readonly OldOrder[];
  readonly fills: readonly { readonly cloid?: string }[];
}

interface OldState {
  readonly nowMs: number;
  readonly fundedHour: number;
  readonly markets: Record<string, object>;
  readonly accounts: Record<string, OldAccount>;
}

/**
 * Converts version 1 state, which summed up each account separately, to the double-entry ledger; queues start with the
 * current orders. See `PerpExchange.snapshot`.
 */
export function migratePerpState(old: unknown): unknown {
  const { fundedHour: _, ...state } = old as OldState;
  const accounts = Object.entries(state.accounts);
  return {
    ...state,
    marketMs: state.nowMs,
    markets: mapValues(state.markets, (market) => ({ ...market, taken: { bids: {}, asks: {} } })),
    accounts: mapValues(state.accounts, migrateAccount),
    ledger: openLedger(accounts),
  };
}

function migrateAccount({ totals: _, ...account }: OldAccount): object {
  const cloids = [...account.orders, ...account.fills].flatMap(({ cloid }) => (cloid ? [cloid.toLowerCase()] : []));
  const orders = account.orders.map((order) => ({
    ...order,
    rank: order.oid,
    aheadSz: '0',
    trigger: order.trigger && { ...order.trigger, isWholePosition: false },
  }));
  return { ...account, orders, cloids: [...new Set(cloids)] };
}

function openLedger(accounts: readonly [walletId: string, account: OldAccount][]): Record<string, string> {
  const total = (name: keyof OldTotals): Big => sum(accounts.map(([, { totals }]) => totals[name]));
  const traders = accounts.map(([walletId, { cashUsd, positions }]): [string, Big] => [
    walletId,
    sum([cashUsd, ...positions.map(({ marginUsd }) => marginUsd)]),
  ]);
  const balances: [string, Big][] = [
    ['outside', total('deposits').plus(openingInsuranceUsd).times(-1)],
    ['insurance', openingInsuranceUsd.minus(total('insurance'))],
    ['crowd', total('realised').times(-1)],
    ['fees', total('fees')],
    ['funding', total('funding').times(-1)],
    ...traders,
  ];
  return Object.fromEntries(balances.map(([name, usd]) => [name, usd.times(1_000_000).toFixed()]));
}

const sum = (usd: readonly string[]): Big => usd.reduce((total, one) => total.plus(one), new Big(0));

const mapValues = <T>(record: Record<string, T>, map: (value: T) => object): Record<string, object> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
