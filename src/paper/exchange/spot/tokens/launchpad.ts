import type { Random } from '../../../../platform/time/random.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../../../protocol/streams/svm.ts';
import type { Bus } from '../../../world/bus.ts';
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
const meanCreationMs = 25_000;
const meanGraduationMs = 240_000;
/** Beyond this, graduated tokens are announced but get no pool: a long-running account must not fill up with them. */
const maxListed = 12;
/** The part of its supply that a token's pool opens with: the less, the further its price can fall. */
const pooledPart = [0.1, 0.15] as const;
/** How many launches are closely held, and the parts of the supply that their insiders, and others', hold. */
const closelyHeld = 0.4;
const closePart = [0.3, 0.55] as const;
const widePart = [0.01, 0.08] as const;

/** New Solana tokens on bonding curves; some graduate to their own pool and become tradable. */
export class Launchpad {
  readonly #book: TokenBook;
  readonly #bus: Bus;
  readonly #random: Random;
  #waiting: Curve[] = [];

  constructor(book: TokenBook, bus: Bus, random: Random) {
    this.#book = book;
    this.#bus = bus;
    this.#random = random;
  }

  advance(nowMs: number, elapsedMs: number): void {
    if (this.#random.next() < elapsedMs / meanCreationMs) this.#create(nowMs);
    if (this.#random.next() < elapsedMs / meanGraduationMs) this.#graduate(nowMs);
  }

  #create(nowMs: number): Curve {
    const [tokenAddress, curveAddress, creator] = [0, 0, 0].map(() => svmAddress(this.#random)) as [
      string,
      string,
      string,
    ];
    const curve = { tokenAddress, curveAddress, creator };
    this.#waiting = [...this.#waiting, curve].slice(-20);
    const data: StreamDataInput<typeof svmBondingCurveCreations> = {
      ...curve,
      curveDexType: 'pump',
      ...this.#place(nowMs),
    };
    this.#bus.publish({ stream: 'svm.bondingCurve.creations', filter: {}, data });
    return curve;
  }

  #graduate(nowMs: number): void {
    const curve = this.#waiting.splice(this.#random.int(this.#waiting.length || 1), 1)[0];
    if (!curve) return;
    const listing = this.#book.addedCount < maxListed ? launchListing(curve, this.#random) : null;
    this.#announce(nowMs, curve, listing);
  }

  /** A token is created and graduates at once. `isCloselyHeld`: by a few people who belong together. */
  launch(nowMs: number, isCloselyHeld: boolean): Market {
    const curve = this.#create(nowMs);
    this.#waiting = this.#waiting.filter((waiting) => waiting !== curve);
    const held = between(isCloselyHeld ? closePart : widePart, this.#random);
    return this.#announce(nowMs, curve, launchListing(curve, this.#random, held))!;
  }

  /** Tells that a curve has graduated, to a pool where it is listed. */
  #announce(nowMs: number, { tokenAddress, curveAddress }: Curve, listing: TokenListing | null): Market | null {
    const destPoolAddress = svmAddress(this.#random);
    const market = listing && this.#book.add(listing, destPoolAddress, this.#random.int(2 ** 32));
    const data: StreamDataInput<typeof svmBondingCurveGraduations> = {
      tokenAddress,
      curveAddress,
      curveDexType: 'pump',
      destPoolAddress,
      destPoolDexType: 'raydium',
      ...this.#place(nowMs),
    };
    this.#bus.publish({ stream: 'svm.bondingCurve.graduations', filter: {}, data });
    return market;
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

/** The listing of a token that graduates, with a name and terms of its own. */
export function launchListing(
  { tokenAddress, creator }: Omit<Curve, 'curveAddress'>,
  random: Random,
  held = drawHeld(random),
): TokenListing {
  const [first, last] = [firstWords, lastWords].map((words) => words[random.int(words.length)]!) as [string, string];
  const symbol = `${first.slice(0, 3)}${last.slice(0, 3)}`.toUpperCase();
  const supply = 1e9;
  const startUsd = between([0.00006, 0.00022], random);
  return {
    token: {
      chain: 'solana',
      address: tokenAddress,
      symbol,
      name: `${first} ${last}`,
      decimals: 6,
      kind: 'token',
      supply,
    },
    startUsd,
    liquidityUsd: 2 * between(pooledPart, random) * startUsd * supply,
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
const drawHeld = (random: Random): number => between(random.next() < closelyHeld ? closePart : widePart, random);

function drawInsiders(held: number, random: Random): Omit<Launch, 'creator'> {
  const developer = held * between([0.2, 0.5], random);
  const insider = held * between([0.2, 0.5], random);
  return { developer, insider, bundler: held - developer - insider };
}

const between = ([least, most]: readonly [number, number], random: Random): number =>
  least + (most - least) * random.next();
