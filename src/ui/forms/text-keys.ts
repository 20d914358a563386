import type { Field } from './form-spec.ts';
import type { FormEvent } from './form-state.ts';

/** Editing keys that every text field understands; they are not commands, so that the help stays readable. */
const editing: Readonly<Record<string, FormEvent>> = {
  Backspace: { type: 'backspace' },
  Delete: { type: 'delete' },
  Left: { type: 'cursorLeft' },
  Right: { type: 'cursorRight' },
  Home: { type: 'cursorHome' },
  End: { type: 'cursorEnd' },
  'C-u': { type: 'clear' },
};

/** What a key that is no command does to the focused field; null for nothing. */
export function textEvent(key: string, fields: readonly Field[], focus: string): FormEvent | null {
  const isText = fields.some(({ id, kind }) => id === focus && kind === 'text');
  return (isText ? editing[key] : undefined) ?? typed(key, fields);
}

const typed = (key: string, fields: readonly Field[]): FormEvent | null => {
  const text = key === 'Space' ? ' ' : key;
  return [...text].length === 1 ? { type: 'type', text, fields } : null;
};
