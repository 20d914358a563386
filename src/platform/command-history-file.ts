import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateFile } from './private-file.ts';

const mostLines = 200;
const longestLine = 200;

export interface CommandHistoryFile {
  /** The lines kept, the newest last; none where the file is missing or unreadable. */
  read(): readonly string[];
  /** Throws what the file system says. */
  write(lines: readonly string[]): void;
}

/** What was typed at the command line, for the next session; a line each, for its owner alone. */
export function createCommandHistoryFile(stateDir: string): CommandHistoryFile {
  const file = join(stateDir, 'command-history');
  return {
    read: () => {
      try {
        return readLines(readFileSync(file, 'utf8'));
      } catch {
        return [];
      }
    },
    write: (lines) => writePrivateFile(file, `${lines.slice(-mostLines).join('\n')}\n`),
  };
}

/** The file could have been written by anybody who is that user: only what a person can type at a keyboard is taken. */
const readLines = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && line.length <= longestLine && !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u.test(line))
    .slice(-mostLines);
