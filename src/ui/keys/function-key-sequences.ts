/** Sequences that terminals send for F1 to F12; for F1 to F4 those of xterm, of older terminals and of the Linux console. */
const sequencesOf: Readonly<Record<string, readonly string[]>> = {
  F1: ['\x1bOP', '\x1b[11~', '\x1b[[A'],
  F2: ['\x1bOQ', '\x1b[12~', '\x1b[[B'],
  F3: ['\x1bOR', '\x1b[13~', '\x1b[[C'],
  F4: ['\x1bOS', '\x1b[14~', '\x1b[[D'],
  F5: ['\x1b[15~', '\x1b[[E'],
  F6: ['\x1b[17~'],
  F7: ['\x1b[18~'],
  F8: ['\x1b[19~'],
  F9: ['\x1b[20~'],
  F10: ['\x1b[21~'],
  F11: ['\x1b[23~'],
  F12: ['\x1b[24~'],
};

/** Escape sequence → function key. */
export const functionKeySequences: ReadonlyMap<string, string> = new Map(
  Object.entries(sequencesOf).flatMap(([name, texts]) => texts.map((text) => [text, name] as const)),
);
