import type Big from 'big.js';
import { readPositive } from '../../domain/numbers/decimal.ts';
import { readable } from '../../protocol/schema.ts';
import type { DeskData } from '../desk-data.ts';

/**
 * A market's mark, `coin` as the service names it; null if unknown. Everything on screen takes it from the last list of the
 * markets and from nothing else, so that rows, totals and forms of one frame show one mark of one age (`marksReadAtMs`).
 */
export const markOf = (data: DeskData, coin: string): Big | null => data.derive(toMarks).get(coin) ?? null;

/** When the marks were read, ms since the epoch; 0 before. */
export const marksReadAtMs = (data: DeskData): number => data.read('markets').updatedAtMs;

const toMarks = (data: DeskData): ReadonlyMap<string, Big> =>
  new Map(
    readable(data.read('markets').data ?? []).flatMap(({ meta, ctx }): [string, Big][] => {
      // A mark of zero is a missing mark.
      const mark = readPositive(ctx.markPx);
      return mark ? [[meta.name, mark]] : [];
    }),
  );
