import { once } from 'node:events';
import { inSlices } from '../domain/in-slices.ts';
import { printableJson } from '../platform/printable-json.ts';
import type { OrderRecord } from '../stores/order-records.ts';
import type { CommandIo } from './command.ts';
import { orderCsv, orderCsvHead } from './order-csv.ts';
import { startProgress } from './progress-line.ts';

/** Text to be written, and how many orders are in it. */
export interface Piece {
  readonly text: string;
  readonly orders: number;
}

const ordersInPiece = 200;

function* batches(records: readonly OrderRecord[]): Generator<readonly OrderRecord[]> {
  for (let at = 0; at < records.length; at += ordersInPiece) yield records.slice(at, at + ordersInPiece);
}

export function* csvPieces(records: readonly OrderRecord[]): Generator<Piece> {
  yield { text: orderCsvHead(), orders: 0 };
  for (const batch of batches(records)) yield { text: orderCsv(batch), orders: batch.length };
}

/** One array, as if it had been written at once. */
export function* jsonPieces(records: readonly OrderRecord[]): Generator<Piece> {
  if (records.length === 0) return yield { text: '[]\n', orders: 0 };
  let before = '[\n';
  for (const batch of batches(records)) {
    const inner = JSON.stringify(batch, null, 2).slice('[\n'.length, -'\n]'.length);
    yield { text: printableJson(`${before}${inner}`), orders: batch.length };
    before = ',\n';
  }
  yield { text: '\n]\n', orders: 0 };
}

/**
 * Writes the pieces, no faster than they are taken, and says how far it is where that takes long and goes elsewhere than
 * onto the screen. Resolves to false where the person ended it; that nobody reads on is no such end.
 */
export async function writePieces(pieces: Iterable<Piece>, total: number, io: CommandIo): Promise<boolean> {
  const { stdout, clock, signal } = io;
  const gone = new AbortController();
  const onGone = () => gone.abort();
  stdout.once('error', onGone);
  let written = 0;
  const progress = startProgress(stdout.isTTY ? { ...io, stderr: { write: () => true } } : io, () => {
    const [done, all] = [written, total].map((count) => count.toLocaleString('en-US'));
    return `Writing: ${done} of ${all} requests`;
  });
  const ended = AbortSignal.any([signal, gone.signal]);
  const write = async ({ text, orders }: Piece): Promise<void> => {
    const isTaken = stdout.write(text);
    written += orders;
    progress.look();
    if (!isTaken) await once(stdout, 'drain', { signal: ended }).catch(() => {});
  };
  try {
    await inSlices(pieces, write, { clock, signal: ended, onSlice: () => progress.look() });
    return !signal.aborted;
  } finally {
    progress.stop();
    stdout.off('error', onGone);
  }
}
