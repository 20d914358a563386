import type { RunningHook } from '../platform/process/run-hook.ts';

const atOnce = 2;
const mostWaiting = 20;

export interface HookQueue {
  /** Runs the hook with this event as soon as there is room; never throws, never waits. */
  add(event: object): void;
  /** Terminates running hooks and drops waiting ones. */
  stop(): void;
}

/** Runs the user's hook, at most two at once, the rest in order. Reports only the first failure. */
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
    while (running.size < atOnce && !isStopped) {
      const event = waiting.shift();
      if (!event) return;
      run(event);
    }
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
        return fail(`more than ${mostWaiting} alerts are waiting for it, so the next ones are dropped`);
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
