import { expect, it } from 'vitest';
import { perpFills } from '../../../../protocol/endpoints/perp-account.ts';
import { cancelPerpOrder, placePerpOrder } from '../../../../protocol/endpoints/perp-orders.ts';
import { closePerpPosition, setPerpLeverage } from '../../../../protocol/endpoints/perp-position.ts';
import { big, openPerpLab } from '../perp-lab.fixture.ts';

const walletId = 'wal_perp';
const insuranceUsd = ({ perps }: ReturnType<typeof openPerpLab>) =>
  Number(perps.accounts.ledger.balance('insurance')) / 1e6 - 1_000_000;

function isolatedBtc() {
  const lab = openPerpLab();
  lab.call(cancelPerpOrder, { body: { walletId, coin: 'BTC', cancelAll: true } });
  return { lab, liquidationPx: Number(lab.position('BTC')?.liquidationPx) };
}

it('closes in the book just below maintenance, with a fee, and the account keeps the rest', () => {
  const { lab, liquidationPx } = isolatedBtc();
  const cashUsd = lab.perps.accounts.get(walletId).cashUsd;
  lab.setPrice('BTC', liquidationPx * 0.9985);
  const [fill] = lab.call(perpFills, { query: { start_time: 0, coin: 'BTC' } });
  expect(fill).toMatchObject({ direction: 'Liquidated Isolated Long', sz: '0.15' });
  expect(big(fill?.fee).gt(0)).toBe(true);
  expect(lab.perps.accounts.get(walletId).cashUsd.gt(cashUsd)).toBe(true);
  expect(insuranceUsd(lab)).toBe(0);
});

it('is taken over at the mark where the margin is thin, and the insurance keeps what is left of it', () => {
  const { lab, liquidationPx } = isolatedBtc();
  const cashUsd = lab.perps.accounts.get(walletId).cashUsd;
  lab.setPrice('BTC', liquidationPx * 0.994);
  expect(lab.call(perpFills, { query: { start_time: 0, coin: 'BTC' } })[0]).toMatchObject({ fee: '0', sz: '0.15' });
  expect(lab.perps.accounts.get(walletId).cashUsd.eq(cashUsd)).toBe(true);
  expect(insuranceUsd(lab)).toBeGreaterThan(0);
});

it('pays what a gap took beyond the margin', () => {
  const { lab, liquidationPx } = isolatedBtc();
  const cashUsd = lab.perps.accounts.get(walletId).cashUsd;
  lab.setPrice('BTC', liquidationPx * 0.9);
  expect(lab.perps.accounts.get(walletId).cashUsd.eq(cashUsd)).toBe(true);
  expect(insuranceUsd(lab)).toBeLessThan(0);
  expect(lab.perps.accounts.ledger.total).toBe(0n);
});

it('takes a fifth of a large cross position at a time, and no more than must go', () => {
  const lab = openPerpLab();
  for (const coin of ['BTC', 'ETH', 'SOL']) {
    lab.call(cancelPerpOrder, { body: { walletId, coin, cancelAll: true } });
    lab.call(closePerpPosition, { body: { walletId, coin } });
  }
  lab.call(setPerpLeverage, { body: { walletId, coin: 'XRP', leverage: 20 } });
  const { results } = lab.call(placePerpOrder, { body: { walletId, coin: 'XRP', isBuy: true, sz: '200000' } });
  expect(results).toMatchObject([{ status: 'success' }]);
  lab.setPrice('XRP', Number(lab.position('XRP')?.liquidationPx) * 0.999);
  const rest = big(lab.position('XRP')?.szi);
  expect(rest.gt(0) && rest.lt(200_000) && rest.mod(40_000).eq(0)).toBe(true);
  expect(insuranceUsd(lab)).toBe(0);
});

it('deleverages the crowd for what an exhausted insurance cannot pay, and never the account', () => {
  const { lab, liquidationPx } = isolatedBtc();
  const { accounts } = lab.perps;
  const state = lab.perps.snapshot() as { ledger: Record<string, string> };
  // A fund of 100 USD instead of a million.
  const outside = String(BigInt(state.ledger.outside ?? 0) + 999_900_000_000n);
  lab.perps.restore({ ...state, ledger: { ...state.ledger, outside, insurance: '100000000' } });
  const { cashUsd } = accounts.get(walletId);
  lab.setPrice('BTC', liquidationPx * 0.9);
  expect(lab.position('BTC')).toBeUndefined();
  expect(accounts.get(walletId).cashUsd.eq(cashUsd)).toBe(true);
  expect(accounts.ledger.balance('insurance')).toBe(0n);
  // At the liquidation price 1.25 % of the notional is left, the maintenance margin at 40x; then a tenth is lost.
  const deficitUsd = 0.15 * liquidationPx * (0.1 - 0.0125);
  expect(accounts.ledger.usd('deleveraged').toNumber()).toBeLessThan(100 - deficitUsd * 0.97);
  expect(accounts.ledger.usd('deleveraged').toNumber()).toBeGreaterThan(100 - deficitUsd * 1.03);
  expect(accounts.ledger.total).toBe(0n);
});
