import type { Reading } from '../../../stores/desk-data.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { Field } from '../../export/field.ts';
import { muted } from '../../text/span.ts';
import type { TablePane } from '../table-pane.ts';
import { gaugeWords } from './gauge-words.ts';
import { type KeyEntry, keyEntries } from './key-entry.ts';

/** The pane shows two reads. The missing one is reported, usage first. */
export function keyReading(desk: DeskView): Reading<unknown> {
  const [usage, me] = [desk.data.read('usage'), desk.data.read('me')];
  return usage.data !== undefined && me.data === undefined ? me : usage;
}

export const valueText = ({ value, gauge }: KeyEntry): string => (gauge ? gaugeWords(gauge).text : value);

/** Keys, filter and export of the key pane; key-lines draws it. */
export const keyPane: TablePane<KeyEntry> = {
  id: 'key',
  title: 'Key',
  heading: 'Key pane',
  home: 'account',
  focus: {
    title: 'key',
    description: 'Focus the API key (owner, limits, usage, scopes) and the risk of the account',
    keys: ['M-k'],
  },
  wants: () => ({ names: ['me'] }),
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
