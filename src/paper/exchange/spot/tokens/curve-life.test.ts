import { expect, test } from 'vitest';
import { spotFixture } from '../spot.fixture.ts';
import { idOf, type Market } from './token-book.ts';

const minuteMs = 60_000;
type Fixture = ReturnType<typeof spotFixture>;

const stepMs = 3_000;

function run({ spot, prices }: Fixture, minutes: number, eachStep: () => void = () => {}): void {
  for (let leftMs = minutes * minuteMs; leftMs > 0; leftMs -= stepMs) {
    prices.advance(stepMs);
    spot.advance(spot.nowMs + stepMs, stepMs);
    eachStep();
  }
}

const launchedIn = ({ spot }: Fixture): Market[] => spot.book.markets.filter(({ listing }) => listing.launch);

function firstOnCurve(fixture: Fixture): Market {
  for (let minutes = 0; minutes < 60; minutes++) {
    const found = launchedIn(fixture).find(({ pool }) => pool.isCurve);
    if (found) return found;
    run(fixture, 1);
  }
  throw new Error('no token was launched in an hour');
}

test('tokens trade from their creation, graduate or die, and the dead leave nothing behind', () => {
  const fixture = spotFixture(4);
  const { spot, on } = fixture;
  const [seen, most] = [new Set<Market>(), { count: 0 }];
  run(fixture, 90, () => {
    for (const market of launchedIn(fixture)) seen.add(market);
    most.count = Math.max(most.count, spot.book.addedCount);
  });
  expect(seen.size).toBeGreaterThan(60);
  expect(most.count).toBeLessThanOrEqual(16);
  const created = on('svm.bondingCurve.creations').map(({ data }) => (data as { tokenAddress: string }).tokenAddress);
  const traded = new Set(on('svm.token.swaps').map(({ filter }) => filter['tokenAddress']));
  const listed = [...seen].map(({ listing }) => listing.token.address);
  expect(listed.every((address) => created.includes(address))).toBe(true);
  expect(listed.filter((address) => traded.has(address)).length / listed.length).toBeGreaterThan(0.9);
  const graduated = [...seen].filter(({ pool }) => !pool.isCurve);
  expect(on('svm.bondingCurve.graduations')).toHaveLength(graduated.length);
  expect(graduated.length / seen.size).toBeGreaterThan(0.02);
  expect(graduated.length / seen.size).toBeLessThan(0.35);
  const tokenIds = new Set(spot.book.tokens.map(idOf));
  const pools = new Set(spot.book.markets.map(({ pool }) => pool.accountId));
  for (const { accountId, tokenId } of spot.ledger.all()) {
    expect(tokenIds.has(tokenId)).toBe(true);
    expect(pools.has(accountId) || !accountId.startsWith('@pool')).toBe(true);
  }
  const sums = new Map<string, bigint>();
  for (const { tokenId, amount } of spot.ledger.all()) sums.set(tokenId, (sums.get(tokenId) ?? 0n) + amount);
  expect([...sums.values()].every((sum) => sum === 0n)).toBe(true);
});

test('a token on its curve is bought and sold like any other, and stays for whoever has had it', () => {
  const fixture = spotFixture(5);
  const { spot } = fixture;
  const market = firstOnCurve(fixture);
  const { token } = market.listing;
  const sol = spot.book.native('solana');
  const swap = { chain: 'solana', walletId: 'wal_main', slippageBps: 5_000 } as const;
  spot.account.execute({ ...swap, inputMint: sol.address, outputMint: token.address, amount: '50000000' });
  run(fixture, 1);
  const held = spot.ledger.balance('wal_main', `solana:${token.address}`);
  expect(held).toBeGreaterThan(0n);
  run(fixture, 60);
  expect(spot.book.find('solana', token.address)).toBe(token);
  spot.account.execute({ ...swap, inputMint: token.address, outputMint: sol.address, amount: String(held) });
  run(fixture, 30);
  expect(spot.ledger.balance('wal_main', `solana:${token.address}`)).toBe(0n);
  expect(spot.book.find('solana', token.address)).toBe(token);
});

test('a file keeps tokens on their curve', () => {
  const fixture = spotFixture(6);
  const { address } = firstOnCurve(fixture).listing.token;
  const text = JSON.stringify(fixture.spot.snapshot());
  const later = spotFixture(7);
  later.spot.restore(JSON.parse(text));
  const market = later.spot.book.marketOf(later.spot.book.find('solana', address)!);
  expect(market.pool.isCurve).toBe(true);
  expect(JSON.parse(JSON.stringify(later.spot.snapshot())).tokens).toEqual(JSON.parse(text).tokens);
  run(later, 90);
  expect(market.pool.isCurve && later.spot.book.find('solana', address)).toBeFalsy();
});
