import { channel } from 'node:diagnostics_channel';
import type { FrameScheduler } from '../../ui/desk/frame-scheduler.ts';

/** What a driver of the desk may rely on when it is notified. */
export interface Handled {
  /** Bytes read from the terminal since the start, all handled and their effects written. */
  readonly bytes: number;
  /**
   * Some bytes are held back because they may begin a longer key or a paste. Another notification follows when they are
   * released.
   */
  readonly isHolding: boolean;
}

/** Only a program that was loaded into this process before, such as the test driver, subscribes to it. */
export const handledChannel = channel('swapdeck:handled');

interface DeskTerminal {
  readonly input: Handled & {
    /** Calls `listener` when more was read, or held bytes were released. */
    onRead(listener: () => void): void;
  };
  readonly tty: Pick<NodeJS.WriteStream, 'on'>;
  readonly scheduler: FrameScheduler;
  /** Resolves when everything drawn has been written to the terminal. */
  readonly flush: () => Promise<void>;
}

/** Notifies each time all keys and resizes so far have been handled and drawn. Does nothing without a subscriber. */
export function tellHandled({ input, tty, scheduler, flush }: DeskTerminal): void {
  if (!handledChannel.hasSubscribers) return;
  let isDrawing = false;
  let hasMore = false;
  const draw = async (): Promise<void> => {
    hasMore = true;
    if (isDrawing) return;
    isDrawing = true;
    while (hasMore) {
      hasMore = false;
      // The effect of a key may be drawn only after the terminal has taken the last frame, and its own effects one
      // frame later.
      for (let frame = 0; frame < 2; frame++) {
        if (scheduler.isDue) await nextFrame(scheduler);
        await flush();
      }
    }
    isDrawing = false;
    handledChannel.publish({ bytes: input.bytes, isHolding: input.isHolding } satisfies Handled);
  };
  input.onRead(() => void draw());
  tty.on('resize', () => void draw());
  void draw();
}

const nextFrame = (scheduler: FrameScheduler): Promise<void> =>
  new Promise((resolve) => {
    const stop = scheduler.frames.subscribe(() => {
      stop();
      resolve();
    });
  });
