import type { Finding } from './compare.ts';
import type { EnvelopeForm } from './envelope-form.ts';

/** `warn`: not as expected. `fail`: no usable answer. `skip`: not asked. `quiet`: followed, but no event came. */
export type Level = 'ok' | 'warn' | 'fail' | 'skip' | 'quiet';

/** What a check found out about one operation. Texts of the service are cleaned. */
export interface OperationResult {
  readonly id: string;
  readonly level: Level;
  /** Of the last attempt; null without an answer. */
  readonly status: number | null;
  readonly latencyMs: number | null;
  readonly form: EnvelopeForm | null;
  /** Why there is no usable answer, or why it was not asked. */
  readonly problem: string | null;
  /** The scope that the key lacks, if the service names it. */
  readonly missingScope: string | null;
  /** The key under `[names]` that sets its path, if the service does not know the usual one; null if it does. */
  readonly setting: string | null;
  readonly findings: readonly Finding[];
}

/** What a check found out about one stream. */
export interface StreamResult {
  readonly id: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly level: Level;
  readonly events: number;
  readonly problem: string | null;
  readonly findings: readonly Finding[];
}

/** How something turned out that is in doubt from the documentation alone. */
export interface Fact {
  readonly question: string;
  readonly finding: string;
  /** The lines of the configuration that settle it; null if no setting depends on it, or it is set right. */
  readonly config: string | null;
  /** The configuration says otherwise. */
  readonly isWrong: boolean;
}

export type Verdict = 'as expected' | 'surprises' | 'key refused' | 'another service' | 'unreachable' | 'stopped';

/** The whole report, also of `--json`. */
export interface CheckReport {
  readonly baseUrl: string;
  readonly mode: 'paper' | 'live';
  readonly profile: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly swapdeck: string;
  readonly verdict: Verdict;
  readonly surprises: number;
  readonly operations: readonly OperationResult[];
  /** Operations that change something, which a check never calls. */
  readonly notCalled: number;
  readonly streams: readonly StreamResult[];
  /** How long the streams were followed, s. */
  readonly streamSeconds: number;
  readonly rateLimitHeaders: readonly { readonly name: string; readonly example: string }[];
  readonly facts: readonly Fact[];
}

export const isTrouble = ({ level }: { readonly level: Level }): boolean => level === 'warn' || level === 'fail';
