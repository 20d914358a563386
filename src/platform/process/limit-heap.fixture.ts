import { limitHeap, youngGenerationBytes } from './limit-heap.ts';

// A program that makes garbage before and after its heap is limited. Prints the bytes of its young generation as JSON: before
// and right after, and how many timers are left when it has grown again.

/** Objects that live through some collections, which is what the young generation grows for. */
function makeGarbage(rounds: number): void {
  let held: unknown[] = [];
  for (let round = 0; round < rounds; round++)
    held = Array.from({ length: 40_000 }, (_, index) => ({ round, index, held: null }));
  if (held.length === 0) throw new Error('nothing was held');
}

const timers: (() => void)[] = [];
const passSecond = (): void => {
  for (const run of timers.splice(0)) run();
};
makeGarbage(60);
const before = youngGenerationBytes();
limitHeap({ setTimeout: (run) => timers.push(run) });
passSecond();
const after = youngGenerationBytes();
for (let second = 0; second < 60 && timers.length > 0; second++) {
  makeGarbage(5);
  passSecond();
}
console.log(JSON.stringify({ before, after, timers: timers.length }));
