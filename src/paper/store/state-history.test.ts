import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { serialize } from 'node:v8';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import { startPaperService } from '../service/service.ts';
import { callService } from '../service/service-shell.fixture.ts';
import { StateStore } from '../service/state-store.ts';
import { loadedRows } from './state-layout.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'paper-history-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const reopened = <T>(use: (store: StateStore) => T): T => {
  const store = new StateStore(dir);
  try {
    return use(store);
  } finally {
    store.close();
  }
};

const withTrades = (trades: unknown[]) => ({ world: { spot: { account: { trades: { trades, costs: [] } } } } });
const tradesIn = (state: unknown) => (state as ReturnType<typeof withTrades>).world.spot.account.trades.trades;
const count = (table: string) => {
  const db = new DatabaseSync(join(dir, 'paper.db'));
  const found = db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n'];
  db.close();
  return found;
};

describe('a log', () => {
  it('is written row by row, each once, over restarts and trims', () => {
    let trades: { n: number }[] = [];
    let total = 0;
    for (let run = 0; run < 3; run++)
      reopened((store) => {
        if (run > 0) expect(tradesIn(store.load())).toEqual(trades);
        // Taken up once as the same objects and once as copies: both are things that an engine may do.
        trades = run === 1 ? trades.map((trade) => ({ ...trade })) : (tradesOrNone(store.load()) as typeof trades);
        for (let step = 0; step < 5; step++) {
          for (let added = 0; added < 600; added++) trades.push({ n: total++ });
          trades = trades.slice(-loadedRows);
          store.save(withTrades([...trades]), false);
          store.save(withTrades([...trades]), false);
        }
      });
    expect(count('log_row')).toBe(total);
    expect(tradesIn(reopened((store) => store.load()))).toEqual(
      Array.from({ length: loadedRows }, (_, index) => ({ n: total - loadedRows + index })),
    );
  });

  it('takes back what a failed save had begun', () => {
    reopened((store) => {
      store.save(withTrades([{ n: 1 }]));
      const unclonable = () => 1;
      expect(() => store.save({ ...withTrades([{ n: 1 }, { n: 2 }]), zzz: unclonable })).toThrow();
      store.save(withTrades([{ n: 1 }, { n: 2 }]));
    });
    expect(tradesIn(reopened((store) => store.load()))).toEqual([{ n: 1 }, { n: 2 }]);
    expect(count('log_row')).toBe(2);
  });
});

const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const tradesOrNone = (state: unknown) => (state === null ? [] : tradesIn(state));

describe('a list', () => {
  const withOrders = (orders: unknown[]) => ({ world: { spot: { account: { triggers: { orders } } } } });
  const order = (orderId: string, status: string) => ({ orderId, status });

  it('writes the rows that changed, came or went, and keeps their order', () => {
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => order(id, 'active'));
    const states = [
      [a, b, c],
      [a, order('b', 'fired'), c],
      [a, order('b', 'fired'), c, d],
      [order('b', 'fired'), d],
      [],
    ];
    for (const orders of states) {
      reopened((store) => store.save(withOrders([...orders])));
      expect(reopened((store) => store.load())).toEqual(withOrders(orders));
    }
    reopened((store) => {
      for (const orders of [...states, ...states.slice(0, 3)]) store.save(withOrders([...orders]));
    });
    expect(reopened((store) => store.load())).toEqual(withOrders(states[2]!));
  });

  it('leaves a row alone that is the same object as before', () => {
    const [kept, changed] = [order('a', 'active'), order('b', 'active')];
    reopened((store) => {
      store.save(withOrders([kept, changed]));
      // A row that is changed in place is not seen, which is what tells that it was not even looked at.
      kept.status = 'unseen';
      store.save(withOrders([kept, { ...changed, status: 'fired' }]));
    });
    const saved = reopened((store) => store.load());
    expect(saved).toEqual(withOrders([order('a', 'active'), order('b', 'fired')]));
  });
});

