import { z } from 'zod';
import { apiErrorKinds, apiOutcomes } from '../client/http/errors.ts';
import { parseBaseUrl } from '../platform/config/base-url.ts';
import { describeIssue } from '../protocol/schema.ts';

/** A stream with its filter, as a session request names it. */
export interface NamedStream {
  readonly stream: string;
  readonly filter: Readonly<Record<string, string>>;
}

/** Maximum length of a recording, ms: a later time is an error in the file. */
export const longestMs = 366 * 86_400_000;

const namedStream = z.object({ stream: z.string().max(200), filter: z.record(z.string(), z.string()) });

const header = z.object({
  format: z.literal('swapdeck-recording', { error: 'it does not say swapdeck-recording' }),
  version: z.int(),
  /** Wall clock at `t` 0, ms since the epoch. */
  recordedAtMs: z.number().min(0).max(8e15),
  baseUrl: z.string().refine(isBaseUrl, { error: 'is not the address of a service' }),
  /** Socket host that the user had pinned; null for none. */
  socketHost: z.string().nullable(),
  profile: z.string(),
  mode: z.enum(['paper', 'live']),
  streams: z.array(namedStream),
});

/** The error of a call, as the client reports it. */
const callError = z.object({
  kind: z.enum(apiErrorKinds),
  code: z.string(),
  outcome: z.enum(apiOutcomes),
  status: z.number().nullable(),
  message: z.string(),
});

const answeredSubscription = z.union([
  z.object({
    stream: z.string(),
    channel: z.string(),
    event: z.string().nullish(),
    visibility: z.string().nullish(),
    filter: z.record(z.string(), z.string()).nullish(),
  }),
  z.object({ unreadable: z.string() }),
]);

/** ms since the start of the recording, on a monotonic clock. */
const t = z.number().min(0).max(longestMs);

const entry = z.discriminatedUnion('type', [
  /** A session response. `place` numbers the connection parameters in the order of their first appearance. */
  z.object({
    t,
    type: z.literal('session'),
    asked: z.array(namedStream),
    connection: z.object({ host: z.string(), port: z.number(), tls: z.boolean(), place: z.int() }),
    adviceMs: z.array(z.number()),
    subscriptions: z.array(answeredSubscription),
  }),
  z.object({ t, type: z.literal('no-session'), asked: z.array(namedStream), error: callError }),
  z.object({ t, type: z.literal('not-authorised'), channel: z.string(), error: callError }),
  z.object({ t, type: z.literal('connect') }),
  z.object({ t, type: z.literal('open') }),
  z.object({ t, type: z.literal('text'), text: z.string() }),
  z.object({ t, type: z.literal('unusable'), text: z.string(), reason: z.string() }),
  z.object({ t, type: z.literal('close'), code: z.number().nullable(), reason: z.string() }),
  /** The desk terminated the connection itself because it was dead. */
  z.object({ t, type: z.literal('hangup') }),
  /** The recording was ended, not truncated. */
  z.object({ t, type: z.literal('end') }),
]);

export type RecordingHeader = Readonly<z.output<typeof header>>;
export type RecordedEntry = Readonly<z.output<typeof entry>>;
export type RecordedError = Readonly<z.output<typeof callError>>;
export type RecordedSession = RecordedEntry & { readonly type: 'session' };
/** An entry before it has its time. */
export type NewEntry = RecordedEntry extends infer E ? (E extends RecordedEntry ? Omit<E, 't'> : never) : never;

export const recordingVersion = 1;

/** Parses the header, or returns why it is invalid. */
export function readHeader(text: string): RecordingHeader | { readonly problem: string } {
  const value = parseJson(text);
  if (value === undefined) return { problem: 'its first line is not JSON' };
  const read = header.safeParse(value);
  return read.success ? read.data : { problem: `its first line is not a valid header (${describeIssue(read.error)})` };
}

/** Parses one line after the header, or returns why it cannot be read. */
export function readEntry(text: string): RecordedEntry | { readonly problem: string } {
  const value = parseJson(text);
  if (value === undefined) return { problem: 'not JSON' };
  const read = entry.safeParse(value);
  return read.success ? read.data : { problem: `not an entry (${describeIssue(read.error)})` };
}

/** Identifies a stream and its filter. */
export const streamKey = ({ stream, filter }: NamedStream): string =>
  JSON.stringify([stream, Object.entries(filter).sort(([a], [b]) => (a < b ? -1 : 1))]);

function isBaseUrl(text: string): boolean {
  try {
    parseBaseUrl(text);
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
