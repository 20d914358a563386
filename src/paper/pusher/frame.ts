/** A frame from a client, as far as it could be understood. */
export interface ClientFrame {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a client's frame; `data` may be an object, JSON text or absent. Null when it is not a protocol frame at all. */
export function readFrame(text: string): ClientFrame | null {
  const frame = asObject(parse(text));
  if (!frame || typeof frame['event'] !== 'string') return null;
  const { data } = frame;
  return { event: frame['event'], data: asObject(typeof data === 'string' ? parse(data) : data) ?? {} };
}

/** A frame to a client. `data` travels as JSON text inside the JSON, as protocol 7 has it. */
export const writeFrame = (event: string, data: unknown, channel?: string): string =>
  JSON.stringify({ event, channel, data: JSON.stringify(data) });

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
