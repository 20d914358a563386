import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 40 });
});
afterAll(() => desk?.close());

const numberIn = (line: string | null, pattern: RegExp): number =>
  Number(pattern.exec(line ?? '')?.[1]?.replaceAll(',', ''));

const liquidationIn = (details: Screen): number =>
  numberIn(details.line(/liquidation +[\d,.]+/), /liquidation +([\d,.]+)/);

/** USDC: the margin less the unrealised result, which is counted in it; both from one answer of the service. */
function paidIn(details: Screen): number {
  const result = /reported PnL +([+−])([\d,.]+)/.exec(details.line('reported PnL') ?? '');
  const pnl = Number(`${result?.[1] === '−' ? '-' : ''}${result?.[2]?.replaceAll(',', '')}`);
  return numberIn(details.line(/margin +[\d,.]+ USDC/), /margin +([\d,.]+)/) - pnl;
}

async function detailsOfBtc(): Promise<Screen> {
  await desk.press('1', 'g', 'Enter');
  await desk.sees('Positions: details');
  await desk.sees(/reported PnL +[+−]/);
  return desk.screen();
}

test('margin that is added moves the liquidation price away, as the form said it would', async () => {
  const before = await detailsOfBtc();
  await desk.press('Esc');
  await desk.seesNot('Positions: details');
  await desk.press('m');
  await desk.sees('Adjust margin');
  await desk.types('500');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const confirmation = desk.screen();
  expect(confirmation.line(/add /)).toContain('500 USDC to BTC long');
  expect(confirmation.line(/base units/)).toContain('500000000 (6 decimals)');
  const promised = numberIn(confirmation.line(/liquidation .* from mark/), /liquidation +([\d,.]+)/);
  expect(promised).toBeLessThan(liquidationIn(before));
  await desk.press('y');
  await desk.sees(/✓ .*500/);
  await desk.press('Enter');
  await desk.seesNot('Adjust margin');
  await detailsOfBtc();
  await desk.seesWhere(
    (screen) => Math.abs(paidIn(screen) - paidIn(before) - 500) < 0.03,
    'a margin that is 500 USDC more, whatever the market did',
  );
  // Both are rounded to the last digit that is shown.
  expect(Math.abs(liquidationIn(desk.screen()) - promised)).toBeLessThanOrEqual(1);
  await desk.press('Esc');
  expect(sentRequests(desk)).toMatchObject([
    { event: 'sent', operation: 'perp.adjustMargin', input: { body: { coin: 'BTC', amount: '500' } } },
    { event: 'accepted' },
  ]);
});

test('a position on cross margin says why its margin cannot be adjusted', async () => {
  await desk.press('1', 'g', 'j');
  await desk.sees('▸ ETH');
  await desk.press('m');
  await desk.sees('ETH is on cross margin: only isolated margin can be adjusted');
  expect(desk.screen().shows('Adjust margin')).toBe(false);
});
