/** A parsed client frame. */
export interface ClientFrame {
  readonly event: string;
  /** Top-level channel: client events have it there. */
  readonly channel: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  /** As received: a client event may carry anything. */
  readonly rawData: unknown;
}

/** Parses a client frame; `data` may be an object, JSON text or absent. Null if it is not a protocol frame. */
export function readFrame(text: string): ClientFrame | null {
  const frame = asObject(parse(text));
  if (!frame || typeof frame['event'] !== 'string') return null;
  const { event, channel, data } = frame;
  return {
    event: event as string,
    channel: typeof channel === 'string' ? channel : undefined,
    data: asObject(typeof data === 'string' ? parse(data) : data) ?? {},
    rawData: data,
  };
}

/** A frame to a client. Protocol 7 sends `data` as JSON text inside JSON. */
export const writeFrame = (event: string, data: unknown, channel?: string): string =>
  writeTextFrame(event, JSON.stringify(data), channel);

/** The same, for data that is already JSON text. */
export const writeTextFrame = (event: string, data: string, channel?: string): string =>
  JSON.stringify({ event, channel, data });

/** A relayed client event; on a presence channel it includes the sender's user id. */
export const writeClientEvent = (event: string, channel: string, data: unknown, userId?: string): string =>
  JSON.stringify({ event, channel, data: typeof data === 'string' ? data : JSON.stringify(data), user_id: userId });

/** Only `pusher:error` has its data as an object. */
export const writeError = (code: number | null, message: string): string =>
  JSON.stringify({ event: 'pusher:error', data: { code, message } });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
