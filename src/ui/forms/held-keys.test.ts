import { beforeEach, expect, test } from 'vitest';
import { HeldKeys, repeatWithinMs } from './held-keys.ts';

let nowMs: number;
let held: HeldKeys;
beforeEach(() => {
  nowMs = 0;
  held = new HeldKeys(() => nowMs);
});

function pressAfter(ms: number, key: string): boolean {
  nowMs += ms;
  return held.press(key);
}

test('the same key again is held as long as it keeps coming, another one is not', () => {
  pressAfter(0, 'Enter');
  expect(held.isHeld).toBe(false);
  for (let turn = 0; turn < 5; turn++) {
    pressAfter(repeatWithinMs - 1, 'Enter');
    expect(held.isHeld).toBe(true);
  }
  pressAfter(1, 'y');
  expect(held.isHeld).toBe(false);
  pressAfter(repeatWithinMs, 'y');
  expect(held.isHeld).toBe(false);
});

test('the key that turned the page means nothing until it is let go or another is pressed', () => {
  expect(pressAfter(0, 'Enter')).toBe(false);
  held.screenChangedBy('Enter');
  expect(pressAfter(500, 'Enter')).toBe(true);
  expect(pressAfter(700, 'Enter')).toBe(true);
  expect(pressAfter(repeatWithinMs, 'Enter')).toBe(false);
  held.screenChangedBy('Enter');
  expect(pressAfter(1, 'y')).toBe(false);
  expect(pressAfter(1, 'Enter')).toBe(false);
});

test('the key that opened it is held too', () => {
  held.openedBy('c');
  expect(pressAfter(100, 'c')).toBe(true);
  expect(held.isHeld).toBe(true);
});
