import { expect, it } from 'vitest';
import { perpFunding } from '../../../../protocol/endpoints/perp-account.ts';
import { labStartMs, openPerpLab } from '../perp-lab.fixture.ts';
import { dueHours } from './funding.ts';

const hourMs = 3_600_000;
const query = { start_time: labStartMs };

it('finds each full hour once, however the clock is cut into steps', () => {
  const fromMs = 10 * hourMs + 1;
  const cuts = [fromMs, fromMs + 5, 11 * hourMs, 11 * hourMs + 1, 15 * hourMs - 1, 15 * hourMs, 16.5 * hourMs];
  const hours = cuts.slice(1).flatMap((toMs, index) => {
    const from = cuts[index] ?? 0;
    return dueHours({ fromMs: from, toMs, fromWallMs: from, toWallMs: toMs });
  });
  expect(hours).toEqual([11, 12, 13, 14, 15, 16].map((hour) => hour * hourMs));
});

it('pays every hour that the market passes: hastened, and all at once after a long step', async () => {
  const hastened = openPerpLab();
  for (let minute = 0; minute < 5; minute++) {
    await hastened.clock.advance(60_000);
    hastened.perps.advance(hastened.clock.now(), hourMs);
  }
  const times = hastened.call(perpFunding, { query }).map(({ time }) => time);
  expect(times).toHaveLength(15);
  expect(new Set(times).size).toBe(5);
  expect(Math.max(...times)).toBeLessThanOrEqual(hastened.clock.now());

  const late = openPerpLab();
  await late.clock.advance(5 * hourMs);
  late.perps.advance(late.clock.now(), 5 * hourMs);
  expect(late.call(perpFunding, { query }).map(({ time }) => time)).toEqual(
    [19, 18, 17, 16, 15].flatMap((hour) => Array.from({ length: 3 }, () => Date.UTC(2026, 10, 20, hour))),
  );
  late.perps.advance(late.clock.now(), 0);
  expect(late.call(perpFunding, { query })).toHaveLength(15);
});

it('comes from the funding account, which keeps the sum', () => {
  const { call, perps } = openPerpLab();
  const before = perps.accounts.ledger.balance('funding');
  perps.advance(labStartMs, hourMs);
  const paid = call(perpFunding, { query }).reduce((sum, { usdc }) => sum + BigInt(Math.round(Number(usdc) * 1e6)), 0n);
  expect(perps.accounts.ledger.balance('funding') - before).toBe(-paid);
  expect(perps.accounts.ledger.total).toBe(0n);
});

it('has paid a new account by different rates, at the prices of their hours', () => {
  const { call } = openPerpLab();
  const past = call(perpFunding, { query: { start_time: labStartMs - 12 * hourMs } });
  expect(past).toHaveLength(36);
  expect(new Set(past.map(({ fundingRate }) => fundingRate)).size).toBeGreaterThan(3);
  const perCoin = past.filter(({ coin, fundingRate }) => coin === 'SOL' && fundingRate === '0.0000125');
  expect(new Set(perCoin.map(({ usdc }) => usdc)).size).toBe(perCoin.length);
});
