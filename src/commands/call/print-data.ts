import { fieldsOf, isFields } from '../../domain/fields.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import { displayWidth } from '../../domain/text/text-width.ts';
import { asJson, asLines, asRows, cellText, type Format } from '../output/format.ts';
import type { TextColumn } from '../output/text-table.ts';

type Row = Readonly<Record<string, unknown>>;

/** What an operation gave. */
export interface Answer {
  /** Of the operation. */
  readonly id: string;
  readonly data: unknown;
  /** The data with what came with it, for `json`. */
  readonly whole: unknown;
}

/** The list in an answer, and what stands beside it. */
interface Parts {
  readonly items: readonly unknown[];
  readonly isList: boolean;
  readonly rest: Row;
}

/**
 * An answer's data in the wanted format. `json`: `whole`. `ndjson` and `table`: the list in the data, an item a line;
 * data without a list is one line of JSON, or a table of its fields.
 */
export function dataText({ id, data, whole }: Answer, format: Format, stdout: NodeJS.WriteStream): string {
  if (format === 'json') return asJson(whole);
  const { items, isList } = partsOf(id, data);
  if (format === 'ndjson') return asLines(items);
  if (!isList) return fieldTable(items[0], stdout);
  const rows = items.map((item): Row => (isFields(item) ? item : { value: item }));
  return rows.length === 0 ? '' : asRows(rows, columnsOf(rows), format, stdout);
}

/** What a list leaves out, such as a cursor, as `name=value` words; '' for nothing. */
export function besideList({ id, data }: Pick<Answer, 'id' | 'data'>, more: Row): string {
  const { isList, rest } = partsOf(id, data);
  const fields = Object.entries({ ...(isList ? rest : {}), ...more });
  return fields
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${cleanText(name)}=${cellText(value)}`)
    .join(' ');
}

/** Data is a list, or an object that has one: named as the operation (`positions` of `perp.positions`), or the only one. */
function partsOf(id: string, data: unknown): Parts {
  if (Array.isArray(data)) return { items: data, isList: true, rest: {} };
  const lists = Object.entries(fieldsOf(data)).filter((entry): entry is [string, unknown[]] => isListOfRows(entry[1]));
  const list = lists.find(([name]) => id.endsWith(`.${name}`)) ?? (lists.length === 1 ? lists[0] : undefined);
  if (!list) return { items: [data], isList: false, rest: {} };
  const { [list[0]]: _, ...rest } = fieldsOf(data);
  return { items: list[1], isList: true, rest };
}

const isListOfRows = (value: unknown): boolean => Array.isArray(value) && value.every(isFields);

function fieldTable(value: unknown, stdout: NodeJS.WriteStream): string {
  const rows = flat(value, '').map(([field, inner]) => ({ field, value: inner }));
  return asRows(rows, fieldColumns, 'table', stdout);
}

const fieldColumns: readonly TextColumn[] = [
  { id: 'field', title: 'FIELD', priority: 1 },
  { id: 'value', title: 'VALUE', priority: 1, shrinkTo: 10 },
];

/** Fields of nested objects with their path, such as `constraints.maxSlippageBps`. */
function flat(value: unknown, path: string): [string, unknown][] {
  if (!isFields(value) || Object.keys(value).length === 0) return [[path || 'value', value]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flat(inner, path ? `${path}.${cleanText(name)}` : cleanText(name)),
  );
}

const longCell = 16;

/** A column for each field in the order of its first appearance; the last ones are dropped first. */
function columnsOf(rows: readonly Row[]): TextColumn[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return names.map((id, at) => {
    const texts = rows.map((row) => cellText(row[id]));
    const isNumeric = texts.every((text) => /^(-?\d+(\.\d+)?)?$/.test(text));
    const isLong = !isNumeric && texts.some((text) => displayWidth(text) > longCell);
    return {
      id,
      title: cleanText(id),
      priority: at + 1,
      align: isNumeric ? 'right' : 'left',
      ...(isLong && { shrinkTo: longCell }),
    };
  });
}
