import type { Holding, Ledger } from '../../ledger.ts';
import { crowdAccount, dexAccount, poolAccount } from '../../ledger-accounts.ts';
import type { Move } from '../../ledger-entries.ts';

/** Which of a pool's two tokens goes in. */
export type PoolSide = 'token' | 'native';

/**
 * A constant-product pool of a token against its chain's native coin: x·y = k over exact base units. Its reserves are
 * its ledger account. The fee, rounded up, goes to the exchange; the output is rounded down: k never falls.
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

  /** Empty until the ledger has funded its account. */
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

  /** Token id of one side. */
  idOf(side: PoolSide): string {
    return this.#sides(side)[0].tokenId;
  }

  /** The exchange's fee on `amountIn`, in the input token. */
  fee(amountIn: bigint): bigint {
    return (amountIn * BigInt(this.feeBps) + 9999n) / 10_000n;
  }

  /** Output in base units for `amountIn` base units of `side`, after fees, rounded down; the pool does not change. */
  amountOut(side: PoolSide, amountIn: bigint): bigint {
    if (amountIn <= 0n) return 0n;
    const [reserveIn, reserveOut] = this.#sides(side).map((holding) => holding.amount) as [bigint, bigint];
    const inAfterFee = amountIn - this.fee(amountIn);
    return (inAfterFee * reserveOut) / (reserveIn + inAfterFee);
  }

  /** Output of `amountIn` at the current price without fee and impact, as a float. */
  spotOut(side: PoolSide, amountIn: bigint): number {
    const [into, outOf] = this.#sides(side);
    return (Number(amountIn) * Number(outOf.amount)) / Number(into.amount);
  }

  /** The ledger moves of a swap between its maker, the pool and the exchange. */
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

  /** A swap of the crowd. Returns the output in base units; throws InsufficientBalanceError. */
  swap(side: PoolSide, amountIn: bigint): bigint {
    const amountOut = this.amountOut(side, amountIn);
    this.#ledger.post('crowd', this.moves(side, amountIn, crowdAccount));
    return amountOut;
  }

  #sides(side: PoolSide): [into: Holding, outOf: Holding] {
    return side === 'native' ? [this.#native, this.#token] : [this.#token, this.#native];
  }
}
