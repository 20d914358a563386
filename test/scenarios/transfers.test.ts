import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, deskOn, seesArmed, seesArmedConfirmation } from './desk-on-paper.ts';
import { addFault } from './paper-levers.ts';
import { sentRequests } from './sent-requests.ts';

const sniper = '4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j';

let paper: PaperProcess;
let desk: Desk;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
  desk = await deskOn(paper, { columns: 120, rows: 50 });
  await desk.press('3');
});
afterEach(() => backToDesk(desk));
afterAll(async () => {
  await desk?.close();
  await paper?.stop();
});

/** What the service says that the wallets hold of their chains' coins, by address. */
async function coins(): Promise<Record<string, string>> {
  const answer = await fetch(`${paper.baseUrl}/api/v2/portfolio/balances`, {
    headers: { authorization: `Bearer ${paper.apiKey}` },
  });
  const { data } = (await answer.json()) as { data: { wallets: { walletAddress: string; nativeBalance: string }[] } };
  return Object.fromEntries(data.wallets.map(({ walletAddress, nativeBalance }) => [walletAddress, nativeBalance]));
}

/** Opens the form of this key on the balances' row with the wallet. */
async function opens(key: string, row: RegExp, title: string): Promise<void> {
  await desk.press('3', 'Home');
  for (let turn = 0; turn < 20 && !desk.screen().shows(row); turn++) await desk.press('Down');
  await desk.sees(row);
  await desk.press(key);
  await desk.sees(title);
}

const mainRow = /▸ main +solana 8qNr…mJVe +\S+ SOL/;
const sniperRow = /▸ sniper +solana 4HJn…QS8j +\S+ SOL/;

/** Confirms and sends, once the token that is being looked up is known. */
async function sends(): Promise<void> {
  await desk.seesNot('searching …');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
}

const sent = () => sentRequests(desk).filter(({ event }) => event === 'sent');

test('a transfer: its confirmation names address, amount and what stays, and its task is followed', async () => {
  await opens('t', mainRow, '━ Transfer');
  await desk.types('0.5');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const text = desk.screen().text();
  for (const part of [sniper, '0.5 SOL = 500000000 base units', '83.818204517 SOL in main', 'network fee'])
    expect(text).toContain(part);
  await desk.press('y');
  await desk.sees('✓ Transfer PENDING: 0.5 SOL from main to sniper');
  await desk.sees(/status +success/);
  expect(await coins()).toMatchObject({ [sniper]: '12.544918305' });
  expect(sent().at(-1)).toMatchObject({
    operation: 'transfers.send',
    input: { body: { awaitResult: false, amount: '500000000', token: 'native', chain: 'SVM' } },
  });
});

test('a transfer that answers FAILED with HTTP 200 is a failure', async () => {
  await opens('t', sniperRow, '━ Transfer');
  await desk.types('a');
  await desk.sees('leaves no SOL for the network fee');
  await sends();
  await desk.sees('✕ Rejected: nothing is left after the reserve for gas and rent');
  await desk.sees('INSUFFICIENT_BALANCE_FOR_GAS, request req_');
  expect(sentRequests(desk).at(-1)).toMatchObject({ event: 'rejected', code: 'INSUFFICIENT_BALANCE_FOR_GAS' });
});

test('a transfer without an answer is sent again by a person with the same id, and moves the money once', async () => {
  const before = sent().length;
  const showEvidence = await addFault(paper, {
    kind: 'serverError',
    route: 'GET /api/v2/portfolio/positions',
    times: null,
  });
  await addFault(paper, { kind: 'dropAnswer', route: 'POST /api/v2/transfers/send' });
  await opens('t', mainRow, '━ Transfer');
  await desk.types('0.25');
  await sends();
  await desk.sees('Unknown outcome');
  await desk.press('Enter');
  await desk.press('6');
  await desk.sees(/▸ ! UNKNOWN +send 0\.25 SOL from main to sniper/);
  await desk.sees(/S send again with the same correlationId, for \d+ m more/);
  await desk.press('S');
  await seesArmed(desk, 'Send “send 0.25 SOL from main to sniper” again?');
  await desk.press('y');
  await desk.sees(/send 0\.25 SOL from main .*accepted/);
  await showEvidence();
  expect(await coins()).toMatchObject({ [sniper]: '12.794918305' });
  const events = sentRequests(desk).slice(-10);
  expect(sent()).toHaveLength(before + 1);
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['sent', 'unknown', 'resent', 'accepted', 'task']),
  );
});

test('a split is planned, counted down, planned again and executed', async () => {
  await opens('p', mainRow, '━ Split');
  await desk.types('0.16');
  await desk.press('Tab', 'Tab');
  await desk.types('2 3');
  await desk.press('Tab');
  await desk.types('25 75');
  await desk.sees('nothing moves until you execute the plan');
  await desk.press('C-e');
  await desk.sees(/plan +valid for [56]\d s/);
  await desk.sees('Split 0.16 SOL to 2 wallets: sniper ≈ 0.03976 SOL');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.sees(/plan +valid for [3-5]\d s/);
  expect(desk.screen().text()).toMatch(new RegExp(`25 % sniper on solana[\\s\\S]*${sniper}`));
  expect(desk.screen().text()).toContain('75 % main on base');
  await desk.press('Esc', 'C-e');
  await desk.sees(/plan +valid for (60|5[5-9]) s/);
  await sends();
  await desk.sees(/✓ Split started: 0\.16 SOL from main to 2 wallets, SplitNOW order [0-9A-F]{6}/);
  await desk.sees(/status +(Created|QuoteFetched|DepositTxBroadcast)/);
  await desk.sees(/status +Completed/);
  expect(await coins()).toMatchObject({ [sniper]: '12.834678305' });
});

test('a wallet is retired: what stays behind is moved first, and the wallet is archived', async () => {
  await opens('x', sniperRow, '━ Retire wallet');
  await desk.sees(/stays behind 2,915\.4088 FARTCOIN/);
  await desk.sees('Press Ctrl-e to move FARTCOIN to main first');
  await desk.press('C-e');
  await desk.sees('━ Transfer');
  await desk.sees('✓ FARTCOIN');
  await desk.press('Tab', 'S-Tab');
  await sends();
  await desk.sees(/status +success/);
  await desk.press('Esc');
  await desk.sees(/stays behind no other token/);
  await desk.press('Tab', 'S-Tab');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  expect(desk.screen().text()).toContain('archives sniper');
  await desk.press('y');
  await desk.sees('✓ Transfer PENDING: sniper into main, moving all its SOL');
  await desk.sees(/status +success/);
  await backToDesk(desk);
  await desk.seesNot(/sniper +solana/);
  expect(Object.keys(await coins())).not.toContain(sniper);
});
