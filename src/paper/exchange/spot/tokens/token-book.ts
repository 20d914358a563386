import { createHash } from 'node:crypto';
import { allChains, type Chain, chains } from '../../../../domain/market/chain.ts';
import { type Random, seededRandom } from '../../../../platform/time/random.ts';
import type { Ledger } from '../../ledger.ts';
import { crowdAccount, isUserAccount, worldAccount } from '../../ledger-accounts.ts';
import type { ReferencePrices } from '../../prices/reference-prices.ts';
import { curveDexName, curveFeeBps, curveReserves, solTaken } from '../trading/bonding-curve.ts';
import { Pool, type PoolTerms } from '../trading/pool.ts';
import { addressOn } from './paper-addresses.ts';
import { nativeToken, type PaperToken, type TokenListing, tokenListings } from './token-list.ts';

/** A token's market. A native coin has no entry of its own: its hub's pool is its market. */
export interface Market {
  readonly listing: TokenListing;
  readonly pool: Pool;
  /** The token whose swap stream this is: the token itself, or the native coin for the hub's pool. */
  readonly subject: PaperToken;
  /** Seed of the token's generated history. */
  readonly seed: number;
}

/** Of a token listed by a version that did not keep it. */
const unknownLaunch = { creator: '', developer: 0, insider: 0, bundler: 0 };

/** A token listed at run time; its pool's reserves are in the ledger's state. */
interface Added {
  readonly listing: TokenListing;
  /** Of its bonding curve as long as it trades there. */
  readonly poolAddress: string;
  readonly isOnCurve?: boolean;
  readonly seed: number;
}

export interface TokenBookState {
  readonly added: readonly Added[];
}

const key = (chain: Chain, address: string) =>
  `${chain}:${chains[chain].family === 'evm' ? address.toLowerCase() : address}`;

/** `chain:address`, the id that tokens have in the ledger and in answers. */
export const idOf = (token: PaperToken): string => `${token.chain}:${token.address}`;

/** Derived from the token alone, as on a real chain: the same after a restart with any seed. */
export const pairAddress = (token: PaperToken): string =>
  addressOn(token.chain, seededRandom(createHash('sha256').update(idOf(token)).digest().readUInt32LE()));

/** Float → base units, for market noise and initial reserves. */
export const toBaseUnits = (amount: number, decimals: number): bigint =>
  amount >= 1e6
    ? BigInt(Math.round(amount)) * 10n ** BigInt(decimals)
    : (BigInt(Math.round(amount * 1e9)) * 10n ** BigInt(decimals)) / 1_000_000_000n;

/** Base units → float, for prices and USD values. */
export const toFloat = (baseUnits: bigint, decimals: number): number => Number(baseUnits) / 10 ** decimals;

/** The listed tokens, their pools and prices. */
export class TokenBook {
  readonly #ledger: Ledger;
  readonly #markets = new Map<string, Market>();
  readonly #natives: Record<Chain, PaperToken>;
  readonly #hubs: Record<Chain, Market>;
  readonly #added = new Map<Market, Added>();
  // Cached: read 20 times a second, changed a dozen times in a run.
  #marketList: readonly Market[] = [];
  #tokenList: readonly PaperToken[] = [];

  /** Mints every token to the crowd, which opens the pools at the current reference prices. */
  constructor(random: Random, prices: ReferencePrices, ledger: Ledger) {
    this.#ledger = ledger;
    const hubs: Partial<Record<Chain, Market>> = {};
    const natives: Partial<Record<Chain, PaperToken>> = {};
    this.#natives = natives as Record<Chain, PaperToken>;
    for (const chain of allChains) {
      const { token: native, reference } = nativeToken(chain);
      natives[chain] = native;
      const nativeUsd = prices.priceUsd(reference);
      this.#mint(native, 'mint');
      for (const listing of tokenListings(chain)) {
        const startUsd = listing.reference
          ? prices.priceUsd(listing.reference[0]) * listing.reference[1]
          : listing.startUsd;
        const poolAddress = pairAddress(listing.token);
        const seed = random.int(2 ** 32);
        const market = this.#list({ ...listing, startUsd }, poolAddress, seed);
        this.#mint(listing.token, 'mint');
        this.#fund(market, native, nativeUsd, `pool:${poolAddress}`);
        if (listing.token.kind === 'hub') hubs[chain] = market;
      }
    }
    this.#hubs = hubs as Record<Chain, Market>;
    this.#relist();
  }

  get markets(): readonly Market[] {
    return this.#marketList;
  }

  /** Every token; native coins first on their chain. */
  get tokens(): readonly PaperToken[] {
    return this.#tokenList;
  }

  native(chain: Chain): PaperToken {
    return this.#natives[chain];
  }

  /** EVM addresses in any case. */
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
    return 2 * this.usdValue(this.#natives[token.chain], this.marketOf(token).pool.nativeHeld);
  }

  marketCapUsd(token: PaperToken): number {
    return token.supply * this.priceUsd(token);
  }

