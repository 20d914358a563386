import type { Random } from '../../../../platform/time/random.ts';
import type { Ledger } from '../../ledger.ts';
import { crowdAccount } from '../../ledger-accounts.ts';
import { floorPriceSol, graduationPriceSol } from '../trading/bonding-curve.ts';
import type { Insiders } from './crowd-holdings.ts';
import { idOf, type Market, type TokenBook, toBaseUnits, toFloat } from './token-book.ts';
import type { Launch } from './token-list.ts';

/** A launched token as saved. */
export interface LaunchState {
  /** Market time since it graduated, or died. */
  readonly ageMs: number;
  readonly isRugged: boolean;
  /** Nobody moves its price any more. */
  readonly isDead: boolean;
  /** The age at which a scenario lets it be rugged. */
  readonly rugsAtMs?: number;
}

/** The market as launches see it. */
export interface LaunchMoves {
  /** Multiplies the price that the crowd takes for fair; returns the new one in USD. */
  readonly nudge: (market: Market, factor: number) => number;
  /** Everybody behind the launch sells everything, at once. */
  readonly sellOut: (market: Market) => void;
  /** The curve is sold out, and goes over to a pool. */
  readonly graduate: (market: Market) => void;
  /** Takes a dead token off the market, unless a user has had anything to do with it. */
  readonly remove: (market: Market) => boolean;
}

const hourMs = 3_600_000;
/** Variance of the log price an hour: what a new token has more, fading with its age, and what stays. */
const newVariance = 1.2;
const settledVariance = 0.07;
const settlingMs = 2.5 * hourMs;
/** A launch is rugged early or never: the rate falls with its age, and grows with the part that insiders hold. */
const rugRate = 3;
const rugPatienceMs = 600_000;
/** Below this part of its first price a graduate is dead. A pool that begins with 20.7 % of the supply can fall to it. */
const deadPart = 0.06;
/** On a curve: variance of the log price an hour, and how near its floor a token is dead. */
const curveVariance = 12;
const nearFloor = 1.02;
/** A curve takes no longer step than this, so that no step goes far below the floor. */
const curveStepMs = 250;
/** Of what a curve sells, the part that the crowd buys in any case. */
const lastPart = 1_000n;
/** A dead token that nobody holds stays on the market for this time. */
const removedAfterMs = 180_000;
/** Age of a token whose listing tells nothing about its launch: one from a file of an older version. */
const unknownAge: LaunchState = { ageMs: 24 * hourMs, isRugged: true, isDead: false };

/**
 * The fair prices of launched tokens, on their bonding curve and after it. Each step multiplies them by a random factor
 * of mean 1, whatever is known before: a launch is not worth more than it costs, and nobody gains by waiting or by selling
 * early. A curve is left at its end or at its floor, a graduate is rugged or not, and the chance to be is paid for by a
 * rise until then. The median falls, because few gain what many lose.
 */
export class LaunchedTokens {
  readonly #book: TokenBook;
  readonly #ledger: Ledger;
  readonly #random: Random;
  readonly #states = new WeakMap<Market, LaunchState>();

  constructor(book: TokenBook, ledger: Ledger, random: Random) {
    this.#book = book;
    this.#ledger = ledger;
    this.#random = random;
  }

  /** Steps of any length: the factors of two steps multiply to that of one. */
  advance(elapsedMs: number, moves: LaunchMoves): void {
    for (const market of this.#markets()) {
      const state = this.#stateOf(market);
      if (state.isDead) this.#bury(market, state, elapsedMs, moves);
      else if (market.pool.isCurve) this.#rideCurve(market, state, elapsedMs, moves);
      else this.#states.set(market, this.#step(market, state, elapsedMs, moves));
    }
  }

  /** Lets those behind a launch sell everything once it has this age. */
  rugAt(market: Market, rugsAtMs: number): void {
    this.#states.set(market, { ...this.#stateOf(market), rugsAtMs });
  }

  /** Base units that those behind a launch hold; null for a token that was never launched. */
  insiders({ listing }: Market): Insiders | null {
    const { launch, token } = listing;
    if (!launch) return null;
    const isRugged = this.#stateOf(this.#book.marketOf(token)).isRugged;
    const crowd = this.#ledger.available(crowdAccount, idOf(token));
    // A user may have bought nearly everything.
    const part = Math.min(1, toFloat(crowd, token.decimals) / (heldPart(launch) * token.supply));
    const of = (held: number) => (isRugged ? 0n : toBaseUnits(held * part * token.supply, token.decimals));
    const { creator, developer, insider, bundler } = launch;
    return { creator, developer: of(developer), insider: of(insider), bundler: of(bundler) };
  }

