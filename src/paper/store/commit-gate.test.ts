import { beforeEach, describe, expect, it } from 'vitest';
import type { CallContext, Route } from '../service/handler.ts';
import { CommitGate } from './commit-gate.ts';

let steps: string[];
let isDiskFull: boolean;
let faults: unknown[];
let gate: CommitGate;

beforeEach(() => {
  [steps, isDiskFull, faults] = [[], false, []];
  gate = new CommitGate({
    save: (isThorough) => {
      if (isDiskFull) throw new Error('disk full');
      steps.push(isThorough ? 'thorough save' : 'save');
    },
    publish: ({ stream }) => steps.push(stream),
    onFault: (error) => faults.push(error),
  });
});

const market = (stream = 'market') => gate.hold({ stream, filter: {}, data: null });
const owner = (stream = 'owner') => gate.hold({ stream, filter: {}, userId: 'u', data: null });

async function call(mutates: boolean, handle: () => unknown = () => null): Promise<string> {
  const route = { endpoint: { mutates }, handle } as unknown as Route;
  try {
    await gate.guard(route).handle(null, {} as CallContext);
    steps.push('answer');
  } catch (error) {
    steps.push((error as Error).message);
  }
  return steps.join(', ');
}

describe('CommitGate', () => {
  it('answers a mutating call when it is saved, and tells of it after that', async () => {
    expect(await call(true, () => owner())).toBe('save, owner, answer');
  });

  it('saves nothing for a read', async () => {
    expect(await call(false)).toBe('answer');
  });

  it('makes a read wait for what a call that still runs may have changed', async () => {
    let finish = () => {};
    const running = call(true, () => new Promise<void>((resolve) => (finish = resolve)));
    await call(false);
    expect(steps).toEqual(['save', 'answer']);
    finish();
    await running;
    expect(steps).toEqual(['save', 'answer', 'save', 'answer']);
  });

  it('ends a tick with its events in order, saved first when one is for the owner', () => {
    market('a');
    gate.endTick();
    market('b');
    owner('c');
    market('d');
    expect(steps).toEqual(['a']);
    gate.endTick();
    expect(steps).toEqual(['a', 'save', 'b', 'c', 'd']);
    gate.endTick();
    expect(steps).toHaveLength(5);
  });

  it('on a full disk refuses what can not be kept, and keeps the market going', async () => {
    isDiskFull = true;
    expect(await call(true, () => owner())).toBe('disk full');
    market();
    gate.endTick();
    gate.endTick();
    expect([steps, faults]).toEqual([['disk full', 'market'], []]);
    gate.tryCommit(false);
    expect(faults).toHaveLength(1);
    isDiskFull = false;
    gate.tryCommit(true);
    expect(steps.slice(2)).toEqual(['thorough save', 'owner']);
  });
});
