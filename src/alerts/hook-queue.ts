import type { RunningHook } from '../platform/run-hook.ts';

const atOnce = 2;
const mostWaiting = 20;

export interface HookQueue {
  /** Runs the hook with this event as soon as there is room; never throws, never waits. */
  add(event: object): void;
  /** Ends what runs and forgets what waits. */
  stop(): void;
}

/** The person's hook, at most two at once and the rest in order. The first failure is said, and no other. */
export function createHookQueue(start: (event: object) => RunningHook, say: (failure: string) => void): HookQueue {
  const waiting: object[] = [];
  const running = new Set<RunningHook>();
  let isSaid = false;
  let isStopped = false;
  const fail = (why: string): void => {
    if (isSaid || isStopped) return;
    isSaid = true;
    say(why);
  };
  const next = (): void => {
    while (running.size < atOnce && waiting.length > 0 && !isStopped) run(waiting.shift() as object);
  };
  const run = (event: object): void => {
    const hook = start(event);
    running.add(hook);
    void hook.ended.then((failure) => {
      running.delete(hook);
      if (failure) fail(failure);
      next();
    });
  };
  return {
    add: (event) => {
      if (waiting.length >= mostWaiting)
        return fail(`more than ${mostWaiting} alerts wait for it, the next are left out`);
      waiting.push(event);
      next();
    },
    stop: () => {
      isStopped = true;
      waiting.length = 0;
      for (const hook of running) hook.kill();
    },
  };
}
