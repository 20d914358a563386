import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import type { Screen } from '../driver/screen.ts';
import { deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await deskOnPaper({ columns: 120, rows: 30 });
});
afterAll(() => desk?.close());

const numberIn = (line: string | null, pattern: RegExp): number =>
  Number(pattern.exec(line ?? '')?.[1]?.replaceAll(',', ''));

async function liquidationOfBtc(): Promise<number> {
  await desk.press('1', 'g', 'Enter');
  await desk.sees('Positions: details');
  const screen = desk.screen();
  await desk.press('Esc');
  await desk.seesNot('Positions: details');
  return numberIn(screen.line(/liquidation +[\d,.]+/), /liquidation +([\d,.]+)/);
}

/** USDC: the margin less the unrealised result, which is counted in it. */
function paidIntoBtc(screen: Screen): number {
  const [, pnl = '', margin = ''] = /% +([+−][\d,.]+) +[+−][\d.]+ % +([\d,.]+)/.exec(screen.line('▸ BTC') ?? '') ?? [];
  const [used, result] = [margin, pnl.replace('−', '-')].map((text) => Number(text.replaceAll(',', '')));
  return used! - result!;
}

test('margin that is added moves the liquidation price away, as the form said it would', async () => {
  const [paidIn, liquidation] = [paidIntoBtc(desk.screen()), await liquidationOfBtc()];
  await desk.press('m');
  await desk.sees('Adjust margin');
  await desk.types('500');
  await desk.press('Enter');
  await seesArmedConfirmation(desk);
  const confirmation = desk.screen();
  expect(confirmation.line(/add /)).toContain('500 USDC to BTC long');
  expect(confirmation.line(/base units/)).toContain('500000000 (6 decimals)');
  const promised = numberIn(confirmation.line(/liquidation .* from mark/), /liquidation +([\d,.]+)/);
  expect(promised).toBeLessThan(liquidation);
  await desk.press('y');
  await desk.sees(/✓ .*500/);
  await desk.press('Enter');
  await desk.seesNot('Adjust margin');
  await desk.seesWhere(
    (screen) => Math.abs(paidIntoBtc(screen) - paidIn - 500) < 0.03,
    'a margin that is 500 USDC more, whatever the market did',
  );
  expect(await liquidationOfBtc()).toBe(promised);
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
