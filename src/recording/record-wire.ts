import type { OpenWire } from '../client/streams/connection/wire.ts';
import { fieldsOf } from '../domain/fields.ts';
import type { Recorder } from './recorder.ts';

/** Records everything that comes in over a wire. Outgoing messages carry presence tokens and are not recorded. */
export const recordWire =
  (openWire: OpenWire, recorder: Recorder): OpenWire =>
  (url, events) => {
    let isOver = false;
    const clean = (text: string): string => recorder.mask.apply(text);
    const end = (code: number | null, reason: string): void => {
      if (!isOver) recorder.note({ type: 'close', code, reason: clean(reason) });
      isOver = true;
    };
    recorder.note({ type: 'connect' });
    try {
      const wire = openWire(url, {
        onOpen: () => {
          if (!isOver) recorder.note({ type: 'open' });
          events.onOpen();
        },
        onText: (text) => {
          if (!isOver) recorder.note({ type: 'text', text: clean(withoutMembers(text)) });
          events.onText(text);
        },
        onUnusable: (text, reason) => {
          if (!isOver) recorder.note({ type: 'unusable', text: clean(text), reason });
          events.onUnusable(text, reason);
        },
        onClose: (code, reason) => {
          end(code, reason);
          events.onClose(code, reason);
        },
      });
      return {
        send: (text) => wire.send(text),
        terminate: () => {
          if (!isOver) recorder.note({ type: 'hangup' });
          isOver = true;
          wire.terminate();
        },
      };
    } catch (error) {
      end(null, 'the socket could not be opened');
      throw error;
    }
  };

/** Members of presence channels are private: frames that list them keep only their event and channel. */
function withoutMembers(text: string): string {
  // A name can be written with escapes; text without either of these is no such frame.
  if (!text.includes('pusher_internal') && !text.includes('\\u')) return text;
  try {
    const { event, channel } = fieldsOf(JSON.parse(text));
    if (typeof event !== 'string' || !event.startsWith('pusher_internal:')) return text;
    return JSON.stringify({ event, ...(typeof channel === 'string' && { channel }), data: '{}' });
  } catch {
    return text;
  }
}
