import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';
import { fillsSwap, widestSlippage } from './swap-form.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterAll(() => desk?.close());

const balance = (screen: Screen, symbol: string): number =>
  Number(new RegExp(`main +solana +\\S+ +([\\d,.]+) +${symbol} `).exec(screen.text())?.[1]?.replaceAll(',', ''));

test('0.5 SOL become JUP: a quote first, then the confirmation, the task, and the balances', async () => {
  const before = { sol: balance(desk.screen(), 'SOL'), jup: balance(desk.screen(), 'JUP') };
  await fillsSwap(desk);
  expect(desk.screen().line(/sell +[\d.]+ SOL =/)).toContain('0.5 SOL = 500000000 base units');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const confirmation = desk.screen();
  expect(confirmation.line('━ Swap ━')).toContain(' PAPER ');
  expect(confirmation.shows('8qNrbwBzWo63i3UjDgN5zPdPc7XEgu4EcduJkyJNmJVe')).toBe(true);
  expect(confirmation.line(/slippage /)).toContain('10 % (1000 bps)');
  const least = Number(/min received +([\d.]+) JUP/.exec(confirmation.text())?.[1]);
  await desk.press('y');
  await desk.sees('✓ Swap submitted: 0.5 SOL → JUP');
  expect(desk.screen().text()).toMatch(/request +req_\S+/);
  expect(desk.screen().text()).toMatch(/task +task_\S+/);
  await desk.press('Enter');
  await desk.says(/✓ .*0\.5 SOL → JUP.*: done, tx /);
  // Two reads tell of it, native coins and tokens, and either may be the first.
  await desk.seesWhere(
    (screen) => balance(screen, 'JUP') > before.jup && balance(screen, 'SOL') < before.sol,
    'the JUP that were bought and the SOL that were paid',
  );
  const after = desk.screen();
  expect(balance(after, 'JUP') - before.jup).toBeGreaterThanOrEqual(least - 0.001);
  expect(before.sol - balance(after, 'SOL')).toBeGreaterThanOrEqual(0.5);
  expect(before.sol - balance(after, 'SOL')).toBeLessThan(0.51);
  const tasks = sentRequests(desk).slice(2);
  expect(tasks.at(-1)).toMatchObject({ event: 'task', status: 'success', isOver: true });
  expect(tasks.every(({ event }) => event === 'task')).toBe(true);
  expect(sentRequests(desk)).toMatchObject([
    {
      event: 'sent',
      operation: 'swap.execute',
      input: { body: { amount: '500000000', slippageBps: widestSlippage.bps } },
    },
    { event: 'accepted' },
    ...tasks,
  ]);
});
