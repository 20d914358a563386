import { type Chain, chains } from '../../../domain/chain.ts';
import { type Random, seededRandom } from '../../../platform/random.ts';
import type { ReferencePrices } from '../reference-prices.ts';
import { addressOn } from './paper-addresses.ts';
import { Pool, type PoolState } from './pool.ts';
import { nativeToken, type PaperToken, type TokenListing, tokenListings } from './token-list.ts';

/** A token's place in the market. A native coin has no entry of its own: its hub's pool is its market. */
export interface Market {
  readonly listing: TokenListing;
  readonly pool: Pool;
  /** Whose swaps these are on the streams: the token itself, or the native coin for the hub's pool. */
  readonly subject: PaperToken;
  /** Seed of the token's own history. */
  readonly seed: number;
}

export interface TokenBookState {
  readonly pools: Record<string, PoolState>;
  /** Tokens that were listed while the market ran, with their pools' addresses. */
  readonly added: { listing: TokenListing; poolAddress: string; seed: number }[];
}

export const allChains = Object.keys(chains) as Chain[];
const key = (chain: Chain, address: string) =>
  `${chain}:${chains[chain].family === 'evm' ? address.toLowerCase() : address}`;

/** `chain:address`, the id that tokens have in the ledger and in answers. */
export const idOf = (token: PaperToken): string => `${token.chain}:${token.address}`;

/** Float → base units, for market noise and opening reserves. */
export const toBaseUnits = (amount: number, decimals: number): bigint =>
  amount >= 1e6
    ? BigInt(Math.round(amount)) * 10n ** BigInt(decimals)
    : (BigInt(Math.round(amount * 1e9)) * 10n ** BigInt(decimals)) / 1_000_000_000n;

/** Base units → float, for prices and USD values. */
export const toFloat = (baseUnits: bigint, decimals: number): number => Number(baseUnits) / 10 ** decimals;

/** Which tokens there are, their pools, and what they cost. */
export class TokenBook {
  readonly #markets = new Map<string, Market>();
  readonly #natives: Record<Chain, PaperToken>;
  readonly #hubs: Record<Chain, Market>;
  readonly #added: TokenBookState['added'] = [];
  // Read 20 times a second, changed a dozen times in a run.
  #marketList: readonly Market[] = [];
  #tokenList: readonly PaperToken[] = [];

  /** Pools open at the reference prices as they stand. */
  constructor(random: Random, prices: ReferencePrices) {
    const hubs: Partial<Record<Chain, Market>> = {};
    const natives: Partial<Record<Chain, PaperToken>> = {};
    for (const chain of allChains) {
      const { token: native, reference } = nativeToken(chain);
      natives[chain] = native;
      const nativeUsd = prices.priceUsd(reference);
      for (const listing of tokenListings(chain)) {
        const startUsd = listing.reference
          ? prices.priceUsd(listing.reference[0]) * listing.reference[1]
          : listing.startUsd;
        const poolAddress = addressOn(chain, random);
        const seed = random.int(2 ** 32);
        const market = open({ ...listing, startUsd }, native, nativeUsd, poolAddress, seed);
        this.#markets.set(key(chain, listing.token.address), market);
        if (listing.token.kind === 'hub') hubs[chain] = market;
      }
    }
    this.#hubs = hubs as Record<Chain, Market>;
    this.#natives = natives as Record<Chain, PaperToken>;
    this.#relist();
  }

  get markets(): readonly Market[] {
    return this.#marketList;
  }

  /** Every token, native coins first on their chain. */
  get tokens(): readonly PaperToken[] {
    return this.#tokenList;
  }

  native(chain: Chain): PaperToken {
    return this.#natives[chain];
  }

  /** EVM addresses in any letter case. */
  find(chain: Chain, address: string): PaperToken | null {
    const native = this.#natives[chain];
    if (key(chain, address) === key(chain, native.address)) return native;
    return this.#markets.get(key(chain, address))?.listing.token ?? null;
  }

  /** The market that prices a token: its own, or the hub's for a native coin. */
  marketOf(token: PaperToken): Market {
    const market =
      token.kind === 'native' ? this.#hubs[token.chain] : this.#markets.get(key(token.chain, token.address));
    if (!market) throw new RangeError(`${token.symbol} on ${token.chain} is not listed`);
    return market;
  }

  nativePriceUsd(chain: Chain): number {
    const { pool, listing } = this.#hubs[chain];
    const native = this.#natives[chain];
    return toFloat(pool.tokenReserve, listing.token.decimals) / toFloat(pool.nativeReserve, native.decimals);
  }

  priceNative(token: PaperToken): number {
    if (token.kind === 'native') return 1;
    const { pool } = this.marketOf(token);
    return (
      toFloat(pool.nativeReserve, this.#natives[token.chain].decimals) / toFloat(pool.tokenReserve, token.decimals)
    );
  }

  priceUsd(token: PaperToken): number {
    return this.priceNative(token) * this.nativePriceUsd(token.chain);
  }

  usdValue(token: PaperToken, baseUnits: bigint): number {
    return toFloat(baseUnits, token.decimals) * this.priceUsd(token);
  }

  liquidityUsd(token: PaperToken): number {
    return 2 * this.usdValue(this.#natives[token.chain], this.marketOf(token).pool.nativeReserve);
  }

  marketCapUsd(token: PaperToken): number {
    return token.supply * this.priceUsd(token);
  }

  /** Lists a token while the market runs; its pool opens at the listing's own price. */
  add(listing: TokenListing, poolAddress: string, seed: number): Market {
    const { chain } = listing.token;
    const market = open(listing, this.#natives[chain], this.nativePriceUsd(chain), poolAddress, seed);
    this.#markets.set(key(chain, listing.token.address), market);
    this.#added.push({ listing, poolAddress, seed });
    this.#relist();
    return market;
  }

  get addedCount(): number {
    return this.#added.length;
  }

  snapshot(): TokenBookState {
    const pools = [...this.#markets].map(([id, market]) => [id, market.pool.snapshot()]);
    return { pools: Object.fromEntries(pools), added: [...this.#added] };
  }

  restore(state: TokenBookState): void {
    for (const { listing, poolAddress, seed } of state.added) this.add(listing, poolAddress, seed);
    for (const [id, pool] of Object.entries(state.pools)) this.#markets.get(id)?.pool.restore(pool);
  }

  #relist(): void {
    this.#marketList = [...this.#markets.values()];
    const listed = this.#marketList.map((market) => market.listing.token);
    this.#tokenList = allChains.flatMap((chain) => [
      this.#natives[chain],
      ...listed.filter((token) => token.chain === chain),
    ]);
  }
}

function open(listing: TokenListing, native: PaperToken, nativeUsd: number, poolAddress: string, seed: number): Market {
  const { token, startUsd, liquidityUsd, feeBps, dexName } = listing;
  // Reserves that end in zeros would look made up.
  const lopsided = 1 + (seededRandom(seed).next() - 0.5) * 0.2;
  const nativeReserve = toBaseUnits((liquidityUsd * lopsided) / 2 / nativeUsd, native.decimals);
  const tokenReserve = toBaseUnits((liquidityUsd * lopsided) / 2 / startUsd, token.decimals);
  const pool = new Pool({ address: poolAddress, dexName, feeBps, tokenReserve, nativeReserve });
  return { listing, pool, subject: token.kind === 'hub' ? native : token, seed };
}