  snapshot(): Record<string, LaunchState> {
    return Object.fromEntries(this.#markets().map((market) => [idOf(market.listing.token), this.#stateOf(market)]));
  }

  /** Restore the book before. `states` is absent in older files. */
  restore(states: Record<string, LaunchState> = {}): void {
    for (const market of this.#markets()) this.#states.set(market, states[idOf(market.listing.token)] ?? unknownAge);
  }

  #markets(): Market[] {
    return this.#book.markets.filter(({ listing }) => listing.launch);
  }

  #stateOf(market: Market): LaunchState {
    return this.#states.get(market) ?? { ageMs: 0, isRugged: false, isDead: false };
  }

  #bury(market: Market, state: LaunchState, elapsedMs: number, moves: LaunchMoves): void {
    const ageMs = state.ageMs + elapsedMs;
    const isDue = ageMs >= removedAfterMs;
    if (isDue && moves.remove(market)) return;
    this.#states.set(market, { ...state, ageMs: isDue ? 0 : ageMs });
  }

  /** Until the curve is sold out, or as good as nothing of it. */
  #rideCurve(market: Market, state: LaunchState, elapsedMs: number, moves: LaunchMoves): void {
    const solUsd = this.#book.nativePriceUsd(market.listing.token.chain);
    const { pool } = market;
    for (let leftMs = elapsedMs; leftMs > 0; leftMs -= curveStepMs) {
      const variance = (curveVariance * Math.min(leftMs, curveStepMs)) / hourMs;
      const priceUsd = moves.nudge(market, Math.exp(Math.sqrt(variance) * this.#gaussian() - variance / 2));
      const priceSol = priceUsd / solUsd;
      if (priceSol >= graduationPriceSol || pool.tokensForSale * lastPart < pool.tokenReserve)
        return moves.graduate(market);
      if (priceSol > floorPriceSol * nearFloor) continue;
      moves.nudge(market, floorPriceSol / priceSol);
      moves.sellOut(market);
      this.#states.set(market, { ...state, isDead: true, isRugged: true });
      return;
    }
  }

  #step(market: Market, state: LaunchState, elapsedMs: number, moves: LaunchMoves): LaunchState {
    const ageMs = state.ageMs + elapsedMs;
    const variance = varianceUntil(ageMs) - varianceUntil(state.ageMs);
    const moved = Math.exp(Math.sqrt(variance) * this.#gaussian() - variance / 2);
    const { chance, kept } = state.isRugged ? { chance: 0, kept: 1 } : this.#rug(market, state.ageMs, ageMs);
    const { rugsAtMs = Number.POSITIVE_INFINITY, isRugged } = state;
    const isRug = this.#random.next() < chance || (!isRugged && ageMs >= rugsAtMs);
    if (isRug) moves.sellOut(market);
    const rise = (1 - chance * kept) / (1 - chance);
    const priceUsd = moves.nudge(market, moved * (isRug ? kept : rise));
    const isDead = priceUsd < market.listing.startUsd * deadPart;
    return { ...state, ageMs: isDead ? 0 : ageMs, isRugged: isRugged || isRug, isDead };
  }

  /** How likely those behind the launch sell in this step, and the part of the price that they would leave. */
  #rug(market: Market, fromMs: number, toMs: number): { chance: number; kept: number } {
    const { pool, listing } = market;
    const { developer, insider, bundler } = this.insiders(market)!;
    const sold = Number(developer + insider + bundler) * (1 - pool.feeBps / 10_000);
    const waited = (ageMs: number) => 1 - Math.exp(-ageMs / rugPatienceMs);
    const chance = 1 - Math.exp(-rugRate * heldPart(listing.launch!) * (waited(toMs) - waited(fromMs)));
    return { chance, kept: (Number(pool.tokenReserve) / (Number(pool.tokenReserve) + sold)) ** 2 };
  }

  #gaussian(): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.#random.next()));
    return radius * Math.cos(2 * Math.PI * this.#random.next());
  }
}

const heldPart = ({ developer, insider, bundler }: Launch): number => developer + insider + bundler;

/** Variance of the log price from the listing to an age. */
const varianceUntil = (ageMs: number): number =>
  (newVariance * settlingMs * (1 - Math.exp(-ageMs / settlingMs)) + settledVariance * ageMs) / hourMs;
