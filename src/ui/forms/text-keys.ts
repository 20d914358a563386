import type { Field } from './form-spec.ts';
import type { FormEvent } from './form-state.ts';

/** Editing keys of every text field. They are not commands, which keeps the help short. */
const editing: Readonly<Record<string, FormEvent>> = {
  Backspace: { type: 'backspace' },
  Delete: { type: 'delete' },
  Left: { type: 'cursorLeft' },
  Right: { type: 'cursorRight' },
  Home: { type: 'cursorHome' },
  End: { type: 'cursorEnd' },
  'C-u': { type: 'clear' },
};

/** The event of a key that is not a command; null if it does nothing. */
export function textEvent(key: string, fields: readonly Field[], focus: string): FormEvent | null {
  const isText = fields.some(({ id, kind }) => id === focus && kind === 'text');
  return (isText ? editing[key] : undefined) ?? typed(key, fields);
}

const typed = (key: string, fields: readonly Field[]): FormEvent | null => {
  const text = key === 'Space' ? ' ' : key;
  return [...text].length === 1 ? { type: 'type', text, fields } : null;
};
