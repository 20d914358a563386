import type { UpdateSettings } from '../../../actions/update-settings.ts';
import { cleanText } from '../../../domain/clean-text.ts';
import { formatAge } from '../../../domain/format.ts';
import type { SettingRow, TradeSettings } from '../../../stores/setting-rows.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';
import { changesOf, type SettingField, settingFields } from './setting-fields.ts';

/** Settings are written back whole: from an older read, what was changed elsewhere meanwhile would be undone. */
const oldestMs = 90_000;

const meanwhile = 'The settings were changed at the service meanwhile: leave this form and open it again.';

/** Edits one row of the trade settings; the whole object goes back with nothing else changed. */
export function settingsForm(desk: Desk, row: SettingRow, settings: TradeSettings): FormSpec<UpdateSettings> {
  const fields = settingFields(row);
  const asRead = JSON.stringify(settings);
  const whyNot = (): string | null => whyStale(desk, asRead);
  const title = `${row.chain ? `${row.chain} ` : ''}${row.what}`;
  // What stands on screen may be as old as the pane's interval.
  desk.data.refresh('settings');
  return {
    id: 'settings',
    title: 'Trade settings',
    wants: ['settings'],
    initial: Object.fromEntries(fields.map(({ field, initial }) => [field.id, initial])),
    subject: () => [span(title, 'title'), muted('   at the service, for every program of this account')],
    fields: () => fields.map(({ field }) => field),
    evaluate: (values) => evaluate({ row, fields, settings, title }, values, whyNot()),
    confirmation: (draft) => [modeRow(desk), ...changeRows(fields, row, draft), keptRow],
    order: (draft) => ({ kind: 'updateSettings', draft }),
    whyExpired: whyNot,
    submit: (draft) => desk.actions.send({ kind: 'updateSettings', draft }),
  };
}

function whyStale(desk: Desk, asRead: string): string | null {
  const { data, updatedAtMs, problem } = desk.data.read('settings');
  if (JSON.stringify(data?.tradeSettings) !== asRead) return meanwhile;
  const ageMs = desk.now() - updatedAtMs;
  if (ageMs <= oldestMs) return null;
  const why = problem ? ` (${cleanText(problem.code, 40)})` : '';
  return `The settings were last read ${formatAge(ageMs)} ago${why}: written back from there, they would undo later changes.`;
}

interface Subject {
  readonly row: SettingRow;
  readonly fields: readonly SettingField[];
  readonly settings: TradeSettings;
  readonly title: string;
}

function evaluate(
  { row, fields, settings, title }: Subject,
  values: Values,
  whyNot: string | null,
): Evaluation<UpdateSettings> {
  const { changes, problems } = changesOf(row, fields, values);
  const form = whyNot ?? (changes.length === 0 ? 'Nothing is changed yet.' : null);
  const isGood = Object.keys(problems).length === 0 && form === null;
  const draft: UpdateSettings = { settings, changes, summary: `${title}: ${changeWords(fields, values)}` };
  return {
    problems: { ...problems, ...(form ? { form } : {}) },
    preview: [...changeRows(fields, row, draft), keptRow],
    draft: isGood ? draft : null,
    submitLabel: 'Write the settings',
  };
}

const shown = (text: string): string => text || 'not set';

const changeWords = (fields: readonly SettingField[], values: Values): string =>
  fields
    .filter(({ field, initial }) => (values[field.id] ?? '') !== initial)
    .map(({ field, initial }) => `${field.label.toLowerCase()} ${shown(initial)} → ${shown(values[field.id] ?? '')}`)
    .join(', ');

/** Each change as it will be sent, in the service's own words. */
function changeRows(fields: readonly SettingField[], row: SettingRow, { changes }: UpdateSettings): FormRow[] {
  return changes.map(({ path, value }) => {
    const own = path.slice(row.path.length).join('.');
    const field = fields.find((one) => one.path.join('.') === own);
    return {
      label: (field?.field.label ?? own).toLowerCase(),
      value: [span(`${shown(field?.initial ?? '')} → ${cleanText(path.join('.'), 200)} = ${JSON.stringify(value)}`)],
      wraps: true,
    };
  });
}

const keptRow: FormRow = {
  label: 'the rest',
  value: [muted('All other settings are written back as they were read, also those that this desk does not know.')],
  wraps: true,
};
