import { join } from 'node:path';
import { type KeptFile, keptText } from './kept-file.ts';

const mostLines = 200;
const longestLine = 200;

/** What was typed at the command line, for the next session; a line each, the newest last. */
export const commandHistoryFile = (stateDir: string): KeptFile<readonly string[]> =>
  keptText(join(stateDir, 'command-history'), {
    fromText: readLines,
    toText: (lines) => `${lines.slice(-mostLines).join('\n')}\n`,
  });

/** The file could have been written by anybody who is that user: only what a person can type at a keyboard is taken. */
const readLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && line.length <= longestLine && !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u.test(line))
    .slice(-mostLines);
