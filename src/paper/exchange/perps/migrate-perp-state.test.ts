import { expect, it } from 'vitest';
import { migratePerpState } from './migrate-perp-state.ts';
import { openPerpLab } from './perp-lab.fixture.ts';

it('opens a state of the first version, with a ledger that adds up', () => {
  const lab = openPerpLab();
  const { ledger: _, marketMs: __, ...state } = lab.perps.snapshot() as Record<string, unknown>;
  const order = { oid: 7, coin: 'BTC', isBuy: false, limitPx: '90000', sz: '0.1', reduceOnly: true, timestampMs: 1 };
  const account = {
    cashUsd: '900.5',
    totals: { deposits: '1000', realised: '120', fees: '10.25', funding: '-9.25', insurance: '0' },
    positions: [{ coin: 'BTC', szi: '0.01', costUsd: '950', leverage: 5, isCross: false, marginUsd: '200' }],
    leverages: [],
    orders: [{ ...order, cloid: '0xAB', trigger: { kind: 'sl', px: '89000', isMarket: true }, parentOid: null }],
    fills: [],
    fundings: [],
  };
  const old = { ...state, fundedHour: 5, accounts: { wal_perp: account } };
  lab.perps.restore(migratePerpState(old));
  const { ledger } = lab.perps.accounts;
  expect(ledger.balance('wal_perp')).toBe(1_100_500_000n);
  expect(ledger.total).toBe(0n);
  expect(lab.perps.accounts.get('wal_perp').cloids).toEqual(new Set(['0xab']));
  lab.setPrice('BTC', 88_000);
  expect(lab.position('BTC')).toBeUndefined();
});
