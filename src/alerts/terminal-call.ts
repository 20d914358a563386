import { cleanText } from '../domain/clean-text.ts';

export interface TerminalCall {
  readonly bell: boolean;
  readonly notification: 'off' | 'osc9' | 'osc777';
}

const bell = '\x07';
/** Not the bell, which would ring where the sequence is not known. */
const end = '\x1b\\';
const longest = 200;

/**
 * What calls the person through the terminal: one bell for all of them, a notification for each. None of it moves the
 * cursor. '' for nothing.
 */
export function terminalCall(texts: readonly string[], { bell: rings, notification }: TerminalCall): string {
  if (texts.length === 0) return '';
  const sequences = notification === 'off' ? [] : texts.map((text) => sequence(cleanText(text, longest), notification));
  return [...sequences, rings ? bell : ''].join('');
}

/** The name before the text keeps it from being read as one of the commands that terminals take in the same place. */
const sequence = (text: string, notification: 'osc9' | 'osc777'): string =>
  notification === 'osc9'
    ? `\x1b]9;swapdeck: ${text}${end}`
    : `\x1b]777;notify;swapdeck;${text.replaceAll(';', ',')}${end}`;
