import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 30 });
});
afterAll(() => desk?.close());

const numberIn = (line: string | null, pattern: RegExp): number =>
  Number(pattern.exec(line ?? '')?.[1]?.replaceAll(',', ''));

async function detailsOfBtc(): Promise<{ margin: number; liquidation: number }> {
  await desk.press('1', 'g', 'Enter');
  await desk.sees('Positions: details');
  const screen = desk.screen();
  await desk.press('Esc');
  await desk.seesNot('Positions: details');
  return {
    margin: numberIn(screen.line(/margin +[\d,.]+ USDC/), /([\d,.]+) USDC/),
    liquidation: numberIn(screen.line(/liquidation +[\d,.]+/), /liquidation +([\d,.]+)/),
  };
}

test('margin that is added moves the liquidation price away, as the form said it would', async () => {
  const before = await detailsOfBtc();
  await desk.press('m');
  await desk.sees('Adjust margin');
  await desk.types('500');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const confirmation = desk.screen();
  expect(confirmation.line(/adds /)).toContain('500 USDC to BTC long');
  expect(confirmation.line(/base units/)).toContain('500000000 (6 decimals)');
  const promised = numberIn(confirmation.line(/liquidation .* from the mark/), /liquidation +([\d,.]+)/);
  expect(promised).toBeLessThan(before.liquidation);
  await desk.press('y');
  await desk.sees(/✓ .*500/);
  await desk.press('Enter');
  await desk.seesNot('Adjust margin');
  await desk.sees(/▸ BTC .* 3,390\.\d\d /);
  const after = await detailsOfBtc();
  expect(after.margin).toBeCloseTo(before.margin + 500, 2);
  expect(after.liquidation).toBe(promised);
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
