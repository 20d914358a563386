import type { UpdateSettings } from '../../../actions/account/update-settings.ts';
import { formatAge } from '../../../domain/numbers/format.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { notSent } from '../../../stores/account/account-rows.ts';
import type { SettingRow, TradeSettings } from '../../../stores/account/setting-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, FormRow, FormSpec, Values } from '../form-spec.ts';
import { modeRow } from '../group/group-parts.ts';
import { changesOf, type SettingField, settingFields } from './setting-fields.ts';

/** Each field is sent whole, so sending one from an older read could undo changes made elsewhere. */
const maxAgeMs = 90_000;

const changedElsewhere = 'The settings have changed at the service: close this form and open it again.';

/** Edits one row of the trade settings. */
export function settingsForm(desk: Desk, row: SettingRow, settings: TradeSettings): FormSpec<UpdateSettings> {
  const fields = settingFields(row);
  const asRead = JSON.stringify(settings);
  const staleness = (): string | null => staleReason(desk, asRead);
  const title = `${row.chain ? `${row.chain} ` : ''}${row.what}`;
  // The pane's data may be as old as its polling interval.
  desk.data.refresh('settings');
  return {
    id: 'settings',
    title: 'Trade settings',
    wants: ['settings'],
    initial: Object.fromEntries(fields.map(({ field, initial }) => [field.id, initial])),
    subject: () => [span(title, 'title'), muted('   stored at the service, for all programs on this account')],
    fields: () => fields.map(({ field }) => field),
    evaluate: (values) => evaluate({ row, fields, settings, title }, values, staleness()),
    confirmation: (draft) => [modeRow(desk), ...changeRows(fields, row, draft), keptRow, ...presetRows(row)],
    operation: (draft) => ({ kind: 'updateSettings', draft }),
    expiryReason: staleness,
    submit: (draft) => desk.actions.send({ kind: 'updateSettings', draft }),
  };
}

function staleReason(desk: Desk, asRead: string): string | null {
  const { data, updatedAtMs, problem } = desk.data.read('settings');
  if (JSON.stringify(data?.tradeSettings) !== asRead) return changedElsewhere;
  const ageMs = desk.now() - updatedAtMs;
  if (ageMs <= maxAgeMs) return null;
  const why = problem ? ` (${cleanText(problem.code, 40)})` : '';
  return `The settings were read ${formatAge(ageMs)} ago${why}: sending them could undo later changes.`;
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
  stale: string | null,
): Evaluation<UpdateSettings> {
  const { changes, problems } = changesOf(row, fields, values);
  const form = stale ?? (changes.length === 0 ? 'Nothing has changed yet.' : null);
  const isGood = Object.keys(problems).length === 0 && form === null;
  const draft: UpdateSettings = { settings, changes, summary: `${title}: ${changeWords(fields, values)}` };
  return {
    problems: { ...problems, ...(form ? { form } : {}) },
    preview: [...changeRows(fields, row, draft), keptRow, ...presetRows(row)],
    draft: isGood ? draft : null,
    submitLabel: 'Save settings',
  };
}

const shown = (text: string): string => text || 'not set';

const changeWords = (fields: readonly SettingField[], values: Values): string =>
  fields
    .filter(({ field, initial }) => (values[field.id] ?? '') !== initial)
    .map(({ field, initial }) => `${field.label.toLowerCase()} ${shown(initial)} → ${shown(values[field.id] ?? '')}`)
    .join(', ');

/** Each change as it will be sent, by the service's field names. */
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
  label: 'unchanged',
  value: [
    muted(
      'All other settings. A service that takes no partial change gets all of them as read, also those that this desk does not know.',
    ),
  ],
  wraps: true,
};

const presetRows = ({ kind }: SettingRow): FormRow[] =>
  kind === 'preset'
    ? [{ label: 'not sent', value: [muted(`${notSent}; they apply in the service’s own programs`)], wraps: true }]
    : [];
