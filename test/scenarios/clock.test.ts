import { expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { startPaper } from '../driver/paper-process.ts';
import { isSoak, seed } from '../run/cases.ts';
import { backToDesk, deskOn, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { sentRequests } from './sent-requests.ts';

const hourMs = 3_600_000;
const all = [
  ['an hour ahead', hourMs],
  ['an hour back', -hourMs],
  ['a day ahead', 24 * hourMs],
  ['a day back', -24 * hourMs],
] as const;
const steps = isSoak ? all : [all[seed % all.length]!];

async function closesHalfOfBtc(desk: Desk): Promise<void> {
  await desk.press('1', 'g');
  await desk.sees(/▸ BTC /);
  await desk.press('c');
  await desk.sees('BTC long');
  await desk.press('h');
  await desk.sees('‹50›');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
}

test.each(steps)('a clock that is set %s stops nothing and settles nothing', async (_which, ms) => {
  await using desk = await deskOnPaper({ columns: 120, rows: 40 });
  await desk.stepsClock(ms);
  await desk.sees(/buy \d+ %/);
  await closesHalfOfBtc(desk);
  await desk.sees(/✓ .*BTC/);
  expect(sentRequests(desk).map(({ event }) => event)).toEqual(['sent', 'accepted']);
  await backToDesk(desk);
  await desk.press('6');
  await desk.sees(/close 50 % of BTC long +accepted/);
  expect(desk.screen().shows(/unknown|doubt/)).toBe(false);
});

test('set back while the service fails: what was read is of unknown age, and adds no risk', async () => {
  const paper = await startPaper({ seed: 1 });
  await using desk = await deskOn(paper, { columns: 120, rows: 40, onClose: () => void paper.stop() });
  const end = await addFault(paper, { kind: 'serverError', status: 503, route: 'GET *', times: null });
  await desk.stepsClock(-hourMs);
  await desk.sees(/1 Positions .*age unknown/);
  await end();
  await desk.press('r');
  await desk.seesNot('age unknown');
});