describe('sections', () => {
  it('go when their key goes, charts only with a thorough save', () => {
    const state = (prices: unknown, histories: unknown) => ({ world: { prices, spot: { histories } } });
    reopened((store) => {
      store.save(state({ BTC: 1, ETH: 2 }, { a: 1, b: 2 }));
      store.save(state({ ETH: 3 }, { a: 1 }), false);
    });
    expect(reopened((store) => store.load())).toEqual(state({ ETH: 3 }, { a: 1, b: 2 }));
    reopened((store) => store.save(state({ ETH: 3 }, { a: 1 })));
    expect(reopened((store) => store.load())).toEqual(state({ ETH: 3 }, { a: 1 }));
  });

  it('come back in the order in which they were first written', () => {
    const prices = { zeta: 1, alpha: 2, mid: 3 };
    reopened((store) => store.save({ world: { prices } }));
    reopened((store) => store.save({ world: { prices: { ...prices, alpha: 9, beta: 4 } } }));
    const loaded = reopened((store) => store.load()) as { world: { prices: object } };
    expect(Object.keys(loaded.world.prices)).toEqual(['zeta', 'alpha', 'mid', 'beta']);
  });
});

describe('a file of version 1', () => {
  // What a service of that version kept after a swap, a perp order, a trigger order and a wallet group.
  const old = JSON.parse(readFileSync(`${import.meta.dirname}/version-1.fixture.json`, 'utf8'));

  function writeVersion1(): void {
    mkdirSync(dir, { recursive: true });
    const db = new DatabaseSync(join(dir, 'paper.db'));
    db.exec(`CREATE TABLE schema (version INTEGER NOT NULL); INSERT INTO schema VALUES (1);
      CREATE TABLE snapshot (name TEXT PRIMARY KEY, value BLOB NOT NULL);`);
    db.prepare("INSERT INTO snapshot VALUES ('service', ?)").run(serialize(old));
    db.close();
  }

  it('is migrated once: the trades become rows, the old tables go', () => {
    writeVersion1();
    const migrated = reopened((store) => store.load());
    const hashesOf = (trades: unknown[]) => trades.map((trade) => (trade as { txHash: string }).txHash);
    expect(hashesOf(tradesIn(migrated))).toEqual(hashesOf(old.world.spot.account.trades.trades));
    expect(reopened((store) => store.load())).toEqual(migrated);
    expect(() => count('snapshot')).toThrow(/no such table/);
  });

  it('opens with its keys, balances, positions, orders and groups', async () => {
    writeVersion1();
    const clock = new FakeClock(Date.UTC(2026, 0, 1, 1));
    const service = await startPaperService({ seed: 7, speed: 1, stateDir: dir, clock, random: seededRandom(1) });
    try {
      const read = async (path: string) => (await callService(service, 'GET', path)).body.data;
      expect(service.apiKey).toBe(`sk_${old.keys[0].keyId}_${old.keys[0].secret}`);
      const perps = old.world.perps.accounts.wal_perp;
      const { positions } = (await read('/api/v2/perp/positions?wallet_id=wal_perp')) as {
        positions: { coin: string; szi: string }[];
      };
      expect(positions.map(({ coin, szi }) => [coin, szi])).toEqual(
        perps.positions.map(({ coin, szi }: { coin: string; szi: string }) => [coin, szi]),
      );
      const { orders } = (await read('/api/v2/trigger/orders?limit=50')) as { orders: { orderId: string }[] };
      expect(orders.map(({ orderId }) => orderId).sort()).toEqual(
        old.world.spot.account.triggers.orders.map(({ orderId }: { orderId: string }) => orderId).sort(),
      );
      expect(JSON.stringify(await read('/api/v2/wallet-groups'))).toContain('old group');
      const { positions: held } = (await read('/api/v2/portfolio/positions?chain=solana')) as {
        positions: { walletAddress: string; tokenAddress: string; latestBalanceRaw: string }[];
      };
      const holdings = Object.values<Record<string, string>>(old.world.spot.account.ledger).flatMap(Object.entries);
      const raw = held.filter(({ latestBalanceRaw }) => latestBalanceRaw !== '0');
      expect(raw.length).toBeGreaterThan(3);
      for (const { tokenAddress, latestBalanceRaw } of raw)
        expect(holdings).toContainEqual([`solana:${tokenAddress}`, latestBalanceRaw]);
      // The pools stand where they stood.
      const { tokenReserve, nativeReserve } = old.world.spot.tokens.pools[`solana:${usdc}`];
      const { priceUsd } = (await read(`/api/v2/tokens/solana:${sol}/price`)) as { priceUsd: string };
      expect(Number(priceUsd)).toBeCloseTo(Number(tokenReserve) / 1e6 / (Number(nativeReserve) / 1e9), 3);
    } finally {
      await service.close();
    }
  });
});
