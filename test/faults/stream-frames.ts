/** A WebSocket frame in a recording of one direction, and where it lies in it, head of the handshake included. */
export interface RecordedFrame {
  readonly startByte: number;
  readonly endByte: number;
  readonly text: string;
}

export interface Recording {
  /** Of the HTTP head that opens the connection. */
  readonly headBytes: number;
  readonly frames: readonly RecordedFrame[];
}

/** Reads what went over a WebSocket in one direction: whole frames alone, each in one piece, as both ends here send them. */
export function readRecording(bytes: Buffer): Recording {
  const headBytes = bytes.indexOf('\r\n\r\n') + 4;
  const frames: RecordedFrame[] = [];
  for (let at = headBytes; headBytes > 3 && at + 2 <= bytes.byteLength; ) {
    const isMasked = (bytes[at + 1]! & 0x80) !== 0;
    const short = bytes[at + 1]! & 0x7f;
    const lengthBytes = short === 126 ? 2 : 0;
    if (short === 127) throw new Error('a recorded frame is longer than 64 kB');
    const textAt = at + 2 + lengthBytes + (isMasked ? 4 : 0);
    if (textAt > bytes.byteLength) break;
    const endByte = textAt + (lengthBytes === 2 ? bytes.readUInt16BE(at + 2) : short);
    if (endByte > bytes.byteLength) break;
    const text = Buffer.from(bytes.subarray(textAt, endByte));
    if (isMasked)
      for (let index = 0; index < text.byteLength; index++) text[index]! ^= bytes[textAt - 4 + (index % 4)]!;
    frames.push({ startByte: at, endByte, text: text.toString() });
    at = endByte;
  }
  return { headBytes, frames };
}

/** Channels of the subscriptions among a client's frames, in order. */
export const subscribedChannels = ({ frames }: Recording): string[] =>
  frames.flatMap(({ text }) => {
    if (!text.startsWith('{')) return [];
    const { event, data } = JSON.parse(text) as { event: string; data: { channel?: string } };
    return event === 'pusher:subscribe' ? [data.channel ?? ''] : [];
  });
