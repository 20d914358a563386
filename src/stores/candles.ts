import {
  aggregate,
  bucketOf,
  type Candle,
  type CandleInterval,
  intervalMs,
  isTapeInterval,
  joined,
  type ServiceInterval,
} from '../domain/candles.ts';
import type { DeskData, Reading, ServiceCandles } from './desk-data.ts';
import type { Tape, TapeSwap } from './tape.ts';
import { TapeCandles, type TapeSeries } from './tape-candles.ts';
import { activeWallets } from './wallets.ts';

/** The candles that are on screen: only those are kept fresh. */
export interface WantedCandles {
  readonly tokenId: string;
  readonly interval: CandleInterval;
}

export interface CandleReading {
  /** The service's answer; of candles made from the tape there is always one. */
  readonly reading: Reading<unknown>;
  /** Oldest first, holes left out. The same array until a candle changes. */
  readonly candles: readonly Candle[];
}

const soonestMs = 10_000;
const latestMs = 300_000;

/** How often the service's candles are read again: several times in each, since the tape goes on between two reads. */
export const candlesEveryMs = (interval: ServiceInterval): number =>
  Math.max(soonestMs, Math.min(latestMs, intervalMs(interval) / 6));

interface Made {
  readonly key: string;
  readonly from: ServiceCandles | undefined;
  readonly version: number;
  readonly candles: readonly Candle[];
}

/** Candles of tokens: those of the service, the newest of them going on with the tape, and those of seconds from the tape alone. */
export class Candles {
  readonly #data: DeskData;
  readonly #now: () => number;
  readonly #tape = new TapeCandles();
  readonly #listeners = new Set<() => void>();
  #wanted: WantedCandles | null = null;
  #made: Made | null = null;
  /** When the tape began, ms: before that there are no candles of seconds. */
  readonly startedAtMs: number;

  constructor(data: DeskData, now: () => number) {
    this.#data = data;
    this.#now = now;
    this.startedAtMs = now();
  }

  get wanted(): WantedCandles | null {
    return this.#wanted;
  }

  /** Says what is on screen; null for none. */
  want(wanted: WantedCandles | null): void {
    if (wanted?.tokenId === this.#wanted?.tokenId && wanted?.interval === this.#wanted?.interval) return;
    this.#wanted = wanted;
    for (const listener of this.#listeners) listener();
  }

  onWant(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes what has come onto the tape since the last time. */
  take(tape: Tape): void {
    const own = ownAddresses(this.#data);
    this.#tape.take(tape, this.#now(), ({ maker }) => maker !== null && own.has(sameCase(maker)));
  }

  /** Whether nothing could be received from the stream for a part of this time. */
  wasBlind(fromMs: number, toMs: number): boolean {
    return this.#tape.wasBlind(fromMs, toMs);
  }

  /** What was traded of a token on the tape, second by second, oldest first: the same list, which goes on. */
  seconds(tokenId: string): readonly Candle[] {
    return this.#tape.series(tokenId).seconds;
  }

  /** Swaps that own wallets made of a token, as the tape told them. The same list until another comes. */
  ownSwaps(tokenId: string): readonly TapeSwap[] {
    return this.#tape.series(tokenId).own;
  }

  read({ tokenId, interval }: WantedCandles): CandleReading {
    const series = this.#tape.series(tokenId);
    if (isTapeInterval(interval)) {
      const candles = this.#make(`${tokenId} ${interval}`, undefined, series, () =>
        aggregate(series.seconds, intervalMs(interval)),
      );
      const reading = { data: candles, updatedAtMs: this.#now(), problem: null, problemAtMs: 0, isFetching: false };
      return { reading, candles };
    }
    const reading = this.#data.candles(tokenId, interval satisfies ServiceInterval);
    const answer = reading.data;
    const candles = this.#make(`${tokenId} ${interval}`, answer, series, () =>
      answer ? goneOn(answer, series.seconds, intervalMs(interval)) : [],
    );
    return { reading, candles };
  }

  /** Made again only when a swap or an answer came: a frame asks thirty times a second. */
  #make(
    key: string,
    from: ServiceCandles | undefined,
    { version }: TapeSeries,
    make: () => readonly Candle[],
  ): readonly Candle[] {
    const made = this.#made;
    if (made?.key === key && made.from === from && made.version === version) return made.candles;
    const candles = make();
    this.#made = { key, from, version, candles };
    return candles;
  }
}

const ownAddresses = (data: DeskData): ReadonlySet<string> => data.derive(toAddresses);

const toAddresses = (data: DeskData): ReadonlySet<string> =>
  new Set(activeWallets(data.read('wallets').data).map(({ address }) => sameCase(address)));

/** The letters of an EVM address say the same in either case; those of a Solana one don't. */
const sameCase = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

/** The service's candles, the newest going on with what was traded since they were received, and new ones after it. */
export function goneOn(
  { candles, receivedAtMs }: ServiceCandles,
  seconds: readonly Candle[],
  lengthMs: number,
): readonly Candle[] {
  const receivedSecondMs = bucketOf(receivedAtMs, 1_000);
  const first = seconds.findLastIndex(({ startMs }) => startMs < receivedSecondMs) + 1;
  if (first === seconds.length) return candles;
  // Of the second of the answer nobody knows what it counts already: its prices can be taken twice, its volume can't.
  const since = seconds
    .slice(first)
    .map((second) => (second.startMs === receivedSecondMs ? { ...second, volumeMicros: 0n } : second));
  const [next, ...later] = aggregate(since, lengthMs);
  const newest = candles.at(-1);
  if (!next) return candles;
  if (!newest || next.startMs > newest.startMs) return [...candles, next, ...later];
  if (next.startMs < newest.startMs) return [...candles, ...later.filter(({ startMs }) => startMs > newest.startMs)];
  return [...candles.slice(0, -1), joined(newest, next), ...later];
}
