/** Maximum length of copied text in characters; terminals reject much longer ones. */
export const maxCopyLength = 2_000;

/** OSC 52 sequence that copies text to the terminal's clipboard, also over SSH. Terminals without support ignore it. */
export const osc52 = (text: string): string => `\u001B]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`;
