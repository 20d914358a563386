import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desk } from '../driver/open-desk.ts';

interface JournalLine {
  readonly event: string;
  readonly id: string;
  readonly operation: string;
  readonly input: unknown;
  readonly requestId?: string;
}

/** The journal of a desk: a line before each request that changes something, and one for what became of it. */
export const sentRequests = (desk: Desk): JournalLine[] => journalOf(desk).filter(({ event }) => event !== 'fills');

/** The lines for what accepted orders executed, which come a moment later. */
export const fillLines = (desk: Desk): JournalLine[] => journalOf(desk).filter(({ event }) => event === 'fills');

/** Gives of a list that only grows what is new since it was last asked. */
export function sinceLastLook<T>(list: () => readonly T[]): () => readonly T[] {
  let seen = 0;
  return () => {
    const fresh = list().slice(seen);
    seen += fresh.length;
    return fresh;
  };
}

function journalOf({ home }: Desk): JournalLine[] {
  const file = join(home, 'state/journal.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalLine);
}
