import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, deskOn, seesArmedConfirmation } from './desk-on-paper.ts';
import { lever } from './paper-levers.ts';
import { sentRequests } from './sent-requests.ts';

let paper: PaperProcess;
let desk: Desk;
let all: readonly string[];
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await deskOn(paper, { columns: 120, rows: 40 });
  all = await limits(null);
});
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

async function limits(scopes: readonly string[] | null): Promise<readonly string[]> {
  const keyId = paper.apiKey.split('_')[1];
  const answer = await lever(paper, 'POST', `keys/${keyId}/scopes`, { scopes });
  return (answer as { scopes: readonly string[] }).scopes;
}

async function closesHalfOf(coin: string, ...keys: string[]): Promise<void> {
  await desk.press('1', 'g', ...keys);
  await desk.sees(new RegExp(`▸ ${coin} `));
  await desk.press('c');
  await desk.sees(new RegExp(`${coin} (long|short)`));
  await desk.press('h');
  await desk.sees('‹50›');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
}

test('a scope that is taken away in mid-session is named by the order that lacks it, and nothing is in doubt', async () => {
  await limits(all.filter((scope) => scope !== 'paper-trade'));
  await closesHalfOf('BTC');
  await desk.sees('FORBIDDEN, request req_');
  expect(desk.screen().line(/┃ ✕ Rejected/)).toContain('this key lacks the scope paper-trade');
  expect(sentRequests(desk).map(({ event }) => event)).toEqual(['sent', 'rejected']);
  await backToDesk(desk);
});

test('so is one by the pane that needs it, beside what it has read before', async () => {
  await limits(all.filter((scope) => scope !== 'paper-read-balances'));
  await desk.press('r');
  await desk.sees(/1 Positions .*FORBIDDEN/);
  expect(desk.screen().shows(/▸ BTC +\+0\.15000 /)).toBe(true);
  expect(desk.screen().shows('● Connected')).toBe(true);
});

test('given back, everything goes on', async () => {
  await limits(null);
  await desk.press('r');
  await desk.seesNot(/1 Positions .*FORBIDDEN/);
  await closesHalfOf('BTC');
  await desk.sees('✓ Close accepted: 50 % of BTC long');
  expect(sentRequests(desk).at(-1)).toMatchObject({ event: 'accepted' });
});
