import { cleanText } from '../domain/text/clean-text.ts';

export interface TerminalCall {
  readonly bell: boolean;
  readonly notification: 'off' | 'osc9' | 'osc777';
}

const bell = '\x07';
/** Not the bell, which would ring if the terminal does not know the sequence. */
const end = '\x1b\\';
const longest = 200;

/**
 * Bytes that alert the user through the terminal: one bell for all alerts, a notification for each. They do not move
 * the cursor. '' for nothing.
 */
export function terminalCall(texts: readonly string[], { bell: rings, notification }: TerminalCall): string {
  if (texts.length === 0) return '';
  const sequences = notification === 'off' ? [] : texts.map((text) => sequence(cleanText(text, longest), notification));
  return [...sequences, rings ? bell : ''].join('');
}

/** The name before the text prevents terminals from reading it as one of the commands with the same prefix. */
const sequence = (text: string, notification: 'osc9' | 'osc777'): string =>
  notification === 'osc9'
    ? `\x1b]9;swapdeck: ${text}${end}`
    : `\x1b]777;notify;swapdeck;${text.replaceAll(';', ',')}${end}`;
