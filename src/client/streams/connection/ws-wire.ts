import { type ClientOptions, type RawData, WebSocket } from 'ws';
import type { OpenWire } from './wire.ts';

const maxFrameBytes = 256 * 1024;
/** Above this the WebSocket layer closes the connection (1009), before the frame is held in memory. */
const maxPayloadBytes = 4 * 1024 * 1024;
const handshakeTimeoutMs = 10_000;
/** From the peer's close frame to the end of its connection, which may never come; ws itself waits 30 s. */
const closeTimeoutMs = 2_000;
/** Enough of a rejected frame to see what it was. */
const shownBytes = 1_024;

/** A real WebSocket. */
export const openWsWire: OpenWire = (url, events) => {
  let fault = '';
  // The types of ws do not include closeTimeout yet.
  const options: ClientOptions & { readonly closeTimeout: number } = {
    handshakeTimeout: handshakeTimeoutMs,
    closeTimeout: closeTimeoutMs,
    maxPayload: maxPayloadBytes,
    perMessageDeflate: false,
    followRedirects: false,
  };
  const socket = new WebSocket(url, options);
  socket.on('open', () => events.onOpen());
  socket.on('message', (data: RawData, isBinary) => {
    // In one piece: nobody has asked ws for another `binaryType`.
    const bytes = data as Buffer;
    if (isBinary) events.onUnusable('', `a binary frame of ${bytes.byteLength} bytes`);
    else if (bytes.byteLength > maxFrameBytes)
      events.onUnusable(
        bytes.toString('utf8', 0, shownBytes),
        `a frame of ${bytes.byteLength} bytes; at most ${maxFrameBytes} are read`,
      );
    else events.onText(bytes.toString('utf8'));
  });
  socket.on('error', ({ message }) => {
    fault = message;
  });
  socket.on('close', (code, reason) => events.onClose(code, reason.toString('utf8') || fault));
  return {
    send: (text) => socket.send(text, () => {}),
    terminate: () => socket.terminate(),
  };
};
