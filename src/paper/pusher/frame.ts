/** A frame from a client, as far as it could be understood. */
export interface ClientFrame {
  readonly event: string;
  /** Beside the event: client events name their channel there. */
  readonly channel: string | undefined;
  readonly data: Readonly<Record<string, unknown>>;
  /** As it came: a client event may carry anything. */
  readonly rawData: unknown;
}

/** Reads a client's frame; `data` may be an object, JSON text or absent. Null when it is not a protocol frame at all. */
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

/** A frame to a client. `data` travels as JSON text inside the JSON, as protocol 7 has it. */
export const writeFrame = (event: string, data: unknown, channel?: string): string =>
  writeTextFrame(event, JSON.stringify(data), channel);

/** The same, for data that is JSON text already. */
export const writeTextFrame = (event: string, data: string, channel?: string): string =>
  JSON.stringify({ event, channel, data });

/** A client's event on its way to the others; on a presence channel it says whose it is. */
export const writeClientEvent = (event: string, channel: string, data: unknown, userId?: string): string =>
  JSON.stringify({ event, channel, data: typeof data === 'string' ? data : JSON.stringify(data), user_id: userId });

/** `pusher:error` alone carries its data as an object. */
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
