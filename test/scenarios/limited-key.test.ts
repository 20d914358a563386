import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { hasData, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await openDesk({
    columns: 100,
    rows: 30,
    args: ['--base-url', paper.baseUrl],
    env: { SWAPDECK_API_KEY: paper.keys.readOnly },
  });
  await hasData(desk);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

test('with a key that may only read, closing says which scope is missing and keeps what was typed', async () => {
  await desk.press('c');
  await desk.types('37');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees('FORBIDDEN, request req_');
  const screen = desk.screen();
  expect(screen.line(/┃ ✕ Rejected/)).toContain('this key lacks the scope paper-trade');
  expect(screen.line(/Percentage/)).toContain('▕37');
  expect(screen.shows('‹ Close 37 % … ›')).toBe(true);
  const [sent, rejected, ...more] = sentRequests(desk);
  expect(sent).toMatchObject({ event: 'sent', operation: 'perp.closePosition' });
  expect(rejected).toMatchObject({ event: 'rejected', id: sent?.id, code: 'FORBIDDEN' });
  expect(screen.text()).toContain(rejected?.requestId);
  expect(more).toEqual([]);
});

test('the position is what it was', async () => {
  await desk.press('Esc', 'r');
  await desk.sees(/▸ BTC +\+0\.15000 /);
});
