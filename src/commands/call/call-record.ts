import { cleanText } from '../../domain/text/clean-text.ts';
import { createJournal } from '../../platform/journal/journal.ts';
import type { AnyEndpoint } from '../../protocol/endpoint.ts';
import type { CommandIo } from '../command.ts';
import type { ServiceTarget } from '../target.ts';
import type { SortedInput } from './call-input.ts';

export interface CallEnding {
  readonly event: 'accepted' | 'rejected' | 'unknown' | 'not-sent';
  readonly code?: string | null;
  readonly message?: string | null;
  readonly requestId: string | null;
  readonly taskId?: string | null;
}

export interface CallRecord {
  end(ending: CallEnding): void;
}

/** Journals the intent before the request leaves, in the same format as the desk. Throws if it cannot be written. */
export function openCallRecord(
  endpoint: AnyEndpoint,
  input: SortedInput,
  { mode, profile, accountId }: ServiceTarget & { readonly accountId: string },
  { paths, random, clock }: CommandIo,
): CallRecord {
  const journal = createJournal(paths.journalFile);
  const id = random.hex(8);
  const at = () => new Date(clock.now()).toISOString();
  const fields = { ...input.params, ...input.query, ...input.body };
  const { walletId } = fields;
  journal.append({
    event: 'sent',
    id,
    mode,
    profile,
    accountId,
    operation: endpoint.id,
    summary: summaryOf(endpoint, fields),
    walletId: typeof walletId === 'string' ? walletId : '',
    // A manual call is not compared with the desk's orders, and there is no evidence to prove it later.
    blocks: '',
    evidence: { kind: 'none' },
    input,
    at: at(),
  });
  const startMs = clock.monotonic();
  return {
    end({ event, ...ending }) {
      journal.append({ event, id, ...ending, tookMs: Math.round(clock.monotonic() - startMs), at: at() });
      journal.close();
    },
  };
}

const summaryChars = 160;

/** Close to what the user typed. */
function summaryOf({ id }: AnyEndpoint, fields: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return cleanText(['swapdeck call', id, ...words].join(' '), summaryChars);
}
