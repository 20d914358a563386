import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { backToDesk, deskOn, seesArmedConfirmation } from './desk-on-paper.ts';
import { lever } from './paper-levers.ts';
import { sentRequests } from './sent-requests.ts';

/* A paper account with a daily limit, on a market whose minutes take a second, so that a crash is over in four. */

let paper: PaperProcess;
let home = '';
let hookFile = '';

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'swapdeck-home-'));
  hookFile = join(home, 'heard');
  mkdirSync(join(home, 'config'));
  const hook = ['sh', '-c', `cat >> '${hookFile}'`];
  writeFileSync(
    join(home, 'config/config.toml'),
    `[risk]\ndaily_loss_usd = 1000\n[alerts]\nhook = ${JSON.stringify(hook)}\n`,
    { mode: 0o600 },
  );
  paper = await startPaper({ seed: 1, args: ['--speed', '60'] });
});
afterAll(async () => {
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** Begins a swap, which adds risk, and sees why it is refused. */
async function seesSwapRefused(desk: Desk): Promise<void> {
  await desk.press('s', 'Tab', 'Tab');
  await desk.types('0.1');
  await desk.press('Tab');
  await desk.types('USDC');
  await desk.sees('Only orders that reduce risk are sent now (limit reached: daily loss');
  await desk.sees(/limit 1000 USD\)\. Press H to resume/);
  await desk.press('Enter');
  expect(desk.screen().shows('Send (y)')).toBe(false);
  await backToDesk(desk);
}

test('a losing move to the daily limit: reduce-only, with the reason, and a restart remembers', async () => {
  {
    await using desk = await deskOn(paper, { columns: 120, rows: 40, home });
    await desk.sees(/today [+−]?\d|since \d\d:\d\d/);
    await lever(paper, 'POST', 'scenarios', { name: 'flash-crash' });
    await desk.sees(/ PAPER +REDUCING /);
    await desk.says(/Limit reached: daily loss of [\d,.]+ USD, limit 1000 USD\./);
    await seesSwapRefused(desk);

    await desk.press('1', 'g', 'c');
    await desk.sees('Percentage');
    await desk.press('h', 'Enter');
    await seesArmedConfirmation(desk);
    await desk.press('y');
    await desk.sees('✓ Close accepted: 50 % of BTC long');
    expect(sentRequests(desk)).toMatchObject([{ event: 'limit' }, { event: 'sent' }, { event: 'accepted' }]);
    // The hook is a program of its own, and may still be starting.
    const said = await vi.waitFor(() => readFileSync(hookFile, 'utf8'), { timeout: 60_000, interval: 20 });
    const heard = said
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(heard).toContainEqual(expect.objectContaining({ kind: 'risk', about: 'risk:daily_loss_usd' }));
  }

  const args = ['--base-url', paper.baseUrl];
  await using desk = await openDesk({ columns: 120, rows: 40, home, args, env: { SWAPDECK_API_KEY: paper.apiKey } });
  await desk.sees(/ PAPER +REDUCING /);
  await desk.sees(/3 Balances .* \d\d\.\d\dK USD/);
  await seesSwapRefused(desk);
});
