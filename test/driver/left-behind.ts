import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from './handshake.ts';

/** Where a failing test leaves what its programs showed and asked for. */
export const resultsFolder = join(import.meta.dirname, '../../test-results');

interface Watched {
  state(): string;
  readonly requests: readonly Request[];
}

interface Left {
  readonly screen: string;
  readonly requests: string;
}

const running = new Set<Watched>();
let ended: Left[] = [];

/** A program runs from here on. */
export const opened = (program: Watched): void => void running.add(program);

/** It is about to end: what it shows now is the last of it. */
export function closes(program: Watched): void {
  if (running.delete(program)) ended.push(leftBy(program));
}

/** A test begins: what ended before it is none of its own. */
export function forget(): void {
  ended = [];
}

/** Writes what the programs of the test show, or showed last: a screen and a list of requests each. */
export function leave(file: string, test: string): void {
  const folder = join(resultsFolder, slug(file), slug(test));
  mkdirSync(folder, { recursive: true });
  for (const [index, { screen, requests }] of [...ended, ...[...running].map(leftBy)].entries()) {
    writeFileSync(join(folder, `screen-${index + 1}.txt`), `${screen}\n`);
    writeFileSync(join(folder, `requests-${index + 1}.txt`), `${requests}\n`);
  }
}

const leftBy = (program: Watched): Left => ({
  screen: program.state(),
  requests: program.requests.map(({ what, answer }) => `${what} → ${answer ?? 'no answer yet'}`).join('\n'),
});

/** At most as long as a file name may be. */
const slug = (name: string): string => name.replace(/[^\w.-]+/g, '-').slice(-120);

/** Whether there is anything to leave. */
export const hasPrograms = (): boolean => running.size + ended.length > 0;
