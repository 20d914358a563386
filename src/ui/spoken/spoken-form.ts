import { confirmWordsOf } from '../forms/confirm-words.ts';
import type { FormController } from '../forms/form-controller.ts';
import type { Field, FormRow } from '../forms/form-spec.ts';
import type { FormState } from '../forms/form-state.ts';
import { type Keymap, withKeys } from '../keys/keymap.ts';
import { literally } from '../keys/literally.ts';
import { plainText } from '../text/span.ts';
import type { Part } from './part.ts';
import { keyWords, speakable } from './speakable.ts';

/** The form's fields, its confirmation and the outcome. `mode`: PAPER or LIVE. `owners`: who owns the token that it buys. */
export function formParts(form: FormController, mode: string, owners: Part[] = []): Part[] {
  const { phase } = form.state;
  const subject = speakable(plainText(form.spec.subject(form.state.values)));
  const head: Part = {
    key: `form ${form.spec.id} ${form.spec.title}`,
    lines: [`Form: ${form.spec.title}. ${mode.toUpperCase()}. ${subject}.`],
    isPlace: true,
  };
  if (phase === 'edit') return [head, ...editParts(form), ...owners];
  if (phase === 'confirm') return [head, ...confirmParts(form, mode)];
  return [head, ...resultParts(form)];
}

function editParts(form: FormController): Part[] {
  const { state } = form;
  const { problems, preview, submitLabel, blocked, sendsNow } = form.evaluate();
  const field = form.fields().find(({ id }) => id === state.focus);
  const shown = form.fields().filter(({ id }) => problems[id] && (state.attempted || state.touched.includes(id)));
  const isOnButton = !field;
  const remedy = form.remedy();
  return [
    ...outcomeParts(state),
    ...(field ? fieldParts(field, state, form.keymap) : []),
    ...shown.map(
      ({ id, label }): Part => ({
        key: `problem ${id} ${problems[id]}`,
        lines: [`Error, ${label}: ${speakable(problems[id] ?? '')}`],
      }),
    ),
    ...(blocked ? [{ key: `blocked ${blocked}`, lines: [`Not now: ${speakable(blocked)}`] }] : []),
    ...(problems.form && state.attempted
      ? [{ key: `problem ${problems.form}`, lines: [`Error: ${speakable(problems.form)}`] }]
      : []),
    ...(remedy ? [{ key: `remedy ${remedy.text}`, lines: [speakable(remedy.text)] }] : []),
    ...(isOnButton && state.focus === 'submit' ? [previewPart(state, preview)] : []),
    ...(isOnButton
      ? [
          {
            key: `button ${state.focus}`,
            lines: [
              state.focus === 'submit'
                ? speakable(
                    withKeys(
                      sendsNow
                        ? 'Button: Send now. One-click is armed: {form.accept} sends without a confirmation.'
                        : `Button: ${literally(submitLabel)}. {form.accept} opens the confirmation.`,
                      form.keymap,
                    ),
                  )
                : 'Button: Back.',
            ],
            isPlace: true,
          },
        ]
      : []),
  ];
}

const previewPart = (state: FormState, preview: readonly FormRow[]): Part => ({
  key: `preview ${JSON.stringify(state.values)}`,
  lines: ['What will happen:', ...rowLines(preview)],
  isPlace: true,
});

/** A field in full when it gets the focus; only its value when it changes. */
function fieldParts(field: Field, state: FormState, keymap: Keymap): Part[] {
  const steps = speakable(withKeys('{form.choiceUp} and {form.choiceDown} change', keymap));
  const value = state.values[field.id] ?? '';
  const key = `field ${field.id}`;
  const words = valueWords(field, value);
  return [
    { key, lines: [`${field.label}: ${words}${choiceWords(field, steps)}.`], isPlace: true },
    { key: `value ${field.id} ${value}`, lines: [`${words}.`], within: key },
    ...(state.typedInto === field.id ? [{ key: `stepped ${field.id}`, lines: [`${steps} this.`] }] : []),
  ];
}

