import type { Random } from '../../../../platform/time/random.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../../../protocol/streams/svm.ts';
import type { Bus } from '../../../world/bus.ts';
import { graduationPriceSol, graduationSol, launchSupply } from '../trading/bonding-curve.ts';
import { blockAt } from './chain-traits.ts';
import { svmAddress, svmSignature } from './paper-addresses.ts';
import type { Market, TokenBook } from './token-book.ts';
import type { Launch, TokenListing } from './token-list.ts';

interface Curve {
  readonly tokenAddress: string;
  readonly curveAddress: string;
  readonly creator: string;
}

const firstWords = ['Turbo', 'Lazy', 'Cosmic', 'Baby', 'Frosty', 'Sir', 'Quiet', 'Retro', 'Salty', 'Brave'];
const lastWords = ['Otter', 'Badger', 'Noodle', 'Heron', 'Pickle', 'Moth', 'Walrus', 'Toast', 'Gecko', 'Comet'];
const meanCreationMs = 45_000;
/** Beyond this many launched tokens, new ones are announced but cannot be traded: each costs time on every tick. */
const maxTrading = 16;
/** The part of the supply that is sold in the first block: the less, the nearer a curve is to its floor, where it dies. */
const firstBlockPart = [0.15, 0.45] as const;
/** How many launches are closely held, and the parts of the supply that their insiders, and others', hold. */
const closelyHeld = 0.4;
const closePart = [0.3, 0.5] as const;
const widePart = [0.01, 0.08] as const;

/** New Solana tokens on bonding curves, and what happens when one is sold out. */
export class Launchpad {
  readonly #book: TokenBook;
  readonly #bus: Bus;
  readonly #random: Random;

  constructor(book: TokenBook, bus: Bus, random: Random) {
    this.#book = book;
    this.#bus = bus;
    this.#random = random;
  }

  advance(nowMs: number, elapsedMs: number): void {
    if (this.#random.next() >= elapsedMs / meanCreationMs) return;
    const curve = this.#announce(nowMs);
    if (this.#book.addedCount < maxTrading) this.#open(curve, drawHeld(this.#random));
  }

  /** A token begins to trade on its curve. `isCloselyHeld`: by a few people who belong together. */
  launch(nowMs: number, isCloselyHeld: boolean): Market {
    return this.#open(this.#announce(nowMs), between(isCloselyHeld ? closePart : widePart, this.#random));
  }

  /** A sold-out curve goes over to a pool. */
  graduate(nowMs: number, market: Market): void {
    const curveAddress = market.pool.address;
    const destPoolAddress = svmAddress(this.#random);
    this.#book.graduate(market, destPoolAddress);
    const data: StreamDataInput<typeof svmBondingCurveGraduations> = {
      tokenAddress: market.listing.token.address,
      curveAddress,
      curveDexType: 'pump',
      destPoolAddress,
      destPoolDexType: 'raydium',
      ...this.#place(nowMs),
    };
    this.#bus.publish({ stream: 'svm.bondingCurve.graduations', filter: {}, data });
  }

  #announce(nowMs: number): Curve {
    const [tokenAddress, curveAddress, creator] = [0, 0, 0].map(() => svmAddress(this.#random)) as [
      string,
      string,
      string,
    ];
    const curve = { tokenAddress, curveAddress, creator };
    const data: StreamDataInput<typeof svmBondingCurveCreations> = {
      ...curve,
      curveDexType: 'pump',
      ...this.#place(nowMs),
    };
    this.#bus.publish({ stream: 'svm.bondingCurve.creations', filter: {}, data });
    return curve;
  }

  #open(curve: Curve, held: number): Market {
    const listing = launchListing(curve, this.#random, { held, solUsd: this.#book.nativePriceUsd('solana') });
    // Those behind it buy in the first block too.
    const soldPart = Math.max(held + 0.05, between(firstBlockPart, this.#random));
    return this.#book.launch(listing, curve.curveAddress, this.#random.int(2 ** 32), soldPart);
  }

  #place(nowMs: number) {
    const slot = blockAt('solana', nowMs);
    return {
      signature: svmSignature(this.#random),
      slot,
      blockTime: Math.floor(nowMs / 1000),
      // Slots without a block make the height lag behind.
      blockHeight: slot - 21_870_000,
      blockHash: svmAddress(this.#random),
      network: 'sol',
    };
  }
}

/** The listing of a new token: `held` is the part of its supply that those behind it have bought. */
export function launchListing(
  { tokenAddress, creator }: Omit<Curve, 'curveAddress'>,
  random: Random,
  { solUsd, held }: { readonly solUsd: number; readonly held: number },
): TokenListing {
  const [first, last] = [firstWords, lastWords].map((words) => words[random.int(words.length)]!) as [string, string];
  return {
    token: {
      chain: 'solana',
      address: tokenAddress,
      symbol: `${first.slice(0, 3)}${last.slice(0, 3)}`.toUpperCase(),
      name: `${first} ${last}`,
      decimals: 6,
      kind: 'token',
      supply: launchSupply,
    },
    // At its graduation.
    startUsd: graduationPriceSol * solUsd,
    liquidityUsd: 2 * graduationSol * solUsd,
    reference: null,
    // Only of a generated past, which it does not have: LaunchedTokens moves its price.
    volatility: 0,
    feeBps: 30,
    dexName: 'PumpSwap',
    swapsPerSecond: 0.12,
    launch: { creator, ...drawInsiders(held, random) },
  };
}

/** Most launches have many holders; of some, a few people who belong together hold a large part of the supply. */
export const drawHeld = (random: Random): number => between(random.next() < closelyHeld ? closePart : widePart, random);

function drawInsiders(held: number, random: Random): Omit<Launch, 'creator'> {
  const developer = held * between([0.2, 0.5], random);
  const insider = held * between([0.2, 0.5], random);
  return { developer, insider, bundler: held - developer - insider };
}

const between = ([least, most]: readonly [number, number], random: Random): number =>
  least + (most - least) * random.next();
