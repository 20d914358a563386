import { join } from 'node:path';
import { type SavedFile, savedText } from './saved-file.ts';

const mostLines = 200;
const longestLine = 200;

/** History of the command line for the next session; one line each, newest last. */
export const commandHistoryFile = (stateDir: string): SavedFile<readonly string[]> =>
  savedText(join(stateDir, 'command-history'), {
    fromText: readLines,
    toText: (lines) => `${lines.slice(-mostLines).join('\n')}\n`,
  });

/** Any program of this user may have written the file, so only text that can be typed is accepted. */
const readLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && line.length <= longestLine && !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u.test(line))
    .slice(-mostLines);