function valueWords({ kind, choices = [], unit = '' }: Field, value: string): string {
  if (kind === 'choice') {
    const at = choices.findIndex((choice) => choice.value === value);
    const label = choices[at]?.label ?? 'nothing chosen';
    return `${speakable(label)}, ${at + 1} of ${choices.length}`;
  }
  return value === '' ? 'empty' : speakable(`${value} ${unit}`);
}

function choiceWords({ kind, choices = [] }: Field, steps: string): string {
  if (kind === 'choice') return choices.length > 1 ? `. ${steps} it` : '';
  const presets = choices.flatMap(({ key, label }) => (key ? [`${keyWords(key)} for ${speakable(label)}`] : []));
  return presets.length === 0 ? '' : `. Type it, or press ${presets.join(', ')}`;
}

export const rowLines = (rows: readonly FormRow[]): string[] =>
  rows.map(({ label, value }) => `${label}: ${speakable(plainText(value))}.`.replace(/^: /, ''));

/** The confirmation, read in full when it opens or reopens. */
function confirmParts(form: FormController, mode: string): Part[] {
  const { confirm } = form.state;
  const draft = form.confirmed;
  if (!confirm || draft === null) return [];
  const key = `confirm ${confirm.shownAtMs}`;
  const { text, button, purpose } = confirmWordsOf(form.spec);
  const asks = confirm.word
    ? `${speakable(confirm.word.why)} Type ${confirm.word.text} and press Enter ${purpose}; Esc goes back.`
    : text.replace('as shown', 'as read');
  return [
    {
      key,
      lines: [`Confirmation. ${mode.toUpperCase()}.`, ...rowLines(form.spec.confirmation(draft)), asks],
      isUrgent: true,
      isPlace: true,
    },
    confirm.word
      ? {
          key: `word ${confirm.word.typed}`,
          lines: [confirm.word.typed === '' ? 'Nothing typed.' : `${[...confirm.word.typed].join(' ')}.`],
          within: key,
        }
      : {
          key: `on ${confirm.focus}`,
          lines: [`Button: ${confirm.focus === 'send' ? button : 'Back'}.`],
          within: key,
        },
  ];
}

/** Why the last attempt failed or the confirmation was cancelled. */
function outcomeParts({ outcome, note }: FormState): Part[] {
  if (note) return [{ key: `note ${note}`, lines: [speakable(note)], isUrgent: true }];
  if (!outcome || outcome.kind === 'accepted') return [];
  const word = { rejected: 'Rejected', 'not-sent': 'Not sent', unknown: 'Unknown outcome' }[outcome.kind];
  const request = outcome.requestId ? `, request ${outcome.requestId}` : '';
  return [
    {
      key: `outcome ${outcome.code} ${outcome.message}`,
      lines: [`${word}: ${speakable(outcome.message)}`, `${outcome.code}${request}.`],
      isUrgent: true,
    },
  ];
}

function resultParts(form: FormController): Part[] {
  const { phase, outcome } = form.state;
  if (phase === 'sending' || !outcome)
    return [{ key: 'sending', lines: ['Sent. Waiting for the response.'], isUrgent: true }];
  const isAccepted = outcome.kind === 'accepted';
  const progress = form.progress();
  return [
    {
      key: `done ${outcome.kind} ${progress?.isOver ?? true}`,
      lines: [
        // The notice has the details.
        isAccepted ? 'Accepted.' : `Unknown outcome: ${speakable(outcome.message)}`,
        ...(isAccepted
          ? []
          : [`${outcome.code}. The service may have executed it; the desk is reconciling it, see the activity pane.`]),
        outcome.requestId === null ? 'No request id.' : `Request ${outcome.requestId}.`,
        ...rowLines(progress?.rows ?? []),
        speakable(progress?.hint ?? 'Any key returns to the desk.'),
      ],
      isUrgent: true,
      isPlace: true,
    },
  ];
}
