import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, seesArmed, seesArmedConfirmation } from './desk-on-paper.ts';
import { boxesOf } from './screen-boxes.ts';
import { sentRequests } from './sent-requests.ts';

const sent = (desk: Desk) => sentRequests(desk).filter(({ event }) => event === 'sent');

describe.each([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
])('at $columns×$rows', (size) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await deskOnPaper(size);
  });
  afterEach(() => backToDesk(desk));
  afterAll(() => desk?.close());

  /** Opens the menu of JUP, which the main wallet holds, and waits for the account's own amounts. */
  async function opensJup(): Promise<void> {
    await desk.press('3', '/', 'C-u');
    await desk.types('jup');
    await desk.press('Enter', 'B');
    await desk.sees('Amounts from the trade settings.');
    await desk.sees(/JUP .*on Solana JUPy…DvCN/);
  }

  test('a number key leads to the confirmation of its buy, and y sends it once', async () => {
    await opensJup();
    const width = Math.min(84, size.columns - 4);
    expect(
      boxesOf(desk.screen()).some((box) => box?.width === width),
      'the menu is a whole box',
    ).toBe(true);
    expect(desk.screen().line(/1 +0\.1 SOL/)).toMatch(/≈ [\d.]+ USD .*6 +25 % +[\d,.]+…? ≈ [\d,.]+ USD/);
    await desk.press('1');
    await desk.sees('Send (y)');
    expect(desk.screen().text()).toMatch(/sell +0\.1 SOL = 100000000 base units/);
    expect(desk.screen().text()).toMatch(/slippage +1 % \(100 bps\), at most [\d.]+ USD, per trade settings/);
    await seesArmedConfirmation(desk);
    await desk.press('y');
    await desk.sees(/✓ Swap submitted: 0\.1 SOL → JUP/);
    expect(sent(desk)).toMatchObject([
      { operation: 'swap.execute', input: { body: { walletId: 'wal_main', amount: '100000000' } } },
    ]);
    await desk.press('Enter');
    await desk.seesNot('Any key returns to the desk');
    await desk.press('.');
    await desk.sees('Swap again');
    expect(desk.screen().line(/Amount/)).toContain('0.1');
  });

  test('a share of what is held is sold from the wallet of the row; Esc leaves with nothing sent', async () => {
    const before = sent(desk).length;
    await opensJup();
    await desk.press('7');
    await seesArmedConfirmation(desk);
    expect(desk.screen().text()).toMatch(/JUP → SOL/);
    await desk.press('Esc');
    await desk.sees(/Amount .*50%/);
    expect(sent(desk)).toHaveLength(before);
  });

  test('where there is no token, and for the coin itself, it says so', async () => {
    await desk.press('1', 'B');
    await desk.says(/no token selected/);
    await desk.press('4', 'B');
    await desk.sees('cannot buy itself');
    await desk.press('1');
    await desk.says(/0\.1 SOL: cannot buy itself/);
  });

  test('while one-click is armed a key sends as soon as its quote is there', async () => {
    const before = sent(desk).length;
    await desk.press('!', 'Enter');
    await desk.sees('1-CLICK ≤');
    await opensJup();
    // Not the notice that it was armed, which is gone soon.
    await seesArmed(desk, /as soon as the|quote arrives/);
    await desk.press('1');
    await desk.sees(/✓ Swap submitted: 0\.1 SOL → JUP/);
    expect(sent(desk)).toHaveLength(before + 1);
  });
});
