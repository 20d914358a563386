import { createStore } from 'zustand/vanilla';
import {
  aggregate,
  bucketOf,
  type Candle,
  type CandleInterval,
  intervalMs,
  isTapeInterval,
  joined,
  type ServiceInterval,
} from '../../domain/market/candles.ts';
import { activeWallets } from '../account/wallets.ts';
import type { DeskData, Reading, ServiceCandles } from '../desk-data.ts';
import type { ReadableStore } from '../store.ts';
import type { Tape, TapeSwap } from './tape.ts';
import { TapeCandles, type TapeSeries } from './tape-candles.ts';

export interface WantedCandles {
  readonly tokenId: string;
  readonly interval: CandleInterval;
}

interface CandlesState {
  /** The candles on screen; only these are kept fresh. null for none. */
  readonly wanted: WantedCandles | null;
}

export interface CandleReading {
  /** The state of the service's read; for candles built from the tape it is always current. */
  readonly reading: Reading<unknown>;
  /** Oldest first, without entries for gaps. The same array until a candle changes. */
  readonly candles: readonly Candle[];
}

const soonestMs = 10_000;
const latestMs = 300_000;

/** How often the service's candles are read, ms: a few times per candle, since the tape extends the newest between reads. */
export const candlesEveryMs = (interval: ServiceInterval): number =>
  Math.max(soonestMs, Math.min(latestMs, intervalMs(interval) / 6));

interface Made {
  readonly key: string;
  readonly from: ServiceCandles | undefined;
  readonly version: number;
  readonly candles: readonly Candle[];
}

/** Token candles: the service's, extended by swaps from the tape, and candles of seconds built from the tape alone. */
export class Candles implements ReadableStore<CandlesState> {
  readonly #store = createStore<CandlesState>(() => ({ wanted: null }));
  readonly getState = this.#store.getState;
  readonly subscribe = this.#store.subscribe;
  readonly #data: DeskData;
  readonly #now: () => number;
  readonly #tape = new TapeCandles();
  #made: Made | null = null;
  readonly #startedAtMs: number;
  /** When tokens came onto the tape after its start. */
  readonly #addedAtMs = new Map<string, number>();

  constructor(data: DeskData, now: () => number) {
    this.#data = data;
    this.#now = now;
    this.#startedAtMs = now();
  }

  /** The token has come onto the tape. */
  begin(tokenId: string): void {
    this.#addedAtMs.set(tokenId, this.#now());
  }

  /** Since when the tape has a token, ms since the epoch: there are no candles of seconds from before. */
  tapeSinceMs(tokenId: string): number {
    return this.#addedAtMs.get(tokenId) ?? this.#startedAtMs;
  }

  /** Sets the candles on screen; null for none. */
  want(wanted: WantedCandles | null): void {
    const before = this.getState().wanted;
    if (wanted?.tokenId !== before?.tokenId || wanted?.interval !== before?.interval) this.#store.setState({ wanted });
  }

  /** Adds the tape rows received since the last call. */
  take(tape: Tape): void {
    const own = ownAddresses(this.#data);
    this.#tape.take(tape, this.#now(), ({ maker }) => maker !== null && own.has(sameCase(maker)));
  }

  /** Whether the stream had a gap in this period. */
  wasBlind(fromMs: number, toMs: number): boolean {
    return this.#tape.wasBlind(fromMs, toMs);
  }

  /** One-second candles of a token from the tape, oldest first. Always the same array, which grows. */
  seconds(tokenId: string): readonly Candle[] {
    return this.#tape.series(tokenId).seconds;
  }

  /** The account's own swaps of a token, from the tape. The same array until the next one. */
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

  /** Rebuilds the candles only after a swap or a response, since frames ask for them thirty times a second. */
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

/** EVM addresses are case-insensitive; Solana addresses are not. */
const sameCase = (address: string): string => (address.startsWith('0x') ? address.toLowerCase() : address);

/** The service's candles, with the swaps since they were received added to the newest, and newer candles after it. */
export function goneOn(
  { candles, receivedAtMs }: ServiceCandles,
  seconds: readonly Candle[],
  lengthMs: number,
): readonly Candle[] {
  const receivedSecondMs = bucketOf(receivedAtMs, 1_000);
  const first = seconds.findLastIndex(({ startMs }) => startMs < receivedSecondMs) + 1;
  if (first === seconds.length) return candles;
  // The response may already include swaps of the second it arrived in. Prices may be merged twice, volume may not.
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
