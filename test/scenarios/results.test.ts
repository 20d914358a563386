import { expect, test } from 'vitest';
import { openDesk } from '../driver/open-desk.ts';
import { deskOnPaper, deskWithPaper, seesArmed, seesArmedConfirmation } from './desk-on-paper.ts';
import { fillLines } from './sent-requests.ts';

test('a close says in result, notice and journal what it executed', async () => {
  await using desk = await deskOnPaper({ columns: 120, rows: 40 });
  await desk.press('1', 'g', 'c');
  await desk.sees('Percentage');
  await desk.press('h', 'Enter');
  await seesArmedConfirmation(desk);
  await desk.press('y');
  await desk.sees('✓ Close accepted: 50 % of BTC long');
  const executed = 'Closed 0\\.075 BTC at [\\d,.]+, fee [\\d.]+, realised [+−][\\d.]+';
  await desk.sees(new RegExp(`fills +${executed}`));
  await desk.sees(new RegExp(`✓ ${executed}, request `));
  expect(fillLines(desk)).toMatchObject([{ state: 'filled', filledSize: '0.075', orderedSize: '0.075', unit: 'BTC' }]);
});

test('Esc at rest leaves workspace and focus where they are', async () => {
  await using desk = await deskOnPaper({ columns: 120, rows: 40 });
  await desk.press('F6', 'F1', '1', 'g');
  await desk.sees('┏━ 1 Positions');
  await desk.press('Esc', 'c');
  await desk.sees('Close position');
});

test('the halt names all orders that can still fill, and X cancels them', async () => {
  await using desk = await deskOnPaper({ columns: 120, rows: 40 });
  await desk.press('H');
  await desk.sees(/Halted\. X cancels what can still fill: 3 trigger orders/);
  await desk.press('X');
  await seesArmed(desk, 'Type CANCEL');
  await desk.press('C', 'A', 'N', 'C', 'E', 'L', 'Enter');
  await desk.sees('All accepted.');
  await desk.press('Esc', 'H');
  await desk.sees('No order is left at the service that can fill.');
});

test('--chaos lets the embedded service fail, and is refused for any other', async () => {
  await using desk = await deskWithPaper({ columns: 120, rows: 40, args: ['--chaos', '0'] });
  expect(desk.screen().shows(' PAPER ')).toBe(true);
  await using refused = await openDesk({
    args: ['--base-url', 'http://127.0.0.1:9', '--chaos', '2'],
    env: { SWAPDECK_API_KEY: 'sk_a_b' },
  });
  await refused.sees('--chaos applies only to the embedded paper service.');
});
