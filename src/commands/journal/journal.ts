import { printableJson } from '../../platform/files/printable-json.ts';
import type { OperationRecord } from '../../stores/orders/operation-records.ts';
import type { CommandIo } from '../command.ts';
import type { Format } from '../output/format.ts';
import { tableWidth } from '../output/text-table.ts';
import { readArguments } from '../syntax/read-arguments.ts';
import { journalSyntax } from './journal-syntax.ts';
import { orderFilter } from './order-filter.ts';
import { csvPieces, jsonPieces, ndjsonPieces, type Piece, writePieces } from './order-pieces.ts';
import { orderTable } from './order-table.ts';
import { type JournalOrders, readOrders } from './read-orders.ts';

/**
 * Lists the requests sent from this machine, oldest first, from the journal and its archives: as a table, JSON,
 * CSV or raw lines. Changes nothing. Exit code 0, even if there is nothing to list.
 */
export async function runJournal(args: readonly string[], io: CommandIo): Promise<number> {
  const { values } = readArguments(args, journalSyntax);
  const form = values.format ?? (['lines', 'csv', 'json'] as const).find((one) => values[one]) ?? 'table';
  const isWanted = orderFilter(values, io.clock.now());
  const journal = await readOrders(io, form === 'lines');
  if (!journal) return 130;
  const records = journal.records.filter(isWanted).sort((one, other) => one.sentAtMs - other.sentAtMs);
  report(journal, records.length, io);
  return (await writePieces(pieces(form, records, journal, io.stdout), records.length, io)) ? 0 : 130;
}

type Form = Format | 'csv' | 'lines';

function* pieces(
  form: Form,
  records: readonly OperationRecord[],
  { lines }: JournalOrders,
  stdout: NodeJS.WriteStream,
): Generator<Piece> {
  if (form === 'csv') yield* csvPieces(records);
  else if (form === 'json') yield* jsonPieces(records);
  else if (form === 'ndjson') yield* ndjsonPieces(records);
  else if (records.length === 0) return;
  else if (form === 'table')
    yield {
      text: joined(orderTable(records, tableWidth(stdout))),
      orders: records.length,
    };
  else {
    const ids = new Set(records.map(({ id }) => id));
    yield {
      text: joined(lines.filter(({ id }) => ids.has(id)).map(({ text }) => printableJson(text))),
      orders: records.length,
    };
  }
}

const joined = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Messages go to stderr, so that a file made from the list stays clean. */
function report({ records, unreadable, headless, fileCount }: JournalOrders, shownCount: number, io: CommandIo): void {
  const { journalFile } = io.paths;
  if (fileCount === 0)
    io.stderr.write(`There is no journal yet: nothing has been sent. It will be created at ${journalFile}\n`);
  else if (records.length === 0) io.stderr.write(`There is no request in ${journalFile}\n`);
  else if (shownCount === 0) io.stderr.write(`None of the ${count(records.length, 'request')} matches.\n`);
  if (unreadable.length > 0)
    io.stderr.write(
      `${count(unreadable.length, 'line')} cannot be read and ${unreadable.length === 1 ? 'was' : 'were'} skipped: ${listed(unreadable)}\n`,
    );
  if (headless.length > 0)
    io.stderr.write(`${count(headless.length, 'line')} without the first line of the request: ${listed(headless)}\n`);
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

const namedAtMost = 10;

const listed = (names: readonly string[]): string =>
  names.length > namedAtMost
    ? `${names.slice(0, namedAtMost).join(', ')} and ${names.length - namedAtMost} more`
    : names.join(', ');
