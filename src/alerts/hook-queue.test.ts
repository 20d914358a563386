import { expect, test } from 'vitest';
import { createHookQueue } from './hook-queue.ts';

function open() {
  const started: { event: object; end: (failure: string | null) => void }[] = [];
  const said: string[] = [];
  let killed = 0;
  const queue = createHookQueue(
    (event) => {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      started.push({ event, end: resolve });
      return { ended: promise, kill: () => killed++ };
    },
    (failure) => said.push(failure),
  );
  return { queue, started, said, killed: () => killed };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
};

test('two hooks run at once, the rest in order, and only the first failure is reported', async () => {
  const { queue, started, said } = open();
  for (const n of [1, 2, 3, 4]) queue.add({ n });
  expect(started.map(({ event }) => event)).toEqual([{ n: 1 }, { n: 2 }]);
  started[1]?.end('it ended with code 3');
  await settle();
  expect(started.map(({ event }) => event)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  started[0]?.end('again');
  await settle();
  expect(started).toHaveLength(4);
  expect(said).toEqual(['it ended with code 3']);
});

test('the queue is bounded, and the end of the desk ends running hooks', async () => {
  const { queue, started, said, killed } = open();
  for (let n = 0; n < 100; n++) queue.add({ n });
  expect(said).toEqual(['more than 20 alerts are waiting for it, so the next ones are dropped']);
  queue.stop();
  expect(killed()).toBe(2);
  started[0]?.end('killed');
  await settle();
  expect(started).toHaveLength(2);
  expect(said).toHaveLength(1);
});
