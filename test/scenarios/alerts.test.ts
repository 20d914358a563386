import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, openDesk } from '../driver/open-desk.ts';
import { deskOnPaper, hasData } from './desk-on-paper.ts';

const home = mkdtempSync(join(tmpdir(), 'swapdeck-alerts-'));
const told = join(home, 'told.jsonl');
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
  desk = await deskOnPaper({ columns: 120, rows: 40, home, limitMs: 30_000 });
});
afterAll(async () => {
  await desk?.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 3 });
});

/** Opens the form for BTC and reads the mark in it. */
async function formForBtc(): Promise<number> {
  await desk.press('A');
  await desk.sees('Calls you when a price is reached');
  await desk.types('btc');
  await desk.press('Tab', 'Tab', 'Tab');
  await desk.types('1');
  await desk.sees(/price now +[\d,.]+/);
  return Number(/price now +([\d,.]+)/.exec(desk.screen().text())?.[1]?.replaceAll(',', ''));
}

test('an alert set by the form rings, says so, and tells the hook; it is removed where it was set', {
  timeout: 60_000,
}, async () => {
  const mark = await formForBtc();
  await desk.sees('It is so already');
  await desk.press('C-u');
  await desk.types((mark * 1.00005).toFixed(1));
  await desk.press('Enter');
  await desk.sees(/Alert set: BTC perp above [\d,.]+ USD/);
  // The market decides which way it goes: one of the two is reached.
  await formForBtc();
  await desk.sees(/set +BTC perp above/);
  await desk.press('C-u');
  await desk.types((mark * 0.99995).toFixed(1));
  await desk.press('S-Tab', 'Down', 'Enter');
  await desk.sees(/BTC perp (above|below) [\d,.]+ USD reached: [\d,.]+/);
  await desk.seesWhere(() => desk.bells > 0, 'the bell to ring');
  await desk.seesWhere(() => existsSync(told) && readFileSync(told, 'utf8').endsWith('\n'), 'the hook to have written');
  const event = JSON.parse(readFileSync(told, 'utf8').split('\n')[0] ?? '');
  expect(event).toMatchObject({
    version: 1,
    mode: 'paper',
    kind: 'price',
    details: { of: 'perp:BTC', name: 'BTC perp' },
  });
  const { direction, value, price } = event.details as Record<string, string>;
  expect(direction === 'above' ? Number(price) >= Number(value) : Number(price) <= Number(value)).toBe(true);

  await desk.press('A');
  await desk.press('Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Down');
  await desk.sees(/‹? ?remove BTC perp/);
  await desk.press('Enter');
  await desk.sees(/Alert removed: BTC perp/);
});

test('one that was set is there at the next start; a file that cannot be read is put aside, and that is said', {
  timeout: 60_000,
}, async () => {
  const next = mkdtempSync(join(tmpdir(), 'swapdeck-alerts-'));
  const kept = join(next, 'state/accounts/paper-paper.alerts');
  const open = async (): Promise<Desk> => {
    const opened = await openDesk({ columns: 120, rows: 40, home: next, limitMs: 30_000 });
    await hasData(opened);
    await opened.press('A');
    await opened.sees('Calls you when a price is reached');
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
  const third = await openDesk({ columns: 120, rows: 40, home: next, limitMs: 30_000 });
  await third.sees(/Not all price alerts that were set on the desk could be read/);
  await third.close();
  expect(readdirSync(join(next, 'state/accounts')).some((name) => name.includes('alerts-bad-'))).toBe(true);
  rmSync(next, { recursive: true, force: true, maxRetries: 3 });
});
