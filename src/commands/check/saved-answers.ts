import type { z } from 'zod';
import { isFields } from '../../domain/fields.ts';
import { printableJson } from '../../platform/files/printable-json.ts';
import { version } from '../../platform/process/version.ts';
import { redact } from '../../platform/secrets/secrets.ts';
import { envelope } from './envelope-form.ts';
import { Mask } from './mask.ts';
import { isLimitHeader } from './rate-limits.ts';
import type { RawAnswer } from './read-operation.ts';
import type { WatchedStream } from './watch-streams.ts';

/** One answer of a saved file. `body` is the whole JSON; null if the answer was none. */
export interface SavedAnswer {
  readonly operation: string;
  readonly method: string;
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Some events of a stream. */
export interface SavedEvents {
  readonly stream: string;
  readonly filter: Readonly<Record<string, string>>;
  readonly events: readonly unknown[];
}

export interface SavedCheck {
  readonly format: 'swapdeck check 1';
  readonly swapdeck: string;
  readonly answers: readonly SavedAnswer[];
  readonly streams: readonly SavedEvents[];
}

/** More of a kind show nothing new. */
const mostEvents = 5;

/** The answers and events of a check with made-up values, as the text of a file. @param salt random, kept nowhere. */
export function savedText(answers: readonly RawAnswer[], streams: readonly WatchedStream[], salt: string): string {
  const mask = new Mask(salt);
  const saved: SavedCheck = {
    format: 'swapdeck check 1',
    swapdeck: version,
    answers: answers.map((answer) => maskedAnswer(mask, answer)),
    streams: streams
      .filter(({ events }) => events.length > 0)
      .map(({ stream, result, events }) => ({
        stream: stream.id,
        filter: mask.json(null, result.filter) as Readonly<Record<string, string>>,
        events: events.slice(0, mostEvents).map((event) => mask.json(stream.payload, event)),
      })),
  };
  return `${redact(printableJson(JSON.stringify(saved, null, 2)))}\n`;
}

function maskedAnswer(mask: Mask, { endpoint, status, headers, json }: RawAnswer): SavedAnswer {
  const isSuccess = status >= 200 && status < 300;
  return {
    operation: endpoint.id,
    method: endpoint.method,
    path: endpoint.path,
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => name === 'content-type' || isLimitHeader(name))),
    body: json === undefined ? null : maskedBody(mask, isSuccess ? endpoint.response : null, json),
  };
}

/** The schema is that of the data, wherever it stands: in the envelope, repeated beside it, or alone. */
function maskedBody(mask: Mask, response: z.ZodType | null, json: unknown): unknown {
  if (!isFields(json)) return mask.json(response, json);
  const { data, requestId, pagination, ...others } = json;
  const around = { ...(requestId !== undefined && { requestId }), ...(pagination !== undefined && { pagination }) };
  return {
    ...(mask.json(envelope, around) as object),
    ...(mask.json(response, others) as object),
    ...(data !== undefined && { data: mask.json(response, data) }),
  };
}
