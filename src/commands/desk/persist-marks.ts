import { bucketOf, toLevel } from '../../domain/market/candles.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { appendMarks, marksSize, readMarks, type SavedMarks, writeMarks } from '../../platform/files/marks-file.ts';
import { marksFile } from '../../platform/files/paths.ts';
import type { DeskData } from '../../stores/desk-data.ts';
import { type KeptCandle, MinuteMarks, thinned } from '../../stores/market/mark-history.ts';
import type { PriceSamples } from '../../stores/market/price-samples.ts';

interface MarksDeps {
  readonly data: DeskData;
  readonly priceSamples: PriceSamples;
  /** The folder of the market: marks of two services never mix. */
  readonly folder: string;
  /** Wall clock, ms. */
  readonly now: () => number;
  /** Called once if marks cannot be saved, and once for each coin with unreadable ones. */
  readonly say: (text: string) => void;
}

export interface KeptMarks {
  /** Loads the marks of earlier runs for a coin that is charted, once. */
  show(coin: string): void;
  /** Saves the current minute. Resolves when everything is written. */
  stop(): Promise<void>;
}

/** A larger file is compacted, bytes: with 256 markets at most, 32 MB. */
const compactFrom = 128 * 1_024;

/**
 * Keeps candles of all marks on disk, a file for each coin, so that a chart goes back before this run. A minute is appended
 * when it has ended; at most one file is compacted a minute. Nothing here waits for the disk.
 */
export function persistMarks({ data, priceSamples, folder, now, say }: MarksDeps): KeptMarks {
  const minutes = new MinuteMarks();
  const shown = new Set<string>();
  const grown = new Set<string>();
  const fileOf = (coin: string): string => marksFile(folder, coin);
  let isTold = false;
  let work: Promise<void> = Promise.resolve();
  const soon = (step: () => Promise<void>): void => {
    work = work.then(step).catch((error: unknown) => {
      if (!isTold) say(`marks are not saved: ${error instanceof Error ? error.message : String(error)}`);
      isTold = true;
    });
  };

  const load = async (coin: string): Promise<KeptCandle[]> => {
    const { marks, badLines } = await readMarks(fileOf(coin));
    if (badLines > 0)
      say(`${badLines} saved marks of ${cleanText(coin, textLimits.symbol)} cannot be read and are left out`);
    return thinned(marks.flatMap(toCandle), now());
  };

  const save = async (ended: ReadonlyMap<string, KeptCandle>): Promise<void> => {
    await Promise.all(Array.from(ended, ([coin, candle]) => appendMarks(fileOf(coin), [toSaved(candle)])));
    for (const [coin, candle] of ended) {
      if ((await marksSize(fileOf(coin))) > compactFrom) grown.add(coin);
      if (shown.has(coin)) priceSamples.setHistory(coin, thinned([...priceSamples.history(coin), candle], now()));
    }
    const [coin] = grown;
    if (coin === undefined) return;
    grown.delete(coin);
    writeMarks(fileOf(coin), (await load(coin)).map(toSaved));
  };

  const stopListening = priceSamples.subscribe(() => {
    const { data: markets, updatedAtMs } = data.read('markets');
    const ended = markets && minutes.take(markets, updatedAtMs);
    if (ended && ended.size > 0) soon(() => save(ended));
  });

  return {
    show: (coin) => {
      if (shown.has(coin)) return;
      shown.add(coin);
      soon(async () => priceSamples.setHistory(coin, await load(coin)));
    },
    stop: () => {
      stopListening();
      soon(() => save(minutes.flush()));
      return work;
    },
  };
}

const toSaved = ({ startMs, lengthMs, open, high, low, close }: KeptCandle): SavedMarks => ({
  startMs: bucketOf(startMs, 60_000),
  lengthMs,
  open: open.text,
  high: high.text,
  low: low.text,
  close: close.text,
});

function toCandle({ startMs, lengthMs, ...texts }: SavedMarks): KeptCandle[] {
  const [open, high, low, close] = [texts.open, texts.high, texts.low, texts.close].map(toLevel);
  return open && high && low && close ? [{ startMs, lengthMs, open, high, low, close, volumeMicros: 0n }] : [];
}
