import type { Holding, Ledger } from '../../ledger.ts';
import { crowdAccount, dexAccount, poolAccount } from '../../ledger-accounts.ts';
import type { Move } from '../../ledger-entries.ts';

/** Which of a pool's two tokens goes in. */
export type PoolSide = 'token' | 'native';

/** What a bonding curve counts as reserves without having it, and what it does not sell; in base units. */
export interface VirtualReserves {
  readonly native: bigint;
  readonly token: bigint;
  /** Left for the pool that follows the curve. */
  readonly keptToken: bigint;
}

export interface PoolTerms {
  readonly address: string;
  readonly dexName: string;
  readonly feeBps: number;
  /** Of a bonding curve. */
  readonly virtual?: VirtualReserves;
}

const noVirtual: VirtualReserves = { native: 0n, token: 0n, keptToken: 0n };

/**
 * A constant-product pool of a token against its chain's native coin: x·y = k over exact base units. Its reserves are
 * its ledger account, and what a bonding curve adds to them. The fee, rounded up, goes to the exchange; the output is
 * rounded down: k never falls.
 */
export class Pool {
  readonly #ledger: Ledger;
  readonly #ids: { readonly tokenId: string; readonly nativeId: string };
  #terms!: PoolTerms;
  #virtual!: VirtualReserves;
  #token!: Holding;
  #native!: Holding;

  /** Empty until the ledger has funded its account. */
  constructor(ledger: Ledger, ids: { readonly tokenId: string; readonly nativeId: string }, terms: PoolTerms) {
    this.#ledger = ledger;
    this.#ids = ids;
    this.#open(terms);
  }

  get address(): string {
    return this.#terms.address;
  }

  get dexName(): string {
    return this.#terms.dexName;
  }

  get feeBps(): number {
    return this.#terms.feeBps;
  }

  /** Its account in the ledger. */
  get accountId(): string {
    return poolAccount(this.#terms.address);
  }

  get isCurve(): boolean {
    return this.#virtual !== noVirtual;
  }

  /** The reserves that make the price. */
  get tokenReserve(): bigint {
    return this.#token.amount + this.#virtual.token;
  }

  get nativeReserve(): bigint {
    return this.#native.amount + this.#virtual.native;
  }

  /** What can be bought from it. */
  get tokensForSale(): bigint {
    return this.#token.amount - this.#virtual.keptToken;
  }

  /** The native coins that are really in it. */
  get nativeHeld(): bigint {
    return this.#native.amount;
  }

  /** Token id of one side. */
  idOf(side: PoolSide): string {
    return side === 'native' ? this.#ids.nativeId : this.#ids.tokenId;
  }

  /** Moves everything that it has to a pool of other terms, as a curve does when it is sold out. */
  migrate(terms: PoolTerms, cause: string): void {
    const [from, held] = [this.accountId, [this.#token, this.#native]];
    const to = poolAccount(terms.address);
    this.#ledger.post(
      cause,
      held.map(({ tokenId, amount }) => ({ from, to, tokenId, amount })),
    );
    this.#ledger.forget(({ accountId }) => accountId === from);
    this.#open(terms);
  }

  /** The exchange's fee on `amountIn`, in the input token. */
  fee(amountIn: bigint): bigint {
    return (amountIn * BigInt(this.feeBps) + 9999n) / 10_000n;
  }

  /**
   * Output in base units for `amountIn` base units of `side`, after fees, rounded down; the pool does not change. 0 where
   * that is more than a curve sells.
   */
  amountOut(side: PoolSide, amountIn: bigint): bigint {
    if (amountIn <= 0n) return 0n;
    const [reserveIn, reserveOut] = this.#reserves(side);
    const inAfterFee = amountIn - this.fee(amountIn);
    const out = (inAfterFee * reserveOut) / (reserveIn + inAfterFee);
    return out <= (side === 'native' ? this.tokensForSale : this.nativeHeld) ? out : 0n;
  }

  /** Native base units that buy nearly `tokens`, fee included: never more of them. */
  amountFor(tokens: bigint): bigint {
    const inAfterFee = (tokens * this.nativeReserve) / (this.tokenReserve - tokens);
    return (inAfterFee * 10_000n) / BigInt(10_000 - this.feeBps);
  }

  /** Output of `amountIn` at the current price without fee and impact, as a float. */
  spotOut(side: PoolSide, amountIn: bigint): number {
    const [reserveIn, reserveOut] = this.#reserves(side);
    return (Number(amountIn) * Number(reserveOut)) / Number(reserveIn);
  }

  /** The ledger moves of a swap between its maker, the pool and the exchange. */
  moves(side: PoolSide, amountIn: bigint, maker: string): Move[] {
    const fee = this.fee(amountIn);
    const give = { from: maker, tokenId: this.idOf(side) };
    const taken = this.idOf(side === 'native' ? 'token' : 'native');
    return [
      { ...give, to: this.accountId, amount: amountIn - fee },
      { ...give, to: dexAccount(this.dexName), amount: fee },
      { from: this.accountId, to: maker, tokenId: taken, amount: this.amountOut(side, amountIn) },
    ];
  }

  /** A swap of the crowd. Returns the output in base units; throws InsufficientBalanceError. */
  swap(side: PoolSide, amountIn: bigint): bigint {
    const amountOut = this.amountOut(side, amountIn);
    this.#ledger.post('crowd', this.moves(side, amountIn, crowdAccount));
    return amountOut;
  }

  #reserves(side: PoolSide): [into: bigint, outOf: bigint] {
    const { nativeReserve, tokenReserve } = this;
    return side === 'native' ? [nativeReserve, tokenReserve] : [tokenReserve, nativeReserve];
  }

  #open(terms: PoolTerms): void {
    this.#terms = terms;
    this.#virtual = terms.virtual ?? noVirtual;
    this.#token = this.#ledger.holding(this.accountId, this.#ids.tokenId);
    this.#native = this.#ledger.holding(this.accountId, this.#ids.nativeId);
  }
}
