import { once } from 'node:events';
import { inSlices } from '../../domain/time/in-slices.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import type { CommandIo } from '../command.ts';
import { startProgress } from '../desk/progress-line.ts';
import { asLines } from '../output/format.ts';
import { orderCsv, orderCsvHead } from './order-csv.ts';

/** A piece of output and the number of orders in it. */
export interface Piece {
  readonly text: string;
  readonly orders: number;
}

const ordersInPiece = 200;

function* batches(records: readonly OperationRecord[]): Generator<readonly OperationRecord[]> {
  for (let at = 0; at < records.length; at += ordersInPiece) yield records.slice(at, at + ordersInPiece);
}

export function* csvPieces(records: readonly OperationRecord[]): Generator<Piece> {
  yield { text: orderCsvHead(), orders: 0 };
  for (const batch of batches(records)) yield { text: orderCsv(batch), orders: batch.length };
}

/** One array, as if it had been written at once. */
export function* jsonPieces(records: readonly OperationRecord[]): Generator<Piece> {
  if (records.length === 0) return yield { text: '[]\n', orders: 0 };
  let before = '[\n';
  for (const batch of batches(records)) {
    const inner = JSON.stringify(batch, null, 2).slice('[\n'.length, -'\n]'.length);
    yield { text: printableJson(`${before}${inner}`), orders: batch.length };
    before = ',\n';
  }
  yield { text: '\n]\n', orders: 0 };
}

/** One record a line. */
export function* ndjsonPieces(records: readonly OperationRecord[]): Generator<Piece> {
  for (const batch of batches(records)) yield { text: asLines(batch), orders: batch.length };
}

/**
 * Writes the pieces at the reader's pace, and shows progress if it takes long and does not go to the screen. Resolves
 * to false if the user cancelled it; a reader that stops reading does not count.
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
