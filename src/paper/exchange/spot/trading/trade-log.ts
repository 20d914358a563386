import type { Chain } from '../../../../domain/market/chain.ts';
import type { ExactUsd } from './exact-usd.ts';

/** One swap of the account. Amounts are base units as text, USD values exact decimals as text. */
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
  readonly sizeUsd: string;
  readonly priceUsd: string;
  /** Against average cost; 0 for a buy. */
  readonly realisedUsd: string;
}

/** Amounts paid and received. */
interface Sums {
  boughtUsd: ExactUsd;
  soldUsd: ExactUsd;
  /** Sale proceeds minus the cost of what was sold. */
  realisedUsd: ExactUsd;
}

/** A wallet's total payments and proceeds for one token. `boughtUsd` − cost of sales = `costUsd`, to the last digit. */
export interface CostBasis extends Sums {
  readonly walletId: string;
  readonly chain: Chain;
  readonly token: string;
  /** Base units that `costUsd` was paid for. */
  quantity: bigint;
  /** Cost of the tokens still held. */
  costUsd: ExactUsd;
  /** Base units of the chain's native coin, at each trade's price. */
  boughtNative: bigint;
  soldNative: bigint;
  buyCount: number;
  sellCount: number;
}

/** Half an hour of trading. */
interface Flow extends Sums {
  readonly startMs: number;
}

type AsText<T> = { readonly [Field in keyof T]: T[Field] extends bigint ? string : T[Field] };

export interface TradeLogState {
  readonly trades: Trade[];
  readonly costs: AsText<CostBasis>[];
  readonly flows: AsText<Flow>[];
}

interface Side {
  readonly chain: Chain;
  readonly walletId: string;
  readonly token: string;
  readonly atMs: number;
  readonly amount: bigint;
  readonly sizeUsd: ExactUsd;
  readonly sizeNative: bigint;
}

const keptTrades = 2000;
const flowMs = 1_800_000;
const keptFlows = (31 * 86_400_000) / flowMs;
const noSums = (): Sums => ({ boughtUsd: 0n, soldUsd: 0n, realisedUsd: 0n });

/** The account's trades, oldest first, and average costs of its holdings. All sums are exact. */
export class TradeLog {
  #trades: Trade[] = [];
  #flows: Flow[] = [];
  /** As last saved: of a month of them, only one changes at a time. */
  readonly #savedFlows = new WeakMap<Flow, AsText<Flow>>();
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

  /** Sums over all trades since a time, to half an hour; null: over all trades. */
  sumsSince(fromMs: number | null): Sums {
    const parts = fromMs === null ? this.costs : this.#flows.filter(({ startMs }) => startMs + flowMs > fromMs);
    const total = noSums();
    for (const part of parts) add(total, part);
    return total;
  }

  bought(side: Side): void {
    const cost = this.#costFor(side);
    cost.quantity += side.amount;
    cost.costUsd += side.sizeUsd;
    cost.boughtNative += side.sizeNative;
    cost.buyCount++;
    this.#count(side.atMs, cost, { ...noSums(), boughtUsd: side.sizeUsd });
  }

  /** Returns the realised PnL of the sale. Tokens received without a purchase cost nothing. */
  sold(side: Side): ExactUsd {
    const cost = this.#costFor(side);
    const sold = side.amount < cost.quantity ? side.amount : cost.quantity;
    const soldCostUsd = cost.quantity === 0n ? 0n : (cost.costUsd * sold) / cost.quantity;
    const realisedUsd = side.sizeUsd - soldCostUsd;
    cost.quantity -= sold;
    cost.costUsd -= soldCostUsd;
    cost.soldNative += side.sizeNative;
    cost.sellCount++;
    this.#count(side.atMs, cost, { boughtUsd: 0n, soldUsd: side.sizeUsd, realisedUsd });
    return realisedUsd;
  }

  /** A transfer takes the average cost of what is moved along: from now on it was bought for the other wallet. */
  moved(move: { chain: Chain; token: string; from: string; to: string; amount: bigint }): void {
    const { chain, token, amount } = move;
    const from = this.costOf(move.from, chain, token);
    if (!from || from.quantity === 0n) return;
    const moved = amount < from.quantity ? amount : from.quantity;
    const costUsd = (from.costUsd * moved) / from.quantity;
    const to = this.#costFor({ walletId: move.to, chain, token });
    for (const [cost, sign] of [
      [from, -1n],
      [to, 1n],
    ] as const) {
      cost.quantity += sign * moved;
      cost.costUsd += sign * costUsd;
      cost.boughtUsd += sign * costUsd;
    }
  }

  record(trade: Trade): void {
    this.#trades.push(trade);
    if (this.#trades.length > keptTrades) this.#trades.splice(0, this.#trades.length - keptTrades);
  }

  snapshot(): TradeLogState {
    return {
      trades: [...this.#trades],
      costs: this.costs.map(asText),
      flows: this.#flows.map((flow) => this.#saved(flow)),
    };
  }

  restore(state: TradeLogState): void {
    this.#trades = [...state.trades];
    this.#flows = state.flows.map((flow) => ({ startMs: flow.startMs, ...readSums(flow) }));
    this.#costs.clear();
    for (const cost of state.costs) {
      const { walletId, chain, token, buyCount, sellCount } = cost;
      this.#costs.set(`${walletId}|${chain}:${token}`, {
        walletId,
        chain,
        token,
        ...readSums(cost),
        quantity: BigInt(cost.quantity),
        costUsd: BigInt(cost.costUsd),
        boughtNative: BigInt(cost.boughtNative),
        soldNative: BigInt(cost.soldNative),
        buyCount,
        sellCount,
      });
    }
  }

  #count(atMs: number, cost: CostBasis, sums: Sums): void {
    const startMs = Math.floor(atMs / flowMs) * flowMs;
    let flow = this.#flows.at(-1);
    if (flow?.startMs !== startMs) {
      flow = { startMs, ...noSums() };
      this.#flows.push(flow);
      if (this.#flows.length > keptFlows) this.#flows.shift();
    }
    add(flow, sums);
    add(cost, sums);
    this.#savedFlows.delete(flow);
  }

  #saved(flow: Flow): AsText<Flow> {
    const saved = this.#savedFlows.get(flow) ?? asText(flow);
    this.#savedFlows.set(flow, saved);
    return saved;
  }

  #costFor({ walletId, chain, token }: Pick<Side, 'walletId' | 'chain' | 'token'>): CostBasis {
    const key = `${walletId}|${chain}:${token}`;
    const known = this.#costs.get(key);
    if (known) return known;
    const nothing = { quantity: 0n, costUsd: 0n, boughtNative: 0n, soldNative: 0n, buyCount: 0, sellCount: 0 };
    const cost: CostBasis = { walletId, chain, token, ...noSums(), ...nothing };
    this.#costs.set(key, cost);
    return cost;
  }
}

function add(total: Sums, part: Sums): void {
  total.boughtUsd += part.boughtUsd;
  total.soldUsd += part.soldUsd;
  total.realisedUsd += part.realisedUsd;
}

const asText = <T extends object>(row: T): AsText<T> =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, typeof value === 'bigint' ? String(value) : value]),
  ) as AsText<T>;

const readSums = (saved: AsText<Sums>): Sums => ({
  boughtUsd: BigInt(saved.boughtUsd),
  soldUsd: BigInt(saved.soldUsd),
  realisedUsd: BigInt(saved.realisedUsd),
});
