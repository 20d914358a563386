import Big from 'big.js';
import { expect, test } from 'vitest';
import { fakeDesk } from '../desk/fake-desk.fixture.ts';
import { createTheme } from '../theme/theme.ts';
import { flashesOf } from './flash.ts';
import { Flashes, tintMs } from './flashes.ts';

const big = (value: number): Big => new Big(value);

test('a number is tinted the way it went, for 400 ms', () => {
  const flashes = new Flashes();
  expect(flashes.wayOf('mark', big(10), 0)).toBeNull();
  expect(flashes.wayOf('mark', big(11), 1_000)).toBe('up');
  expect(flashes.wayOf('mark', big(11), 1_000 + tintMs - 1)).toBe('up');
  expect(flashes.wayOf('mark', big(11), 1_000 + tintMs)).toBeNull();
  expect(flashes.wayOf('mark', big(9), 3_000)).toBe('down');
});

test('what is read again and has not changed is not tinted', () => {
  const flashes = new Flashes();
  for (const nowMs of [0, 1_000, 2_000]) expect(flashes.wayOf('mark', new Big('10.50'), nowMs)).toBeNull();
});

test('one that never rests stays calm after its first tint', () => {
  const flashes = new Flashes();
  flashes.wayOf('price', big(0), 0);
  const ways = Array.from({ length: 100 }, (_, step) => flashes.wayOf('price', big((step % 7) + 1), 1_000 + step * 33));
  expect(ways.filter((way) => way !== null).length * 33).toBeLessThanOrEqual(tintMs + 33);
  expect(ways.slice(-50).every((way) => way === null)).toBe(true);
});

test('each name has its own past, and an unknown value forgets it', () => {
  const flashes = new Flashes();
  flashes.wayOf('a', big(1), 0);
  expect(flashes.wayOf('b', big(2), 1_000)).toBeNull();
  expect(flashes.wayOf('a', null, 2_000)).toBeNull();
  expect(flashes.wayOf('a', big(5), 3_000)).toBeNull();
});

test('nothing is tinted where it is switched off, and in a theme that stays still', () => {
  const theme = createTheme('dark', 24);
  expect(flashesOf(fakeDesk({ theme }).desk)).not.toBeNull();
  expect(flashesOf(fakeDesk({ theme, isFlashing: false }).desk)).toBeNull();
  for (const still of [createTheme('none', 24), createTheme('high-contrast', 24), createTheme('dark', 0)])
    expect(flashesOf(fakeDesk({ theme: still }).desk)).toBeNull();
});
