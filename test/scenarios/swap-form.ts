import type { Desk } from '../driver/open-desk.ts';

/** As much as the desk lets through: where the market goes until the swap lands must not decide a scenario. */
export const widestSlippage = { pct: '10', bps: 1000 };

/** Opens the swap form and fills in 0.5 SOL for JUP, up to the quote. */
export async function fillsSwap(desk: Desk): Promise<void> {
  await desk.press('s');
  await desk.sees(/Sell +▕SOL .*✓ SOL/);
  await desk.press('Tab', 'Tab');
  await desk.types('0.5');
  await desk.press('Tab');
  await desk.types('JUP');
  await desk.press('Tab', 'C-u');
  await desk.types(widestSlippage.pct);
  await desk.sees(new RegExp(`min received +[\\d.]+ JUP +after ${widestSlippage.pct} % slippage`));
}
