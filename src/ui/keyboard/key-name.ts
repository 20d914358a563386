import type { Key } from 'ink';

const named: readonly (readonly [keyof Key, string])[] = [
  ['upArrow', 'Up'],
  ['downArrow', 'Down'],
  ['leftArrow', 'Left'],
  ['rightArrow', 'Right'],
  ['pageUp', 'PageUp'],
  ['pageDown', 'PageDown'],
  ['home', 'Home'],
  ['end', 'End'],
  ['return', 'Enter'],
  ['escape', 'Esc'],
  ['backspace', 'Backspace'],
  ['delete', 'Delete'],
];

/**
 * Translates Ink's key event to key names. Characters that arrive in one chunk (fast typing over a slow line) become separate
 * keys.
 */
export function keyName(input: string, key: Key): string[] {
  if (key.tab) return [key.shift ? 'S-Tab' : 'Tab'];
  const special = named.find(([flag]) => key[flag]);
  if (special) return [special[1]];
  if (key.ctrl) return input.length === 1 ? [`C-${input}`] : [];
  if (key.meta) return [...input].length === 1 && !isControl(input) ? [`M-${input}`] : [];
  return [...input].flatMap((char) => byCharacter[char] ?? (char < ' ' ? ctrlName(char) : isControl(char) ? [] : char));
}

const byCharacter: Readonly<Record<string, string>> = {
  ' ': 'Space',
  '\r': 'Enter',
  '\n': 'Enter',
  '\t': 'Tab',
  '\x7f': 'Backspace',
};

/** A control character is its letter with Ctrl: 0x15 is Ctrl-U. */
const ctrlName = (char: string): string => `C-${String.fromCharCode(char.charCodeAt(0) + 0x60)}`;

const isControl = (char: string): boolean => /\p{Cc}/u.test(char);
