import type { Random } from '../../../../platform/time/random.ts';
import type { StreamDataInput } from '../../../../protocol/stream.ts';
import type { svmBondingCurveCreations, svmBondingCurveGraduations } from '../../../../protocol/streams/svm.ts';
import type { Bus } from '../../../world/bus.ts';
import { blockAt } from './chain-traits.ts';
import { svmAddress, svmSignature } from './paper-addresses.ts';
import type { TokenBook } from './token-book.ts';

interface Curve {
  readonly tokenAddress: string;
  readonly curveAddress: string;
}

const firstWords = ['Turbo', 'Lazy', 'Cosmic', 'Baby', 'Frosty', 'Sir', 'Quiet', 'Retro', 'Salty', 'Brave'];
const lastWords = ['Otter', 'Badger', 'Noodle', 'Heron', 'Pickle', 'Moth', 'Walrus', 'Toast', 'Gecko', 'Comet'];
const meanCreationMs = 25_000;
const meanGraduationMs = 240_000;
/** Beyond this, graduated tokens are announced but get no pool: a long-running account must not fill up with them. */
const maxListed = 12;

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

  #create(nowMs: number): void {
    const curve = { tokenAddress: svmAddress(this.#random), curveAddress: svmAddress(this.#random) };
    this.#waiting = [...this.#waiting, curve].slice(-20);
    const data: StreamDataInput<typeof svmBondingCurveCreations> = {
      ...curve,
      curveDexType: 'pump',
      creator: svmAddress(this.#random),
      ...this.#place(nowMs),
    };
    this.#bus.publish({ stream: 'svm.bondingCurve.creations', filter: {}, data });
  }

  #graduate(nowMs: number): void {
    const curve = this.#waiting.splice(this.#random.int(this.#waiting.length || 1), 1)[0];
    if (!curve) return;
    const destPoolAddress = svmAddress(this.#random);
    if (this.#book.addedCount < maxListed) this.#list(curve, destPoolAddress);
    const data: StreamDataInput<typeof svmBondingCurveGraduations> = {
      ...curve,
      curveDexType: 'pump',
      destPoolAddress,
      destPoolDexType: 'raydium',
      ...this.#place(nowMs),
    };
    this.#bus.publish({ stream: 'svm.bondingCurve.graduations', filter: {}, data });
  }

  #list({ tokenAddress: address }: Curve, poolAddress: string): void {
    const [first, last] = [firstWords, lastWords].map((words) => words[this.#random.int(words.length)]!);
    const symbol = `${first!.slice(0, 3)}${last!.slice(0, 3)}`.toUpperCase();
    const token = { chain: 'solana', address, symbol, name: `${first} ${last}`, decimals: 6, supply: 1e9 } as const;
    const startUsd = 0.00004 + 0.00012 * this.#random.next();
    const market = {
      startUsd,
      // The pool cannot hold more of the token than its supply.
      liquidityUsd: Math.min(30_000 + this.#random.int(70_000), 0.8 * startUsd * token.supply),
      reference: null,
      volatility: 25,
      feeBps: 30,
      dexName: 'PumpSwap',
      swapsPerSecond: 0.12,
    };
    this.#book.add({ token: { ...token, kind: 'token' }, ...market }, poolAddress, this.#random.int(2 ** 32));
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
