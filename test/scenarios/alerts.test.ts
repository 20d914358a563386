import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { type PaperProcess, startPaper } from '../driver/paper-process.ts';
import { type RequestLog, startRequestLog } from '../walk/request-log.ts';
import { deskOn, hasData } from './desk-on-paper.ts';

const home = mkdtempSync(join(tmpdir(), 'swapdeck-alerts-'));
const told = join(home, 'told.jsonl');
let paper: PaperProcess;
let service: RequestLog;
let desk: Desk;

beforeAll(async () => {
  mkdirSync(join(home, 'config'));
  const hook = [
    process.execPath,
    '-e',
    'require("node:fs").appendFileSync(process.argv[1], require("node:fs").readFileSync(0))',
  ];
  writeFileSync(
    join(home, 'config/config.toml'),
    `[alerts]\norders = false\npositions = false\nliquidation_pct = 0\nhook = ${JSON.stringify([...hook, told])}\n`,
  );
  paper = await startPaper({ seed: 1 });
  service = await startRequestLog(paper.baseUrl);
  service.rewrites('/api/v2/perp/markets', withBtcPx);
  desk = await deskOn({ baseUrl: service.baseUrl, apiKey: paper.apiKey }, { columns: 120, rows: 40, home });
});
afterAll(async () => {
  await desk?.close();
  await service?.[Symbol.asyncDispose]();
  await paper?.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** What the service says BTC costs: no market decides when an alert is reached. */
let btcPx = 100_000;
const withBtcPx = (json: string): string =>
  JSON.stringify(
    JSON.parse(json, (_key, value) =>
      value?.meta?.name === 'BTC' ? { ...value, ctx: { ...value.ctx, markPx: String(btcPx) } } : value,
    ),
  );

test('an alert set by the form rings, says so, and tells the hook; it is removed where it was set', async () => {
  await desk.press('A');
  await desk.sees('Alerts you when a price is reached');
  await desk.types('btc');
  await desk.press('Tab', 'Tab', 'Tab');
  await desk.types('99999');
  await desk.sees(/price now +100,000/);
  await desk.sees('already reached: alerts when it is reached again');
  await desk.press('C-u');
  await desk.types('100100');
  await desk.press('Enter');
  await desk.sees('Alert set: BTC perp above 100,100 USD');
  expect(desk.bells).toBe(0);
  btcPx = 100_200;
  await desk.seesWhere(() => desk.bells > 0, 'the bell to ring');
  await desk.seesWhere(() => existsSync(told) && readFileSync(told, 'utf8').endsWith('\n'), 'the hook to have written');
  // At the foot it may be gone by now.
  await desk.press('F6');
  await desk.sees('BTC perp above 100,100 USD reached: 100,200');
  await desk.press('F1');
  const event = JSON.parse(readFileSync(told, 'utf8').split('\n')[0] ?? '');
  expect(event).toMatchObject({
    version: 1,
    mode: 'paper',
    kind: 'price',
    details: { of: 'perp:BTC', name: 'BTC perp', direction: 'above', value: '100100', price: '100200' },
  });
  await desk.press('A');
  await desk.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Down');
  await desk.sees(/‹? ?remove BTC perp/);
  await desk.press('Enter');
  await desk.sees(/Alert removed: BTC perp/);
});

test('one that was set is there at the next start; a file that cannot be read is put aside, and that is said', async () => {
  const next = mkdtempSync(join(tmpdir(), 'swapdeck-alerts-'));
  const kept = join(next, 'state/accounts/paper-paper.alerts');
  const open = async (): Promise<Desk> => {
    const opened = await openDesk({ columns: 120, rows: 40, home: next });
    await hasData(opened);
    await opened.press('A');
    await opened.sees('Alerts you when a price is reached');
    return opened;
  };
  const first = await open();
  await first.types('btc');
  await first.press('Tab', 'Tab', 'Tab');
  await first.types('999999');
  await first.press('Tab', 'Down', 'Enter');
  await first.sees('Alert set: BTC perp above 999,999 USD, once');
  await first.close();

  const second = await open();
  await second.sees(/set +BTC perp above 999,999 USD, once/);
  await second.close();

  writeFileSync(kept, '{"alerts":[{');
  const third = await openDesk({ columns: 120, rows: 40, home: next });
  await third.sees(/Some price alerts set on the desk could not be read/);
  await third.close();
  expect(readdirSync(join(next, 'state/accounts')).some((name) => name.includes('alerts-bad-'))).toBe(true);
  rmSync(next, { recursive: true, force: true, maxRetries: 3 });
});
