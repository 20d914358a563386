import type { Reading } from '../../../stores/desk-data.ts';
import type { Desk } from '../../desk.ts';
import type { Field } from '../../export/field.ts';
import { muted } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { gaugeWords } from './gauge-words.ts';
import { type KeyEntry, keyEntries } from './key-entry.ts';

/** Two reads fill it; the one that is in trouble is told of, and the key's own before the other. */
export function keyReading(desk: Desk): Reading<unknown> {
  const [usage, me] = [desk.data.read('usage'), desk.data.read('me')];
  return usage.data !== undefined && me.data === undefined ? me : usage;
}

export const valueText = ({ value, gauge }: KeyEntry): string => (gauge ? gaugeWords(gauge).text : value);

/** What keys and the filter know of account and key; key-lines draws them. */
export const keyPane: TablePane<KeyEntry> = {
  id: 'key',
  title: 'Key',
  columns: [],
  reading: keyReading,
  refreshMs: (desk) => desk.refreshMs.account,
  rows: keyEntries,
  keyOf: ({ key }) => key,
  problemOf: () => null,
  sortValue: () => null,
  searchText: (entry) => `${entry.part} ${entry.label} ${valueText(entry)}`,
  fields: keyFields,
  summary: (desk) => {
    const count = desk.data.read('usage').data?.scopes.length;
    return [muted(count === undefined ? '…' : `${count} ${count === 1 ? 'scope' : 'scopes'}`)];
  },
  empty: '',
  loading: 'Reading the limits of the key …',
  details: (entry) => [{ label: entry.label || entry.part, value: valueText(entry) }],
};

function keyFields(entry: KeyEntry): readonly Field[] {
  const { part, label, gauge } = entry;
  return [
    { name: 'part', value: part },
    { name: 'name', value: label || null },
    { name: 'value', value: valueText(entry) },
    { name: 'used', value: gauge?.used?.toFixed() ?? null },
    { name: 'limit', value: gauge?.of.toFixed() ?? null },
    { name: 'unit', value: gauge?.unit ?? null },
  ];
}
