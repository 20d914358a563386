import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 100, rows: 34 });
  await desk.press('-');
  await desk.sees(/- Account/);
});
afterAll(() => desk?.close());

/** Goes round the sections until this one is chosen. */
async function section(title: string): Promise<void> {
  for (let turn = 0; turn < 7 && !desk.screen().shows(`‹${title}›`); turn++) await desk.press('t');
  await desk.sees(`‹${title}›`);
}

/** Moves down to the row with this text. */
async function selects(row: RegExp): Promise<void> {
  await desk.press('Home');
  for (let turn = 0; turn < 40 && !desk.screen().shows(row); turn++) await desk.press('Down');
  await desk.sees(row);
}

/** Checks the form, reads the confirmation, and sends it once. */
async function confirms(result: string | RegExp): Promise<void> {
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees(result);
}

/** From the result of what was sent back to the pane. Esc once: again, it would lead away from the pane. */
async function leaves(): Promise<void> {
  await desk.sees('Any key returns to the desk.');
  await desk.press('Esc');
  await desk.seesNot('Any key returns to the desk.');
}

const lastSent = () =>
  sentRequests(desk)
    .filter(({ event }) => event === 'sent')
    .at(-1);

test('whose key it is, what it may do, and what of its limits is used', async () => {
  await desk.press('Tab', 'Tab');
  await desk.sees(/━ Key /);
  await desk.sees(/name +Paper trader/);
  await desk.sees(/executions\/hour +▕[█▏▎▍▌▋▊▉ ]+▏ \d+ of [\d,]+ used, [\d,]+ left/);
  await desk.sees(/executions\/day +▕.+▏ \d+ of [\d,]+ used/);
  await desk.sees(/trigger orders\/day +▕.+▏ \d+ of \d+ used/);
  await desk.press('End');
  await desk.sees(/▸ wallet/);
  await desk.press('-');
});

test('wallets: the whole address is in the details, and M enables multisend', async () => {
  await section('Wallets');
  await selects(/▸ sniper +solana +active/);
  await desk.press('Enter');
  await desk.sees(/address +4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j/);
  await desk.press('Esc');
  await desk.seesNot('Account: details');
  await desk.press('M');
  await desk.sees('Enable multisend for sniper');
  await confirms(/status +success/);
  await leaves();
  expect(lastSent()).toMatchObject({
    operation: 'account.enableMultisend',
    input: { params: { walletId: 'wal_sniper' } },
  });
});

test('a group is created with a wallet', async () => {
  await section('Groups');
  await desk.sees(/▸ Solana desk +solana +2 +main, sniper/);
  await desk.press('n');
  await desk.types('Fast');
  await desk.press('Tab', 'Tab');
  await desk.types('2');
  await desk.sees(/2 +✓ sniper/);
  await confirms('✓ Group Fast created with 1 wallet');
  expect(lastSent()?.input).toEqual({ body: { name: 'Fast', chain: 'svm', walletIds: ['wal_sniper'] } });
  await leaves();
  await desk.sees(/Fast +solana +1 +sniper/);
});

test('it is renamed', async () => {
  await selects(/▸ Fast +solana/);
  await desk.press('e');
  await desk.types('Faster');
  await confirms('✓ Group Fast is now Faster');
  await leaves();
  await desk.sees(/▸ Faster +solana +1 +sniper/);
});

test('a wallet joins it at the first place, the order is turned round, and the wallet leaves', async () => {
  await desk.press('a');
  await desk.sees('Add wallets to a group');
  await desk.types('1');
  await desk.press('Tab');
  await desk.types('1');
  await confirms('✓ Group Faster now has 2 wallets');
  await leaves();
  await desk.sees(/▸ Faster +solana +2 +main, sniper/);
  await desk.press('w');
  await desk.types('2 1');
  await confirms('are reordered');
  await leaves();
  await desk.sees(/▸ Faster +solana +2 +sniper, main/);
  await desk.press('x');
  await desk.types('2');
  await confirms('✓ Group Faster now has 1 wallet');
  await leaves();
  await desk.sees(/▸ Faster +solana +1 +sniper/);
});

