const names: readonly string[] = [
  'Enter',
  'Esc',
  'Tab',
  'S-Tab',
  'Space',
  'Backspace',
  'Delete',
  'Up',
  'Down',
  'Left',
  'Right',
  'PageUp',
  'PageDown',
  'Home',
  'End',
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
];

const byLowerCase = new Map(names.map((name) => [name.toLowerCase(), name]));

/** Keys that cannot be bound: terminals send the same for two of them, or the desk reserves them. */
const unusable = new Map([
  ['C-h', 'a terminal sends the same for Ctrl-h and Backspace'],
  ['C-i', 'a terminal sends the same for Ctrl-i and Tab'],
  ['C-j', 'a terminal sends the same for Ctrl-j and Enter'],
  ['C-m', 'a terminal sends the same for Ctrl-m and Enter'],
  ['C-z', 'Ctrl-z suspends the desk'],
]);

export const keyNameRule =
  'a key is a character such as "c" or "?", Enter, Esc, Tab, S-Tab, Space, Up, Down, Left, Right, PageUp, PageDown, ' +
  'Home, End, F1 to F12, a letter with Ctrl such as "C-p", or a character with Alt such as "M-x"';

/** The canonical name of a key (`Ctrl-p` and `alt-x` are accepted), or why it is not a key. */
export function readKeyName(text: string): { readonly key: string } | { readonly problem: string } {
  const typed = text.replace(/^(?:ctrl|control)-/i, 'C-').replace(/^(?:alt|meta)-/i, 'M-');
  const name = byLowerCase.get(typed.toLowerCase().replace(/^shift-/, 's-'));
  if (name) return { key: name };
  const [, modifier, letter = ''] = /^([CM])-(.+)$/su.exec(typed) ?? [];
  const key = modifier === 'C' ? `C-${letter.toLowerCase()}` : typed;
  const reason = unusable.get(key);
  if (reason !== undefined) return { problem: reason };
  const isKey = modifier === 'C' ? /^[a-z]$/i.test(letter) : isCharacter(modifier === 'M' ? letter : typed);
  return isKey ? { key } : { problem: `${JSON.stringify(text)} is not a key: ${keyNameRule}` };
}

const isCharacter = (text: string): boolean => [...text].length === 1 && /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text);
