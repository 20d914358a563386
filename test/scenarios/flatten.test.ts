import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { hasData, seesArmed } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { sentRequests } from './sent-requests.ts';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await openDesk({
    columns: 120,
    rows: 40,
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.apiKey },
  });
  await hasData(desk);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

/** What is typed has to be looked at first: a list that has just come takes no Enter yet. */
async function seesList(word: string): Promise<void> {
  await seesArmed(desk, `Type ${word} and press`);
}

const countOf = (event: string): number => sentRequests(desk).filter((line) => line.event === event).length;

test('X lists every order, and Esc sends nothing', async () => {
  await desk.press('X');
  await seesList('CANCEL');
  const screen = desk.screen();
  expect(screen.line('Cancel all orders')).toContain(' PAPER ');
  expect(screen.line(/wallet +perps/)).toMatch(/ 0x[0-9a-f]{40}\b/);
  expect(screen.shows('6 requests, sent one at a time, each once.')).toBe(true);
  expect(screen.text().match(/· cancel 1 open (BTC|ETH|SOL) order /g)).toHaveLength(3);
  expect(screen.text().match(/· cancel trigger order (BUY|SELL) /g)).toHaveLength(3);
  await desk.types('CANCE');
  await desk.press('Enter', 'Esc');
  await desk.sees('q quit');
  expect(sentRequests(desk)).toEqual([]);
});

test('a pasted word is none', async () => {
  await desk.press('X');
  await seesList('CANCEL');
  await desk.pastes('CANCEL\n');
  await desk.press('Enter');
  expect(desk.screen().shows('Type CANCEL and press')).toBe(true);
  expect(sentRequests(desk)).toEqual([]);
  await desk.press('Esc');
});

test('a resize takes the typed word back', async () => {
  await desk.press('X');
  await seesList('CANCEL');
  await desk.types('cancel');
  await desk.resizes(120, 41);
  await desk.sees('The terminal was resized');
  await desk.press('Enter');
  expect(desk.screen().shows('______')).toBe(true);
  expect(sentRequests(desk)).toEqual([]);
  await desk.press('Esc');
});

test('F closes and cancels everything, with a result for each, one of them refused', async () => {
  await addFault(paper, { kind: 'rateLimit', route: 'POST /api/v2/perp/position/close', skip: 1 });
  await desk.press('F');
  await seesList('FLATTEN');
  expect(desk.screen().shows('9 requests, sent one at a time, each once.')).toBe(true);
  expect(
    desk
      .screen()
      .text()
      .match(/· close (BTC long 0.15|ETH short 4.2|SOL long 35)/g),
  ).toHaveLength(3);
  await desk.types('flatten');
  await desk.press('Enter');
  await desk.sees('9 of 9');
  const screen = desk.screen();
  expect(screen.text().match(/✓ .* accepted/g)).toHaveLength(9);
  expect(screen.text()).toMatch(/✕ close ETH short 4\.2 {3}rejected .*(?:\n.* )?RATE_LIMITED .*, request req_/);
  expect(screen.line(/✓ 8 accepted/)).toContain('✕ 1 rejected');
  expect(screen.shows('Nothing is retried automatically')).toBe(true);
  expect([countOf('sent'), countOf('accepted'), countOf('rejected')]).toEqual([9, 8, 1]);
});

test('r reads what is left and asks for the word anew', async () => {
  await desk.press('r');
  await seesList('FLATTEN');
  expect(desk.screen().shows('1 request, sent once.')).toBe(true);
  expect(desk.screen().shows('· close ETH short 4.2')).toBe(true);
  expect(countOf('sent')).toBe(9);
  await desk.types('flatten');
  await desk.press('Enter');
  await desk.sees('All accepted.');
  await desk.press('r');
  await desk.sees('Nothing to do: no open positions, perp orders or trigger orders.');
  await desk.press('Esc');
  await desk.sees('No open positions');
  expect(countOf('sent')).toBe(10);
});

test('Esc while it runs says that it goes on; the foot counts, and the same key shows it again', async () => {
  const slow = await startPaper({ seed: 1 });
  onTestFinished(() => slow.stop());
  await addFault(slow, { kind: 'latency', route: 'POST /api/v2/perp/position/close', delayMs: 3_000, times: 2 });
  await using other = await openDesk({
    columns: 80,
    rows: 24,
    args: ['--base-url', slow.baseUrl],
    env: { SWAPDECK_API_KEY: slow.apiKey },
  });
  await hasData(other);
  await other.press('H', 'F');
  await seesArmed(other, 'Typing the word first switches to REDUCING');
  await other.types('flatten');
  await other.press('Enter');
  await other.sees(/▸ close BTC long 0.15 {3}sending …/);
  await other.press('Esc');
  await other.sees(/Flatten: \d of 9, F shows it/);
  expect(other.screen().shows(/ PAPER +REDUCING /)).toBe(true);
  await other.press('F');
  await other.sees(/✓ close BTC long 0.15 {3}accepted/);
  await other.press('H');
  await other.sees('9 of 9');
  expect(other.screen().shows(/– cancel trigger order .* +not sent/)).toBe(true);
  expect(other.screen().shows(' HALTED ')).toBe(true);
});
