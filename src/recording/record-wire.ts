import type { OpenWire } from '../client/wire.ts';
import type { Recorder } from './recorder.ts';

/** Notes everything that comes in over a wire. What goes out is not noted: it carries the tokens of presence channels. */
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

/** Who else is on a presence channel is nobody's business: the frames that list members keep their event and channel only. */
function withoutMembers(text: string): string {
  // A name can be spelt with escapes; anything with neither is no such frame.
  if (!text.includes('pusher_internal') && !text.includes('\\u')) return text;
  try {
    const { event, channel } = JSON.parse(text) as { event?: unknown; channel?: unknown };
    if (typeof event !== 'string' || !event.startsWith('pusher_internal:')) return text;
    return JSON.stringify({ event, ...(typeof channel === 'string' && { channel }), data: '{}' });
  } catch {
    return text;
  }
}
