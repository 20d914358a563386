/** Which of a pool's two coins goes in. */
export type PoolSide = 'token' | 'native';

export interface PoolState {
  readonly tokenReserve: string;
  readonly nativeReserve: string;
}

/**
 * A constant-product pool of a token against its chain's native coin: x·y = k over exact base units. The fee stays in the
 * pool, and rounding goes the pool's way, so k never falls.
 */
export class Pool {
  readonly address: string;
  readonly dexName: string;
  readonly feeBps: number;
  #tokenReserve: bigint;
  #nativeReserve: bigint;

  constructor(spec: {
    address: string;
    dexName: string;
    feeBps: number;
    tokenReserve: bigint;
    nativeReserve: bigint;
  }) {
    if (spec.tokenReserve <= 0n || spec.nativeReserve <= 0n) throw new RangeError('a pool needs both its coins');
    this.address = spec.address;
    this.dexName = spec.dexName;
    this.feeBps = spec.feeBps;
    this.#tokenReserve = spec.tokenReserve;
    this.#nativeReserve = spec.nativeReserve;
  }

  get tokenReserve(): bigint {
    return this.#tokenReserve;
  }

  get nativeReserve(): bigint {
    return this.#nativeReserve;
  }

  /** Base units that come out for `amountIn` base units of `side`, fee included, rounded down; the pool stays as it is. */
  amountOut(side: PoolSide, amountIn: bigint): bigint {
    if (amountIn <= 0n) return 0n;
    const [reserveIn, reserveOut] = this.#reserves(side);
    const inAfterFee = amountIn * BigInt(10_000 - this.feeBps);
    return (inAfterFee * reserveOut) / (reserveIn * 10_000n + inAfterFee);
  }

  /** What `amountIn` would fetch at the present price with no fee and no impact, as a float. */
  spotOut(side: PoolSide, amountIn: bigint): number {
    const [reserveIn, reserveOut] = this.#reserves(side);
    return (Number(amountIn) * Number(reserveOut)) / Number(reserveIn);
  }

  /** Swaps and returns the base units that came out. */
  swap(side: PoolSide, amountIn: bigint): bigint {
    const amountOut = this.amountOut(side, amountIn);
    if (side === 'native') {
      this.#nativeReserve += amountIn;
      this.#tokenReserve -= amountOut;
    } else {
      this.#tokenReserve += amountIn;
      this.#nativeReserve -= amountOut;
    }
    return amountOut;
  }

  snapshot(): PoolState {
    return { tokenReserve: String(this.#tokenReserve), nativeReserve: String(this.#nativeReserve) };
  }

  restore(state: PoolState): void {
    this.#tokenReserve = BigInt(state.tokenReserve);
    this.#nativeReserve = BigInt(state.nativeReserve);
  }

  #reserves(side: PoolSide): [reserveIn: bigint, reserveOut: bigint] {
    return side === 'native' ? [this.#nativeReserve, this.#tokenReserve] : [this.#tokenReserve, this.#nativeReserve];
  }
}
