import type { Chain } from '../../../domain/chain.ts';

/** One swap of the account. Amounts are base units as text, USD values floats: they inform, nothing is paid by them. */
export interface Trade {
  readonly chain: Chain;
  readonly txHash: string;
  readonly atMs: number;
  readonly walletId: string;
  readonly inputToken: string;
  readonly inputAmount: string;
  readonly outputToken: string;
  readonly outputAmount: string;
  /** The token that the trade is about. */
  readonly token: string;
  readonly isBuy: boolean;
  readonly sizeUsd: number;
  readonly sizeNative: number;
  readonly priceUsd: number;
  /** Against average cost; 0 for a buy. */
  readonly realisedUsd: number;
}

/** What a wallet has paid and got for one token. */
export interface CostBasis {
  readonly walletId: string;
  readonly chain: Chain;
  readonly token: string;
  /** Base units that `costUsd` was paid for, as text. */
  quantity: string;
  /** What the tokens still held have cost. */
  costUsd: number;
  boughtUsd: number;
  soldUsd: number;
  boughtNative: number;
  soldNative: number;
  buyCount: number;
  sellCount: number;
  realisedUsd: number;
}

export interface TradeLogState {
  readonly trades: Trade[];
  readonly costs: CostBasis[];
}

type Side = Pick<Trade, 'chain' | 'walletId' | 'token' | 'sizeUsd' | 'sizeNative'> & { readonly amount: bigint };

const keptTrades = 2000;

/** The account's trades, oldest first, and the cost of what it holds by average cost. */
export class TradeLog {
  #trades: Trade[] = [];
  readonly #costs = new Map<string, CostBasis>();

  get trades(): readonly Trade[] {
    return this.#trades;
  }

  get costs(): CostBasis[] {
    return [...this.#costs.values()];
  }

  costOf(walletId: string, chain: Chain, token: string): CostBasis | null {
    return this.#costs.get(`${walletId}|${chain}:${token}`) ?? null;
  }

  bought(side: Side): void {
    const cost = this.#costFor(side);
    cost.quantity = String(BigInt(cost.quantity) + side.amount);
    cost.costUsd += side.sizeUsd;
    cost.boughtUsd += side.sizeUsd;
    cost.boughtNative += side.sizeNative;
    cost.buyCount++;
  }

  /** Returns what the sale realised in USD. Tokens that came without a purchase cost nothing. */
  sold(side: Side): number {
    const cost = this.#costFor(side);
    const quantity = BigInt(cost.quantity);
    const share = quantity === 0n ? 0 : Math.min(1, Number(side.amount) / Number(quantity));
    const soldCostUsd = cost.costUsd * share;
    const realisedUsd = side.sizeUsd - soldCostUsd;
    cost.quantity = String(quantity > side.amount ? quantity - side.amount : 0n);
    cost.costUsd -= soldCostUsd;
    cost.soldUsd += side.sizeUsd;
    cost.soldNative += side.sizeNative;
    cost.sellCount++;
    cost.realisedUsd += realisedUsd;
    return realisedUsd;
  }

  record(trade: Trade): void {
    this.#trades.push(trade);
    if (this.#trades.length > keptTrades) this.#trades.splice(0, this.#trades.length - keptTrades);
  }

  snapshot(): TradeLogState {
    return { trades: [...this.#trades], costs: this.costs.map((cost) => ({ ...cost })) };
  }

  restore(state: TradeLogState): void {
    this.#trades = [...state.trades];
    this.#costs.clear();
    for (const cost of state.costs) this.#costs.set(`${cost.walletId}|${cost.chain}:${cost.token}`, { ...cost });
  }

  #costFor({ walletId, chain, token }: Side): CostBasis {
    const key = `${walletId}|${chain}:${token}`;
    const known = this.#costs.get(key);
    if (known) return known;
    const money = { costUsd: 0, boughtUsd: 0, soldUsd: 0, boughtNative: 0, soldNative: 0, realisedUsd: 0 };
    const cost: CostBasis = { walletId, chain, token, quantity: '0', ...money, buyCount: 0, sellCount: 0 };
    this.#costs.set(key, cost);
    return cost;
  }
}
