import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { startProgress, withProgress } from './progress-line.ts';

const wipe = '\r\u001B[K';
let clock: FakeClock;
let written: string[];
beforeEach(() => {
  clock = new FakeClock();
  written = [];
});

const around = (over: { isTTY?: boolean; columns?: number } = {}) => ({
  clock,
  stderr: { isTTY: true, columns: 80, write: (text: string) => written.push(text) > 0, ...over },
});

test('work shorter than half a second shows nothing', async () => {
  const progress = startProgress(around(), () => 'at it');
  await clock.advance(499);
  progress.look();
  progress.stop();
  await clock.advance(10_000);
  expect(written).toEqual([]);
  expect(clock.pending).toBe(0);
});

test('after that it shows the current state when it changes, and is removed at the end', async () => {
  let done = 1;
  const progress = startProgress(around(), () => `${done} of 3`);
  await clock.advance(500);
  await clock.advance(250);
  done = 2;
  await clock.advance(250);
  progress.stop();
  await clock.advance(10_000);
  expect(written).toEqual([`${wipe}1 of 3`, `${wipe}2 of 3`, wipe]);
});

test('work that blocks timers draws when polled, no more often than the timer would', () => {
  const progress = startProgress(around(), (elapsedMs) => `${elapsedMs} ms`);
  for (let turn = 0; turn < 10; turn++) {
    clock.stall(100);
    progress.look();
  }
  progress.stop();
  expect(written).toEqual([`${wipe}500 ms`, `${wipe}800 ms`, wipe]);
});

test('a permanent line is printed above the progress line', async () => {
  const progress = startProgress(around(), () => 'at it');
  progress.print('early');
  await clock.advance(100);
  expect(written).toEqual(['early\n']);
  await clock.advance(400);
  progress.print('late');
  await clock.advance(250);
  progress.stop();
  expect(written).toEqual(['early\n', `${wipe}at it`, wipe, 'late\n', `${wipe}at it`, wipe]);
});

test('without a terminal there is no progress line', async () => {
  const progress = startProgress(around({ isTTY: false }), () => 'at it');
  await clock.advance(5_000);
  progress.look();
  progress.print('stays');
  progress.stop();
  expect(written).toEqual(['stays\n']);
  expect(clock.pending).toBe(0);
});

test('it takes one line, without cursor movement', async () => {
  const progress = startProgress(around({ columns: 24 }), () => `\u001B[2Ja name that is far too long for it`);
  await clock.advance(500);
  progress.stop();
  expect(written[0]).toMatch(/^\r\u001B\[K[^\u001B\n]{23}$/u);
});

test('waiting counts the seconds, and ends on failure too', async () => {
  const work = withProgress(around(), 'Checking the key', async () => {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, 2_100));
    throw new Error('no answer');
  });
  const failed = expect(work).rejects.toThrow('no answer');
  await clock.advance(2_100);
  await failed;
  expect(written).toEqual([
    `${wipe}Checking the key … 0 s`,
    `${wipe}Checking the key … 1 s`,
    `${wipe}Checking the key … 2 s`,
    wipe,
  ]);
  expect(clock.pending).toBe(0);
});
