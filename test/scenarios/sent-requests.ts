import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Desk } from '../driver/open-desk.ts';

interface JournalLine {
  readonly event: string;
  readonly id: string;
  readonly operation: string;
  readonly input: unknown;
  readonly requestId?: string;
  readonly orderId?: string;
  /** Of a request that a plan has sent. */
  readonly plan?: { readonly key: string; readonly attempt: number };
}

/** The journal of a desk: a line before each request that changes something, and one for what became of it. */
export const sentRequests = (desk: Desk): JournalLine[] => journalOf(desk).filter(({ event }) => event !== 'fills');

/** The lines for what accepted orders executed, which come a moment later. */
export const fillLines = (desk: Desk): JournalLine[] => journalOf(desk).filter(({ event }) => event === 'fills');

interface PlanRequest extends Readonly<Record<string, unknown>> {
  /** Which of the plan's orders it is. */
  readonly key: string;
  readonly operation: string;
}

/**
 * What a plan has asked for, in its order, with the fields of each request. Throws if one was not the first attempt, or was not
 * accepted, once.
 */
export function planRequests(lines: readonly JournalLine[]): PlanRequest[] {
  const sent = lines.filter(({ event }) => event === 'sent');
  return sent.map(({ id, operation, plan, input }) => {
    const became = lines.filter((line) => line.id === id).map(({ event }) => event);
    const outcomes = became.filter((event) => event !== 'task').join(', ');
    if (plan?.attempt !== 1 || outcomes !== 'sent, accepted')
      throw new Error(`${operation} ${plan?.key}: attempt ${plan?.attempt}, ${outcomes}`);
    const { body, params } = input as { readonly body?: object; readonly params?: object };
    return { ...body, ...params, key: plan.key, operation };
  });
}

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
