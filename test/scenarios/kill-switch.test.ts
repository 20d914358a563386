import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { deskOnPaper, hasData, seesArmed, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

let paper: PaperProcess;
beforeAll(async () => {
  paper = await startPaper({ seed: 1 });
});
afterAll(() => paper?.stop());

describe('halted and started again', () => {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  const start = async (): Promise<Desk> => {
    const desk = await openDesk({
      columns: 80,
      rows: 24,
      home,
      args: ['--base-url', paper.baseUrl],
      env: { SWAPDECK_API_KEY: paper.apiKey },
    });
    await hasData(desk);
    return desk;
  };

  test('H halts with one key, and says that trigger orders may fire', async () => {
    await using desk = await start();
    await desk.press('H');
    await desk.sees(/Halted\. X cancels what can still fill: 3 trigger orders/);
    expect(desk.screen().line(' PAPER ')).toContain('  HALTED ');
    const [columns, rows] = [60, 16];
    await desk.resizes(columns, rows);
    await desk.seesWhere(
      (screen) => screen.columns === columns && screen.shows(/ HALTED .*● Connected/),
      'HALTED at 60',
    );
    await desk.press('5');
    await desk.sees('5 Streams');
    expect(desk.screen().shows(' HALTED ')).toBe(true);
  });

  test('it still is after a start: orders are refused with the reason, and the word leads back', async () => {
    await using desk = await start();
    expect(desk.screen().line(' PAPER ')).toContain('  HALTED ');
    await desk.press('c');
    await desk.sees('Trading is halted: nothing is sent.');
    await desk.press('Enter');
    expect(desk.screen().shows('Send (y)')).toBe(false);
    await desk.press('Esc', 'H');
    await desk.sees(/HALTED since \d\d:\d\d:\d\d UTC: H was pressed/);
    const said = desk
      .screen()
      .text()
      .replaceAll(/[┃│\s]+/g, ' ');
    expect(said).toContain('Orders at the service can fill in any mode: 3 trigger orders, 3 perp orders.');
    await desk.press('Up');
    await desk.sees('‹active›');
    await desk.press('Enter');
    await seesArmed(desk, 'Type ACTIVE and press');
    await desk.types('activ');
    await desk.press('Enter');
    expect(desk.screen().shows(' HALTED ')).toBe(true);
    await desk.press('e', 'Enter');
    await desk.sees('Trading is active again.');
    await desk.seesNot('HALTED');
    await desk.press('c');
    await desk.sees('Close position');
    await desk.seesNot('halted');
  });

  test('reducing lets a position be closed and no order be made', async () => {
    await using desk = await start();
    expect(desk.screen().shows('HALTED')).toBe(false);
    await desk.press('H');
    await desk.sees(' HALTED ');
    await desk.press('H');
    await desk.sees('‹halted (now)›');
    await desk.press('Down', 'Enter');
    await desk.sees(/ PAPER +REDUCING /);
    await desk.press('s', 'Tab', 'Tab');
    await desk.types('0.1');
    await desk.press('Tab');
    await desk.types('USDC');
    await desk.sees('Only orders that reduce risk are sent now');
    await desk.press('Esc', '1', 'g', 'c');
    await desk.sees('Percentage');
    await desk.press('h', 'Enter');
    await seesArmedConfirmation(desk);
    await desk.press('y');
    await desk.sees('✓ Close accepted: 50 % of BTC long');
    expect(sentRequests(desk)).toHaveLength(2);
  });
});

describe('one-click', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await deskOnPaper({ columns: 120, rows: 40 });
  });
  afterAll(() => desk?.close());

  const closes = async (percentage: string): Promise<void> => {
    await desk.press('1', 'g', 'j', 'j');
    await desk.sees('▸ SOL');
    await desk.press('c');
    await desk.sees('Percentage');
    await desk.types(percentage);
    // A key held from before the form came up must not send, so that the form waits a moment.
    await desk.ages(300);
    await desk.press('Enter');
  };

  test('armed, an order under the cap is sent without a confirmation', async () => {
    await desk.press('!');
    await desk.sees('Orders up to 1,000 USD are sent without a confirmation');
    expect(desk.screen().shows('1-CLICK')).toBe(false);
    await desk.press('Enter');
    await desk.sees('One-click is armed');
    expect(desk.screen().line(' PAPER ')).toContain('1-CLICK ≤ 1,000');
    await closes('10');
    await desk.sees('✓ Close accepted: 10 % of SOL long');
    expect(sentRequests(desk)).toMatchObject([{ event: 'sent' }, { event: 'accepted' }]);
    await desk.press('Tab');
  });

  test('above the cap it asks as ever', async () => {
    await closes('90');
    await seesArmedConfirmation(desk);
    expect(sentRequests(desk)).toHaveLength(2);
    await desk.press('Esc', 'Tab', 'Esc');
    await desk.sees('q quit');
  });

  test('a halt disarms it', async () => {
    await desk.press('H');
    await desk.sees(' HALTED ');
    expect(desk.screen().shows('1-CLICK')).toBe(false);
    await desk.press('!');
    await desk.sees('One-click cannot be armed while trading is halted');
  });
});

test('two desks on one account, by two addresses: the second only looks, its halt holds for both, it takes over', async () => {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  const desk = (baseUrl: string): Promise<Desk> =>
    openDesk({
      columns: 100,
      rows: 30,
      home,
      args: ['--base-url', baseUrl],
      env: { SWAPDECK_API_KEY: paper.apiKey },
    });
  await using first = await desk(paper.baseUrl);
  await first.sees('● Connected');
  await using second = await desk(paper.baseUrl.replace('127.0.0.1', 'localhost'));
  await second.sees(/ PAPER +VIEW ONLY /);
  await second.sees(/▸ BTC /);
  await second.press('1', 'c');
  await second.sees(/Another desk \(process \d+\) sends the orders of this account/);
  await second.press('Esc', 'F');
  await second.sees(/Another desk \(process \d+\) sends the orders of this account/);
  expect(second.screen().shows('Type FLATTEN')).toBe(false);
  await second.press('Esc');
  await second.press('H');
  await first.sees(' HALTED ');
  await first.press('q');
  await first.exits();
  await second.sees('The other desk has closed: this one may send orders now.');
  await second.seesNot('VIEW ONLY');
});
