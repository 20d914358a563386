import { readDecimal } from '../../../domain/numbers/decimal.ts';
import { bpsText } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import type { Json, SettingChange, SettingRow } from '../../../stores/account/setting-rows.ts';
import type { Field, Values } from '../form-spec.ts';
import { readSlippage } from '../slippage-field.ts';

/** One setting as a form field. */
export interface SettingField {
  readonly field: Field;
  /** Path of the value, relative to the row's. */
  readonly path: readonly string[];
  /** Initial input text. */
  readonly initial: string;
  /** Parses the input into a JSON value, or returns an error message. */
  read(text: string): { readonly value: Json } | { readonly problem: string };
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : cleanText(value, 200));

const onOff = (id: string, label: string, value: unknown): SettingField => ({
  field: { id, label, kind: 'choice', choices: ['on', 'off'].map((one) => ({ value: one, label: one })) },
  path: [id],
  initial: value === true ? 'on' : value === false ? 'off' : '',
  read: (typed) => (typed === '' ? { problem: 'Choose on or off.' } : { value: typed === 'on' }),
});

/** `asNumber`: the service sent a JSON number, so send one back. Otherwise the contract has decimals as text. */
const decimal = (id: string, label: string, value: unknown, unit: string, asNumber: boolean): SettingField => ({
  field: { id, label, kind: 'text', width: 16, unit: `${unit}   empty: service default` },
  path: [id],
  initial: text(value),
  read: (typed) => {
    if (typed.trim() === '') return { value: null };
    const read = /^\d+(\.\d+)?$/.test(typed.trim()) ? readDecimal(typed.trim()) : null;
    if (!read) return { problem: `Enter a decimal number in ${unit}, such as 0.001, or leave it empty.` };
    if (!asNumber) return { value: typed.trim() };
    // A JSON number must hold exactly the typed digits.
    return read.eq(String(Number(typed)))
      ? { value: Number(typed) }
      : { problem: `${label} has more digits than a JSON number can hold.` };
  },
});

const slippage = (value: unknown): SettingField => ({
  field: { id: 'slippageBps', label: 'Slippage', kind: 'text', width: 12, unit: '%' },
  path: ['slippageBps'],
  initial: typeof value === 'number' ? bpsText(value).replace(' %', '') : text(value),
  read: (typed) => {
    const bps = readSlippage(typed);
    return typeof bps === 'number' ? { value: bps } : { problem: bps };
  },
});

const impact = (value: unknown): SettingField => {
  const own = decimal('maxPriceImpactPct', 'Max impact', value, '%', true);
  return {
    ...own,
    read: (typed) => {
      const read = own.read(typed);
      return 'value' in read && typeof read.value === 'number' && read.value > 100
        ? { problem: 'Enter 0 to 100 %, or leave it empty.' }
        : read;
    },
  };
};

const amounts = (id: string, label: string, value: unknown, unit: string): SettingField => ({
  field: { id, label, kind: 'text', width: 30, unit },
  path: [id],
  initial: Array.isArray(value) ? value.map((one) => cleanText(one, 24)).join(' ') : '',
  read: (typed) => {
    const words = typed.split(/[\s,]+/).filter(Boolean);
    return words.length > 0 && words.every((word) => /^\d+(\.\d+)?$/.test(word))
      ? { value: words }
      : { problem: 'Enter decimal numbers separated by spaces, such as 0.1 0.5 1.' };
  },
});

const isNumber = (value: unknown): boolean => typeof value === 'number';

function presetFields(value: Readonly<Record<string, unknown>>): SettingField[] {
  const isSolana = value.type === 'solana' || 'customPriorityFeeSol' in value || 'bribeAmountSol' in value;
  const [fee, feeUnit] = isSolana
    ? (['customPriorityFeeSol', 'SOL'] as const)
    : (['maxPriorityFeePerGasGwei', 'gwei'] as const);
  const [bribe, bribeUnit] = isSolana
    ? (['bribeAmountSol', 'SOL'] as const)
    : (['bribeAmountNative', 'native'] as const);
  return [
    slippage(value.slippageBps),
    onOff('mevProtectionEnabled', 'MEV protect', value.mevProtectionEnabled),
    decimal(fee, 'Priority fee', value[fee], feeUnit, isNumber(value[fee])),
    decimal(bribe, 'Bribe', value[bribe], bribeUnit, isNumber(value[bribe])),
    impact(value.maxPriceImpactPct),
  ];
}

/** Editable fields of a settings row; empty if the desk cannot edit it. */
export function settingFields({ kind, value }: SettingRow): readonly SettingField[] {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
  if (kind === 'preset') return presetFields(fields);
  if (kind === 'multisend') return [{ ...onOff('value', 'Automatic', value), path: [] }];
  if (kind === 'one-click')
    return [
      onOff('enabled', 'One-click', fields.enabled),
      amounts('buyPresets', 'Buy', fields.buyPresets, 'amounts to spend'),
      amounts('sellPresets', 'Sell', fields.sellPresets, '% of the holding'),
    ];
  return [];
}

/** Changes and errors of the edited fields. Untouched fields keep their exact value. */
export function changesOf(
  row: SettingRow,
  fields: readonly SettingField[],
  values: Values,
): { readonly changes: readonly SettingChange[]; readonly problems: Readonly<Record<string, string>> } {
  const touched = fields.filter(({ field, initial }) => (values[field.id] ?? '') !== initial);
  const read = touched.map((one) => ({ one, result: one.read(values[one.field.id] ?? '') }));
  return {
    changes: read.flatMap(({ one, result }) =>
      'value' in result ? [{ path: [...row.path, ...one.path], value: result.value }] : [],
    ),
    problems: Object.fromEntries(
      read.flatMap(({ one, result }) => ('problem' in result ? [[one.field.id, result.problem]] : [])),
    ),
  };
}
