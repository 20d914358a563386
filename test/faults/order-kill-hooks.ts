import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { ChildPlan, ChildStep, lineEvents } from './order-kill-plan.ts';

/** To the parent, at once: what a pipe still held back would die with the process. */
export const say = (words: string): void => void real.writeSync(1, `${words}\n`);

const real = { openSync: fs.openSync, writeSync: fs.writeSync, fsyncSync: fs.fsyncSync, fetch: globalThis.fetch };

/**
 * Lets the process stop around the steps of an order without a word in the desk's own code: it calls the file system and the
 * network through here. Must be called before a journal is opened.
 */
export function hookSteps(journalFile: string, stopAt: ChildPlan['stopAt']): void {
  let left = stopAt?.nth ?? 0;
  /** The process stands still from here on; only SIGKILL ends it. */
  const reach = (step: ChildStep, first?: () => void): boolean => {
    if (step !== stopAt?.step || --left > 0) return false;
    first?.();
    say(`at ${step}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    return true;
  };
  hookJournal(journalFile, reach);
  hookFetch(reach);
}

type Reach = (step: ChildStep, first?: () => void) => boolean;

/** Lines of the journal that are written and not yet on disk. */
const unsynced = new Set<number>();

function hookJournal(journalFile: string, reach: Reach): void {
  const descriptors = new Set<number>();
  let event: (typeof lineEvents)[number] = 'sent';
  fs.openSync = (...args) => {
    const descriptor = real.openSync(...args);
    if (args[0] === journalFile) descriptors.add(descriptor);
    return descriptor;
  };
  fs.writeSync = ((descriptor: number, bytes: Buffer, ...rest: number[]) => {
    if (!descriptors.has(descriptor)) return real.writeSync(descriptor, bytes, ...rest);
    event = eventOf(bytes);
    reach(`${event}: before the write`);
    reach(`${event}: half written`, () => real.writeSync(descriptor, bytes, 0, bytes.length >> 1));
    unsynced.add(descriptor);
    return real.writeSync(descriptor, bytes, ...rest);
  }) as typeof fs.writeSync;
  fs.fsyncSync = (descriptor) => {
    if (!descriptors.has(descriptor)) return real.fsyncSync(descriptor);
    reach(`${event}: before the fsync`);
    real.fsyncSync(descriptor);
    unsynced.delete(descriptor);
    reach(`${event}: after the fsync`);
  };
  syncBuiltinESMExports();
}

function eventOf(bytes: Buffer): (typeof lineEvents)[number] {
  const { event, code } = JSON.parse(bytes.toString('utf8')) as { event: string; code?: string };
  if (event === 'sent' || event === 'looked' || event === 'resolved') return event;
  return code === 'INTERRUPTED' ? 'interrupted' : 'ending';
}

function hookFetch(reach: Reach): void {
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'GET') return real.fetch(request);
    if (unsynced.size > 0) say(`violation: ${request.url} is sent before its line is on disk`);
    reach('before the request');
    const response = await real.fetch(request);
    reach('answer there');
    return response;
  };
}
