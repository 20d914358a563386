import { type Line, lineWidth, muted, plainText, span, wrap } from '../text/span.ts';
import type { FormController } from './form-controller.ts';
import { labelWidth } from './form-field-view.ts';
import type { FormRow } from './form-spec.ts';

/** The first line of a form, wrapped if it has to be. */
export function subject(form: FormController, width: number): Line[] {
  const line = form.spec.subject(form.state.values);
  return lineWidth(line) <= width ? [line] : wrap(plainText(line), width, line[0]?.tone);
}

/** Drops blank lines first when the terminal is too short. */
export const withoutBlanks = (lines: readonly Line[]): Line[] => lines.filter((line) => plainText(line).trim() !== '');

/** Rows of label and value; rows with `wraps` continue on the next line. */
export function formRows(list: readonly FormRow[], width: number): Line[] {
  return list.flatMap(({ label, value, wraps }): Line[] => {
    const head = muted(label.padEnd(labelWidth));
    const room = width - labelWidth;
    if (!wraps || lineWidth(value) <= room) return [[head, ...value]];
    return wrap(plainText(value), room, value[0]?.tone).map((line, index) =>
      index === 0 ? [head, ...line] : indent(line),
    );
  });
}

export const indent = (line: Line): Line => [span(' '.repeat(labelWidth)), ...line];
