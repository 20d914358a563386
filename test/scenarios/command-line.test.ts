import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { backToDesk, deskWithPaper, seesArmedConfirmation } from './desk-on-paper.ts';
import { sentRequests } from './sent-requests.ts';

const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** A folder for a desk, with its configuration. */
function homeWith(toml: string): string {
  const home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  homes.push(home);
  mkdirSync(join(home, 'config'));
  writeFileSync(join(home, 'config/config.toml'), toml);
  return home;
}

async function typesCommand(desk: Desk, line: string): Promise<void> {
  await desk.press(':');
  await desk.sees('⏎ run');
  await desk.types(line);
  await desk.sees(` :${line}`);
}

describe('the command line', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await deskWithPaper({ columns: 80, rows: 24 });
  });
  afterEach(() => backToDesk(desk));
  afterAll(() => desk?.close());

  test('close BTC 50% says what it will do, opens the form with 50, and one confirmation sends one request', async () => {
    await typesCommand(desk, 'close BTC 50%');
    await desk.sees(/closes 50 % of BTC long, 0\.07500 BTC, about [\d.,]+K? USD/);
    await desk.press('Enter');
    await desk.sees('‹50›');
    expect(sentRequests(desk)).toEqual([]);
    // The same key again at once could be one that is held, and means nothing.
    await desk.press('Tab', 'Tab', 'Tab', 'Enter');
    await desk.press('Enter');
    await seesArmedConfirmation(desk);
    await desk.press('y');
    await desk.sees('✓ Close accepted: 50 % of BTC long');
    expect(sentRequests(desk)).toMatchObject([
      { event: 'sent', operation: 'perp.closePosition', input: { body: { coin: 'BTC', percentage: 50 } } },
      { event: 'accepted' },
    ]);
  });

  test('a wrong verb names the near one and what is allowed, and stays as it was typed', async () => {
    await typesCommand(desk, 'clsoe ETH');
    await desk.sees(/! Unknown command "clsoe"\. Did you mean close\? Allowed:/);
    await desk.press('Enter');
    await desk.sees(' :clsoe ETH');
    await desk.press('Esc');
    await desk.seesNot('⏎ run');
  });

  test('a wrong amount says what is allowed, and can be mended where it stands', async () => {
    const before = sentRequests(desk).length;
    await typesCommand(desk, 'close ETH 150%');
    await desk.press('Enter');
    await desk.sees(/Unexpected "150%"\..*whole/);
    await desk.press('Backspace', 'Backspace', 'Backspace');
    await desk.types('0%');
    await desk.sees('closes 10 % of ETH short');
    await desk.press('Enter');
    await desk.sees('Close position');
    expect(sentRequests(desk)).toHaveLength(before);
  });

  test('Tab completes, Up brings the last line back, Esc leaves', async () => {
    await desk.press(':');
    await desk.types('zo');
    await desk.press('Tab');
    await desk.types('bal');
    await desk.press('Tab');
    await desk.sees(' :zoom balances');
    await desk.press('Enter');
    await desk.seesNot('1 Positions');
    await typesCommand(desk, 'zoom');
    await desk.press('Enter');
    await desk.sees('1 Positions');
    await desk.press(':', 'Up', 'Up');
    await desk.sees(' :zoom balances');
    await desk.press('Esc');
    await desk.seesNot('⏎ run');
  });

  test('an order that waits comes up filled in', async () => {
    await typesCommand(desk, 'sell 100% JUP when mcap < 400M for 24h slippage 2%');
    await desk.press('Enter');
    await desk.sees('New trigger order');
    await desk.sees(/Metric +.*‹market cap›|Metric .*market cap/);
    expect(desk.screen().text()).toMatch(/400000000|400,000,000/);
  });

  test('the palette finds margin by its name and runs it', async () => {
    await desk.press('1', 'g', 'C-p');
    await desk.types('margin');
    await desk.sees(/▸ m +margin +Add or remove isolated margin/);
    await desk.press('Enter');
    await desk.sees('Adjust margin');
  });

  test('halt halts at once; active asks for its word', async () => {
    await typesCommand(desk, 'halt');
    await desk.press('Enter');
    await desk.sees('HALTED');
    await typesCommand(desk, 'active');
    await desk.press('Enter');
    await desk.sees('Trading mode');
    await desk.press('Tab', 'Tab', 'Enter');
    await desk.sees('ACTIVE');
  });
});

describe('keys of the configuration', () => {
  test('work and stand in the footer and in the help: a function key, an Alt key', async () => {
    const home = homeWith('[keys]\n"position.close" = ["F7", "M-y"]\n"desk.help" = ["F8"]\n');
    const desk = await deskWithPaper({ home, columns: 120, rows: 40 });
    try {
      await desk.sees(/F7 close/);
      expect(desk.screen().lines().at(-1)).toContain('F8 help');
      await desk.press('c');
      await desk.press('F7');
      await desk.sees('Close position');
      await desk.press('Esc');
      await desk.seesNot('Close position');
      await desk.press('M-y');
      await desk.sees('Close position');
      await desk.press('Esc');
      await desk.seesNot('Close position');
      await desk.press('F8');
      await desk.sees('Everywhere on the desk');
      while (!desk.screen().shows('F7 Alt-y')) await desk.press('PageDown');
    } finally {
      await desk.close();
    }
  });

  test('that mean two things are refused at the start, with the line and both commands', async () => {
    const home = homeWith('[keys]\n"position.close" = ["r"]\n"position.margn" = ["F3"]\n');
    // So wide that no sentence is wrapped, wherever the folder is.
    const desk = await openDesk({ home, args: ['--ephemeral'], columns: 300, rows: 40 });
    try {
      const { code, after } = await desk.exits();
      expect(code).not.toBe(0);
      expect(after.text()).toMatch(/config\.toml:3:1: keys\."position\.margn": there is no such command\./);
      expect(after.text()).toContain('Did you mean position.margin?');
    } finally {
      await desk.close();
    }
    writeFileSync(join(home, 'config/config.toml'), '[keys]\n"position.close" = ["r"]\n');
    const again = await openDesk({ home, args: ['--ephemeral'], columns: 300, rows: 40 });
    try {
      const { after } = await again.exits();
      expect(after.text()).toMatch(/config\.toml:2:1: keys\."position\.close": "r" is also the key of desk\.refresh/);
    } finally {
      await again.close();
    }
  });
});

test('what was run is there in the next session, in a file of the owner alone', async () => {
  const home = homeWith('');
  const first = await deskWithPaper({ home });
  await typesCommand(first, 'zoom balances');
  await first.press('Enter');
  await first.seesNot('1 Positions');
  await first.close();
  const file = join(home, 'state/command-history');
  expect(readFileSync(file, 'utf8')).toBe('zoom balances\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const second = await deskWithPaper({ home });
  try {
    await second.press(':', 'Up');
    await second.sees(' :zoom balances');
  } finally {
    await second.close();
  }
});
