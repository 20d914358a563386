import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Mutation } from './request-log.ts';

interface Sent {
  readonly id: string;
  readonly operation: string;
  readonly input: { readonly body?: unknown } | null;
  /** How it ended; null while nobody knows. */
  readonly ending: string | null;
}

/** The requests that the journal of a desk says it has sent. */
export function sentByJournal(home: string): Sent[] {
  const file = join(home, 'state/journal.jsonl');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Omit<Sent, 'ending'> & { readonly event: string });
  const endings = new Map(
    lines
      .filter(({ event }) => ['accepted', 'rejected', 'unknown', 'not-sent'].includes(event))
      .map(({ id, event }) => [id, event]),
  );
  return lines
    .filter(({ event }) => event === 'sent')
    .map((line) => ({ ...line, ending: endings.get(line.id) ?? null }));
}

/** Holds every mutation that arrives against the journal as it stands then: each has one line of its own, written before. */
export class JournalCheck {
  readonly #home: string;
  readonly #explained = new Set<string>();
  readonly unexplained: Mutation[] = [];

  constructor(home: string) {
    this.#home = home;
  }

  take(mutation: Mutation): void {
    const { operation, body } = mutation;
    const line = sentByJournal(this.#home).find(
      (sent) =>
        !this.#explained.has(sent.id) &&
        (operation === null || sent.operation === operation) &&
        isDeepStrictEqual(asJson(sent.input?.body), body),
    );
    if (line) this.#explained.add(line.id);
    else this.unexplained.push(mutation);
  }

  /** Lines that say that a request left, and none arrived. */
  neverArrived(): Sent[] {
    return sentByJournal(this.#home).filter(({ id, ending }) => !this.#explained.has(id) && ending !== 'not-sent');
  }
}

const asJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
