import type { Holding, Ledger, Move } from '../ledger.ts';
import { crowdAccount, dexAccount, poolAccount } from '../ledger-accounts.ts';

/** Which of a pool's two coins goes in. */
export type PoolSide = 'token' | 'native';

/**
 * A constant-product pool of a token against its chain's native coin: x·y = k over exact base units. Its reserves are its
 * account in the ledger. The fee, rounded up, goes to the exchange; what comes out is rounded down: k never falls.
 */
export class Pool {
  readonly address: string;
  readonly dexName: string;
  readonly feeBps: number;
  /** Its account in the ledger. */
  readonly accountId: string;
  readonly #ledger: Ledger;
  readonly #token: Holding;
  readonly #native: Holding;

  /** Empty until the ledger has moved both coins to its account. */
  constructor(spec: {
    address: string;
    dexName: string;
    feeBps: number;
    ledger: Ledger;
    tokenId: string;
    nativeId: string;
  }) {
    this.address = spec.address;
    this.dexName = spec.dexName;
    this.feeBps = spec.feeBps;
    this.accountId = poolAccount(spec.address);
    this.#ledger = spec.ledger;
    this.#token = spec.ledger.holding(this.accountId, spec.tokenId);
    this.#native = spec.ledger.holding(this.accountId, spec.nativeId);
  }

  get tokenReserve(): bigint {
    return this.#token.amount;
  }

  get nativeReserve(): bigint {
    return this.#native.amount;
  }

  /** Token id of one of its coins. */
  idOf(side: PoolSide): string {
    return this.#sides(side)[0].tokenId;
  }

  /** The exchange's share of `amountIn`, in the coin that goes in. */
  fee(amountIn: bigint): bigint {
    return (amountIn * BigInt(this.feeBps) + 9999n) / 10_000n;
  }

  /** Base units that come out for `amountIn` base units of `side`, fee included, rounded down; the pool stays as it is. */
  amountOut(side: PoolSide, amountIn: bigint): bigint {
    if (amountIn <= 0n) return 0n;
    const [reserveIn, reserveOut] = this.#sides(side).map((holding) => holding.amount) as [bigint, bigint];
    const inAfterFee = amountIn - this.fee(amountIn);
    return (inAfterFee * reserveOut) / (reserveIn + inAfterFee);
  }

  /** What `amountIn` would fetch at the present price with no fee and no impact, as a float. */
  spotOut(side: PoolSide, amountIn: bigint): number {
    const [into, outOf] = this.#sides(side);
    return (Number(amountIn) * Number(outOf.amount)) / Number(into.amount);
  }

  /** What a swap moves between its maker, the pool and the exchange. */
  moves(side: PoolSide, amountIn: bigint, maker: string): Move[] {
    const [into, outOf] = this.#sides(side);
    const fee = this.fee(amountIn);
    const give = { from: maker, tokenId: into.tokenId };
    return [
      { ...give, to: this.accountId, amount: amountIn - fee },
      { ...give, to: dexAccount(this.dexName), amount: fee },
      { from: this.accountId, to: maker, tokenId: outOf.tokenId, amount: this.amountOut(side, amountIn) },
    ];
  }

  /** Somebody of the crowd swaps. Returns the base units that came out; throws InsufficientBalanceError. */
  swap(side: PoolSide, amountIn: bigint): bigint {
    const amountOut = this.amountOut(side, amountIn);
    this.#ledger.post('crowd', this.moves(side, amountIn, crowdAccount));
    return amountOut;
  }

  #sides(side: PoolSide): [into: Holding, outOf: Holding] {
    return side === 'native' ? [this.#native, this.#token] : [this.#token, this.#native];
  }
}