test('a hard delete is refused in words, and the ordinary one done', async () => {
  await desk.press('d', 'Down');
  await desk.sees('“not supported”: expect a');
  await confirms('✕ Rejected');
  await desk.sees('NOT_SUPPORTED, request req_');
  await desk.sees('Nothing was deleted');
  expect(lastSent()?.input).toMatchObject({ query: { hard_delete: true } });
  expect(sentRequests(desk).at(-1)).toMatchObject({ event: 'rejected', code: 'NOT_SUPPORTED' });
  await desk.press('Up');
  await confirms('✓ Group Faster deleted');
  await leaves();
  await desk.seesNot('Faster  ');
});

test('settings are edited and read back, with everything else as it was', async () => {
  await section('Settings');
  await selects(/▸ Solana +buy p1 +2 %/);
  await desk.press('e');
  await desk.sees(/Slippage +▕2/);
  await desk.types('1.5');
  await desk.press('Tab', 'Tab');
  await desk.types('0.001');
  await desk.sees('chainPresetsBuy.6.p1.slippageBps = 150');
  await confirms('✓ Settings changed: Solana buy p1: slippage 2 → 1.5, priority fee');
  const { body } = lastSent()!.input as { body: { tradeSettings: Record<string, Record<string, unknown>> } };
  expect(body.tradeSettings.chainPresetsBuy?.['6']).toMatchObject({
    p1: { slippageBps: 150, customPriorityFeeSol: '0.001', mevProtectionEnabled: true, maxPriceImpactPct: null },
    p2: { slippageBps: 1000, bribeAmountSol: '0.001' },
  });
  // A partial update: fields that are not named stay as they are.
  expect([lastSent()?.operation, Object.keys(body.tradeSettings)]).toEqual([
    'account.patchSettings',
    ['chainPresetsBuy'],
  ]);
  await leaves();
  await desk.sees(/▸ Solana +buy p1 +1\.5 % +protected +0\.001/);
  await desk.sees(/Solana +buy p2 +10 % +protected +0\.002 +0\.001/);
});

test('a trade is suggested', async () => {
  await section('Suggestions');
  await desk.sees(/▸ open +sell +JUP +Solana +150\.00/);
  await desk.press('n', 'Tab', 'Tab');
  await desk.types('WIF');
  await desk.press('Tab');
  await desk.types('It is low');
  await desk.sees('9 of 500');
  await desk.press('Tab');
  await desk.types('25.5');
  await desk.press('Tab', 'Down');
  await desk.sees(/suggestion +buy WIF on Solana +25\.5 USD, low confidence/);
  await confirms('✓ Suggestion to buy WIF is OPEN');
  expect(lastSent()?.input).toEqual({
    body: {
      side: 'BUY',
      networkId: 'SOL',
      asset: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
      rationale: 'It is low',
      amountInUsd: 25.5,
      confidence: 'LOW',
    },
  });
  await leaves();
  await selects(/▸ open +buy +WIF +Solana +25\.50 .*It is low/);
});

test('a suggestion is acted on with a form that it fills in, and then listed among the others', async () => {
  await desk.press('Enter');
  await desk.sees(/to decide +To act on it, place the trade/);
  await desk.press('Esc');
  await desk.press('s');
  await desk.sees(/Amount +▕25\.5 usd/);
  await desk.sees(/receive +≈ .* WIF/);
  await confirms('✓ Swap submitted');
  await leaves();
  await desk.press('f');
  // The task that carries the swap out ends a little later.
  const isActed = async () => {
    await desk.press('r');
    expect(desk.screen().shows(/acted +buy +WIF .*25\.50/)).toBe(true);
  };
  await vi.waitFor(isActed, { timeout: 30_000, interval: 300 });
  await desk.sees(/dismissed +sell +WIF .*80\.50/);
});

test('an agent is given a task that is followed to its end', async () => {
  await section('Agents');
  await desk.press('n');
  await desk.types('scout');
  await desk.press('Tab');
  await desk.types('What moved?');
  await confirms(/status +completed/);
  await desk.sees(/answer +Paper account/);
  await leaves();
  await desk.sees(/▸ scout +completed/);
});
