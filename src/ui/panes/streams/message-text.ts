import { memoOn } from '../../../domain/memo-on.ts';
import { parseExactly } from '../../../domain/numbers/exact-json.ts';
import type { RawMessage } from '../../../domain/stream/raw-message.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { hanging } from '../../text/hanging.ts';
import type { Line } from '../../text/span.ts';

export interface MessageParts {
  /** Name of the event; '' if the message has none or is not JSON. */
  readonly event: string;
  /** Its data, or the whole message if it has no event. */
  readonly data: string;
}

const shownChars = 400;

/** Event and data of a message, cleaned for one line. Parsed once per message. */
export const messageParts = memoOn(({ text }: RawMessage): MessageParts => {
  const frame = parsed(text);
  if (typeof frame !== 'object' || frame === null) return { event: '', data: cleanText(text, shownChars) };
  const { event, data } = frame as { event?: unknown; data?: unknown };
  const inner = data === undefined ? '' : typeof data === 'string' ? data : JSON.stringify(data);
  if (typeof event !== 'string') return { event: '', data: cleanText(text, shownChars) };
  return { event: cleanText(event, 64), data: cleanText(inner, shownChars) };
});

/** Maximum length of formatted JSON, in characters: longer messages are shown unformatted. */
const longestLaidOut = 64_000;

/** The whole message: its JSON formatted, including the JSON inside `data`; else unformatted. */
export function messageLines({ text }: RawMessage, width: number): Line[] {
  const frame = parsed(text);
  const laidOut = frame === undefined ? null : JSON.stringify(opened(frame), null, 2);
  const isShown = laidOut !== null && laidOut.length <= longestLaidOut;
  return (isShown ? laidOut : text).split('\n').flatMap((line) => hanging(cleanText(line, longestLaidOut), width));
}

function opened(frame: unknown): unknown {
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame)) return frame;
  const { data } = frame as { data?: unknown };
  const inner = typeof data === 'string' ? parsed(data) : undefined;
  return inner === undefined ? frame : { ...frame, data: inner };
}

/** undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}