  /** Lists a token at run time; its pool opens at the listing's own price, with tokens of the crowd. */
  add(listing: TokenListing, poolAddress: string, seed: number): Market {
    const { token } = listing;
    const market = this.#list(listing, poolAddress, seed);
    const cause = `launch:${token.address}`;
    this.#mint(token, cause);
    this.#fund(market, this.#natives[token.chain], this.nativePriceUsd(token.chain), cause);
    this.#added.set(market, { listing, poolAddress, seed });
    this.#relist();
    return market;
  }

  /** Lists a Solana token on its bonding curve, of which the crowd has bought a part of the supply already. */
  launch(listing: TokenListing, curveAddress: string, seed: number, soldPart: number): Market {
    const { token } = listing;
    const market = this.#list(listing, curveAddress, seed, true);
    const cause = `launch:${token.address}`;
    this.#mint(token, cause);
    const native = this.#natives[token.chain];
    const give = { from: crowdAccount, to: market.pool.accountId };
    this.#ledger.post(cause, [
      { ...give, tokenId: idOf(native), amount: toBaseUnits(solTaken(soldPart), native.decimals) },
      { ...give, tokenId: idOf(token), amount: toBaseUnits(token.supply * (1 - soldPart), token.decimals) },
    ]);
    this.#added.set(market, { listing, poolAddress: curveAddress, isOnCurve: true, seed });
    this.#relist();
    return market;
  }

  /** A curve ends: what it has goes to a pool. */
  graduate(market: Market, poolAddress: string): void {
    const { listing, seed, pool } = market;
    const { dexName, feeBps } = listing;
    pool.migrate({ address: poolAddress, dexName, feeBps }, `launch:${listing.token.address}`);
    this.#added.set(market, { listing, poolAddress, seed });
  }

  /** Takes a token off the market; false if a user has ever held it. */
  remove(market: Market): boolean {
    const { listing, pool } = market;
    const tokenId = idOf(listing.token);
    const cells = this.#ledger.all().filter((cell) => cell.tokenId === tokenId);
    if (cells.some(({ accountId }) => isUserAccount(accountId))) return false;
    const nativeId = idOf(this.#natives[listing.token.chain]);
    this.#ledger.post(`launch:${listing.token.address}`, [
      { from: pool.accountId, to: crowdAccount, tokenId: nativeId, amount: pool.nativeHeld },
      ...cells
        .filter(({ amount }) => amount > 0n)
        .map(({ accountId, amount }) => ({ from: accountId, to: worldAccount, tokenId, amount })),
    ]);
    this.#ledger.forget(({ accountId, ...cell }) => cell.tokenId === tokenId || accountId === pool.accountId);
    this.#markets.delete(key(listing.token.chain, listing.token.address));
    this.#added.delete(market);
    this.#relist();
    return true;
  }

  get addedCount(): number {
    return this.#added.size;
  }

  snapshot(): TokenBookState {
    return { added: [...this.#added.values()] };
  }

  /** Restore the ledger afterwards: until then, pools of later listings are empty. */
  restore(state: TokenBookState): void {
    for (const saved of state.added) {
      // Launches of earlier versions had none.
      const added = saved.listing.launch ? saved : { ...saved, listing: { ...saved.listing, launch: unknownLaunch } };
      this.#added.set(this.#list(added.listing, added.poolAddress, added.seed, added.isOnCurve), added);
    }
    this.#relist();
  }

  #list(listing: TokenListing, address: string, seed: number, isOnCurve = false): Market {
    const { token, feeBps, dexName } = listing;
    const native = this.#natives[token.chain];
    const ids = { tokenId: idOf(token), nativeId: idOf(native) };
    const terms: PoolTerms = isOnCurve
      ? { address, dexName: curveDexName, feeBps: curveFeeBps, virtual: curveReserves }
      : { address, dexName, feeBps };
    const pool = new Pool(this.#ledger, ids, terms);
    const market = { listing, pool, subject: token.kind === 'hub' ? native : token, seed };
    this.#markets.set(key(token.chain, token.address), market);
    return market;
  }

  #mint(token: PaperToken, cause: string): void {
    const supply = BigInt(Math.round(token.supply)) * 10n ** BigInt(token.decimals);
    this.#ledger.transfer(worldAccount, crowdAccount, idOf(token), supply, cause);
  }

  #fund({ listing, pool, seed }: Market, native: PaperToken, nativeUsd: number, cause: string): void {
    const { token, startUsd, liquidityUsd } = listing;
    // Reserves that end in zeros would look artificial.
    const lopsided = 1 + (seededRandom(seed).next() - 0.5) * 0.2;
    const sideUsd = (liquidityUsd * lopsided) / 2;
    const give = { from: crowdAccount, to: pool.accountId };
    this.#ledger.post(cause, [
      { ...give, tokenId: idOf(native), amount: toBaseUnits(sideUsd / nativeUsd, native.decimals) },
      { ...give, tokenId: idOf(token), amount: toBaseUnits(sideUsd / startUsd, token.decimals) },
    ]);
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
