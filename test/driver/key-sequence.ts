const named: Readonly<Record<string, string>> = {
  Enter: '\r',
  Esc: '\x1b',
  Tab: '\t',
  'S-Tab': '\x1b[Z',
  Space: ' ',
  Backspace: '\x7f',
  Delete: '\x1b[3~',
  Insert: '\x1b[2~',
  PageUp: '\x1b[5~',
  PageDown: '\x1b[6~',
  F1: '\x1bOP',
  F2: '\x1bOQ',
  F3: '\x1bOR',
  F4: '\x1bOS',
  F5: '\x1b[15~',
  F6: '\x1b[17~',
  F7: '\x1b[18~',
  F8: '\x1b[19~',
  F9: '\x1b[20~',
  F10: '\x1b[21~',
  F11: '\x1b[23~',
  F12: '\x1b[24~',
};

const arrows: Readonly<Record<string, string>> = { Up: 'A', Down: 'B', Right: 'C', Left: 'D', End: 'F', Home: 'H' };
const modifiers: Readonly<Record<string, number>> = { S: 2, M: 3, C: 5 };

/** The bytes an xterm sends for a key: a character, a name ('Enter', 'Up'), or one with a modifier ('C-c', 'S-Up', 'M-x'). */
export function keySequence(key: string): string {
  if (named[key]) return named[key];
  if (arrows[key]) return `\x1b[${arrows[key]}`;
  const [, modifier, base] = /^([CMS])-(.+)$/su.exec(key) ?? [];
  if (modifier && base) {
    if (arrows[base]) return `\x1b[1;${modifiers[modifier]}${arrows[base]}`;
    if (modifier === 'M') return `\x1b${keySequence(base)}`;
    if (modifier === 'C' && /^[a-z@[\\\]^_ ]$/i.test(base))
      return String.fromCharCode(base.toUpperCase().charCodeAt(0) & 0x1f);
  } else if ([...new Intl.Segmenter().segment(key)].length === 1) return key;
  throw new Error(`no key is called "${key}"`);
}
