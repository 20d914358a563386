import { channel } from 'node:diagnostics_channel';
import type { FrameScheduler } from '../ui/frame-scheduler.ts';

/** What a driver of the desk can rely on when it is told. */
export interface Handled {
  /** Bytes read from the terminal since the start: they were handled, and what they changed was written. */
  readonly bytes: number;
  /** Some of them are held back: they may begin a longer key, or a paste. It is told again when they are given up. */
  readonly isHolding: boolean;
}

/** Nobody listens but a program that was loaded into this process before it, as the driver of the tests is. */
export const handledChannel = channel('swapdeck:handled');

interface DeskTerminal {
  readonly input: Handled & {
    /** Calls `listener` when more was read, or what was held back was given up. */
    onRead(listener: () => void): void;
  };
  readonly tty: Pick<NodeJS.WriteStream, 'on'>;
  readonly scheduler: FrameScheduler;
  /** Resolves when everything that is drawn has been written to the terminal. */
  readonly flush: () => Promise<void>;
}

/** Tells each time that all keys so far have been handled and drawn, and a resize likewise. Does nothing where nobody listens. */
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
      // What a key changes may be drawn only when the terminal has taken the last frame; an effect of that, one frame later.
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
