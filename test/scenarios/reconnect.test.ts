import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOn } from './desk-on-paper.ts';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await deskOn(paper);
  await desk.sees(swap);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

const swap = /\d\d:\d\d:\d\d +(BUY|SELL) +[\d,.]+/;
const countdown = /◍ Reconnecting #\d+ in (\d+) s .*[a-z]/;

test('the service stops: Reconnecting, with the attempt, a countdown and the reason', async () => {
  await paper.stop();
  await desk.sees(countdown);
});

test('meanwhile each pane says how old its data is', async () => {
  await desk.sees(/1 Positions .*\d s old, ECONNREFUSED .*4 Tape SOL .*\d s old/);
  expect(desk.screen().line(/▸ BTC/)).toContain('+0.15000');
});

test('the service comes back: Connected, a gap in the tape, and the tape goes on above it', async () => {
  paper = await startPaper({ seed: 1, port: paper.port });
  await desk.press('R');
  await desk.sees('● Connected');
  await desk.sees(/┄┄ gap [\d.]+ s/);
  await desk.seesWhere((screen) => {
    const tape = screen.lines().filter((line) => swap.test(line) || line.includes('┄┄ gap'));
    const gapAt = tape.findIndex((line) => line.includes('┄┄ gap'));
    return gapAt > 0 && gapAt < tape.length - 1;
  }, 'a gap with a swap above and one below');
  await desk.seesNot(/\d s old/);
});
