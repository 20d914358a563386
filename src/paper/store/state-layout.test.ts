import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinState, splitState } from './state-layout.ts';

const trade = { txHash: '0x1' };
const state = {
  keys: [{ keyId: 'a' }],
  runs: 2,
  world: {
    prices: { BTC: 1 },
    spot: {
      account: {
        triggers: { orders: [{ orderId: 'ord_1' }], multisendWalletIds: [] },
        trades: { trades: [trade], costs: [] },
        ledger: { w1: { 'solana:x': '1' } },
        portfolio: { samples: [] },
      },
      histories: { 'solana:x': { recorded: [] } },
    },
    perps: { accounts: { w1: { cashUsd: '1', fills: [{ oid: 1 }], fundings: [] } } },
  },
};

function rejoined(whole: unknown): unknown {
  const { sections, logs, lists } = splitState(whole, true);
  return joinState([...sections, ...logs, ...[...lists].map(([name, { rows }]) => [name, rows] as const)]);
}

describe('splitState', () => {
  it('cuts logs and lists out and leaves the rest in sections', () => {
    const { sections, logs, lists } = splitState(state, true);
    expect([...logs]).toEqual([
      ['/world/spot/account/trades/trades', [trade]],
      ['/world/perps/accounts/w1/fills', [{ oid: 1 }]],
      ['/world/perps/accounts/w1/fundings', []],
    ]);
    expect(logs.get('/world/spot/account/trades/trades')?.[0]).toBe(trade);
    const [[name, list] = [], ...others] = [...lists];
    expect([name, list?.rows.map(list.keyOf), others]).toEqual(['/world/spot/account/triggers/orders', ['ord_1'], []]);
    expect([...sections.keys()]).toContain('/world/spot/account/ledger/w1');
    expect([...sections.keys()]).toContain('/world/perps/accounts/w1/cashUsd');
    expect(sections.get('/world/spot/account/trades/costs')).toEqual([]);
  });

  it('leaves the charts out unless it is thorough', () => {
    const names = (isThorough: boolean) => [...splitState(state, isThorough).sections.keys()];
    const charts = ['/world/spot/account/portfolio', '/world/spot/histories/solana:x'];
    expect(names(true)).toEqual(expect.arrayContaining(charts));
    expect(names(true).filter((name) => !names(false).includes(name))).toEqual(charts);
  });
});

describe('joinState', () => {
  it('puts together what was cut', () => {
    expect(rejoined(state)).toEqual(state);
  });

  it('whatever the keys and the values are', () => {
    const leaf = fc.oneof(fc.string(), fc.bigInt(), fc.constant(null), fc.array(fc.integer()), fc.constant(new Map()));
    const key = fc.string().filter((text) => text !== '__proto__');
    const tree = fc.letrec((tie) => ({
      node: fc.dictionary(key, fc.oneof({ depthSize: 'small' }, leaf, tie('node')), { maxKeys: 4 }),
    })).node;
    fc.assert(
      fc.property(tree, (any) => {
        expect(rejoined(any)).toEqual(any);
      }),
    );
  });
});
