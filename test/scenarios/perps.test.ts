import { afterEach, expect, test } from 'vitest';
import type { Desk } from '../driver/open-desk.ts';
import { backToDesk, deskOnPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let desk: Desk | null = null;
afterEach(() => desk?.close());

/** Presses Tab until the pane is focused: a heavy border has its title. */
async function focuses(on: Desk, title: string): Promise<void> {
  const isFocused = () => new RegExp(`┏━ (\\S+ )?${title}\\b`).test(on.screen().text());
  for (let presses = 0; presses < 8 && !isFocused(); presses++) {
    const before = on
      .screen()
      .text()
      .match(/┏━ [^━·]*/)?.[0];
    await on.press('Tab');
    await on.seesWhere((screen) => screen.text().match(/┏━ [^━·]*/)?.[0] !== before, 'another pane focused');
  }
  expect(isFocused(), `${title} in\n${on.screen().text()}`).toBe(true);
}

test.each([
  { columns: 80, rows: 24 },
  { columns: 120, rows: 40 },
  { columns: 200, rows: 60 },
])('perps at $columns×$rows: a market leads book and order form, a trade is listed at once', async (size) => {
  const on = await deskOnPaper(size);
  desk = on;
  await on.press('F2');
  await focuses(on, 'Markets');
  await on.sees(/▸ BTC +[\d,]+ .*[+−][\d.]+ % +[+−]0\.\d{4} %/);
  await on.sees('long 0.15000');
  await on.sees(/USDC balance 2\d,\d{3}\.\d\d/);

  await on.press('/');
  await on.types('eth');
  await on.press('Enter');
  await on.sees('/eth 1 of 15');
  await on.press('g', 'Enter');
  await on.sees('Markets: details');
  await on.sees(/funding +[+−]?0\.\d{4} % per hour: (longs pay shorts|shorts pay longs|nobody pays)/);
  await on.press('Esc');
  await on.press('n');
  await on.sees('New perp order');
  expect(on.screen().line(/Coin +/)).toContain('ETH');
  await backToDesk(on);

  await focuses(on, 'Book ETH');
  await on.sees(/\d mid +\d+\.\d+ bps|spread/);

  await focuses(on, 'Funding');
  await on.sees(/▸ +(?:\d\d-\d\d )?\d\d:00:00 +BTC +[+−]0\.\d{4} +[+−]0\.\d{4} %/);
  await on.sees(/ETH [+−]\d+\.\d{4} +BTC [+−]\d+\.\d{4}|BTC [+−]\d+\.\d{4} +ETH [+−]\d+\.\d{4}/);

  await focuses(on, 'Perp trades');
  const inDay = /(\d+) in 24 h/;
  await on.sees(inDay);
  const before = Number(inDay.exec(on.screen().text())?.[1]);
  await on.press('1', 'g', 'c');
  await on.sees('Close position');
  await on.types('50');
  await on.press('Enter');
  await seesArmedConfirmation(on);
  await on.press('y');
  await on.sees('Close accepted: 50 % of BTC');
  await backToDesk(on);
  await focuses(on, 'Perp trades');
  await on.sees(`${before + 1} in 24 h`);
  await on.sees(/\d\d:\d\d:\d\d +BTC +SELL .* 0\.07500 /);
  expect(sentRequests(on)).toMatchObject([{ operation: 'perp.closePosition' }, { event: 'accepted' }]);
});
