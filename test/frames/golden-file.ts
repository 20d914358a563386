import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, 'golden');

/** A frame as it is kept: a row of the screen a line, blanks at the end left out. */
export function holdAgainstGolden(name: string, lines: readonly string[]): void {
  const file = join(folder, `${name}.txt`);
  if (process.env['UPDATE_FRAMES']) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, `${lines.join('\n')}\n`);
    return;
  }
  const kept = readGolden(file);
  if (kept === null) throw new Error(`there is no ${file} yet: UPDATE_FRAMES=1 writes it`);
  const differences = differencesOf(kept, lines);
  if (differences.length > 0)
    throw new Error(
      `${name} is not what it was; UPDATE_FRAMES=1 keeps it as it is now (− kept, + now):\n${differences.join('\n')}`,
    );
}

function readGolden(file: string): string[] | null {
  try {
    return readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** The rows that differ, one below the other, with a mark under each place where they do. */
function differencesOf(kept: readonly string[], now: readonly string[]): string[] {
  return Array.from({ length: Math.max(kept.length, now.length) }, (_, row) => row).flatMap((row) => {
    const [before, after] = [kept[row], now[row]];
    if (before === after) return [];
    const number = String(row + 1).padStart(3);
    const width = Math.max(before?.length ?? 0, after?.length ?? 0);
    const marks = Array.from({ length: width }, (_, at) => (before?.[at] === after?.[at] ? ' ' : '^')).join('');
    return [`${number} − ${before ?? '(no row)'}`, `${number} + ${after ?? '(no row)'}`, `      ${marks.trimEnd()}`];
  });
}
