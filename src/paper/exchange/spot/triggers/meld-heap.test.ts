import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MeldHeap } from './meld-heap.ts';

test('gives back in order what was pushed into it and into the heaps that it absorbed', () => {
  const step = fc.tuple(fc.constantFrom('push', 'other', 'pop', 'absorb'), fc.integer());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const [heap, other] = [0, 1].map(() => new MeldHeap<number>((a, b) => a < b)) as [
        MeldHeap<number>,
        MeldHeap<number>,
      ];
      let [model, rest]: [number[], number[]] = [[], []];
      for (const [kind, value] of steps) {
        if (kind === 'push') {
          heap.push(value);
          model.push(value);
        } else if (kind === 'other') {
          other.push(value);
          rest.push(value);
        } else if (kind === 'absorb') {
          heap.absorb(other);
          [model, rest] = [[...model, ...rest], []];
        } else {
          expect(heap.pop()).toBe(model.toSorted((a, b) => a - b)[0]);
          model = model.toSorted((a, b) => a - b).slice(1);
        }
        expect(heap.first).toBe(model.toSorted((a, b) => a - b)[0]);
        expect(other.first).toBe(rest.toSorted((a, b) => a - b)[0]);
      }
    }),
  );
});

test('a hundred thousand in a row, in either order, do not exhaust the stack', () => {
  for (const sign of [1, -1]) {
    const heap = new MeldHeap<number>((a, b) => a < b);
    for (let value = 0; value < 100_000; value++) heap.push(sign * (value + 1));
    let last = Number.NEGATIVE_INFINITY;
    for (let next = heap.pop(); next !== undefined; next = heap.pop()) {
      if (next < last) throw new Error(`${next} came after ${last}`);
      last = next;
    }
    expect(last).toBe(sign === 1 ? 100_000 : -1);
  }
});
