import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { cases, seed } from '../../../test/run/cases.ts';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { type Random, seededRandom } from '../../platform/time/random.ts';
import type { TrailingBests } from '../exchange/spot/triggers/trigger-index.ts';
import { callService } from '../service/service-shell.fixture.ts';
import { startShell } from '../service/service-shell.ts';
import { splitState } from '../store/state-layout.ts';
import { Bus } from './bus.ts';
import { World } from './world.ts';

const sol = 'So11111111111111111111111111111111111111112';
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const stranger = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const ether = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const baseUsdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const swap = { chain: 'solana', walletId: 'wal_main', inputMint: usdc, outputMint: sol, slippageBps: 500 };
const trigger = { chain: 'base', walletId: 'wal_base', inputToken: ether, outputToken: baseUsdc, slippageBps: 500 };
const perp = { walletId: 'wal_perp', coin: 'BTC', sz: '0.001' };

type Call = readonly [method: string, path: string, json?: unknown];

/** One of everything that moves money or draws an id, with sizes from `random`. */
const calls: readonly ((random: Random) => Call)[] = [
  (random) => ['POST', '/api/v2/swap/execute', { ...swap, amount: String(1_000_000 + random.int(9_000_000)) }],
  () => ['GET', `/api/v2/swap/quote?chain=solana&inputMint=${usdc}&outputMint=${sol}&amount=5000000&slippageBps=100`],
  (random) => [
    'POST',
    '/api/v2/trigger/order',
    {
      ...trigger,
      amount: String(10 ** 15 + random.int(1_000)),
      triggerMetric: 'price_usd',
      triggerDirection: 'above',
      triggerBehavior: 'immediate',
      triggerValue: '1',
    },
  ],
  (random) => [
    'POST',
    '/api/v2/trigger/order',
    {
      ...trigger,
      amount: String(10 ** 15 + random.int(1_000)),
      triggerMetric: 'price_usd',
      triggerDirection: 'below',
      triggerBehavior: 'trailing',
      trailingPercentage: 0.01,
    },
  ],
  (random) => ['POST', '/api/v2/perp/order', { ...perp, isBuy: random.next() < 0.5, orderType: 'market' }],
  () => ['POST', '/api/v2/perp/order', { ...perp, isBuy: true, limitPx: '20000', tp: { triggerPx: '200000' } }],
  () => ['POST', '/api/v2/perp/position/close', { walletId: 'wal_perp', coin: 'BTC', percentage: 30 }],
  () => ['POST', '/api/v2/account/wallets/wal_main/enable-multisend', {}],
  (random) => ['POST', '/api/v2/wallet-groups', { name: `group ${random.int(1_000)}` }],
  () => ['GET', `/api/v2/tokens/solana:${sol}/price/chart?resolution=1m&count=20`],
  () => [
    'POST',
    '/api/v2/swap/transaction',
    { chain: 'solana', inputMint: usdc, outputMint: sol, amount: '1000000', slippageBps: 100, walletAddress: stranger },
  ],
  () => ['POST', '/paper/admin/faucet', { chain: 'solana', address: stranger, amount: '1000000000' }],
  () => ['GET', '/api/v2/portfolio/pnl?timeframe=1d'],
  () => ['GET', '/api/v2/perp/markets/BTC'],
  () => ['GET', '/api/v2/trigger/orders?limit=50'],
  () => ['GET', '/api/v2/nowhere'],
];

const stepCount = cases(20, 30);

/** Everything that a service said and was, in order: stream events, answers with their ids, and the state at the end. */
async function trace(seed: number): Promise<{ lines: string[]; state: unknown }> {
  const lines: string[] = [];
  const clock = new FakeClock();
  let world: World | undefined;
  // The randomness of the machine must not reach a service that keeps nothing.
  const random = seededRandom(performance.now());
  const service = await startShell({ seed, speed: 5, stateDir: null, clock, random }, (deps) => {
    deps.bus.subscribe((message) => lines.push(JSON.stringify(message)));
    world = new World(deps);
    return world;
  });
  try {
    const course = seededRandom(seed);
    for (let step = 0; step < stepCount; step++) {
      const [method, path, json] = calls[step < calls.length ? step : course.int(calls.length)]!(course);
      const { status, body } = await callService(service, method, path, { json });
      lines.push(`${method} ${path} → ${status} ${JSON.stringify(body)}`);
      await clock.advance(course.int(1_500));
    }
    const state = world!.snapshot();
    lines.push(JSON.stringify(state));
    return { lines, state };
  } finally {
    await service.close();
  }
}

const hash = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');

let once: Awaited<ReturnType<typeof trace>>;
beforeAll(async () => {
  once = await trace(seed);
});

describe('a paper service that keeps nothing', () => {
  it('says the same to the byte with the same seed, clock and calls, and something else with another seed', async () => {
    const first = once.lines;
    const [second, other] = [(await trace(seed)).lines, (await trace(seed + 1)).lines];
    const parted = first.findIndex((line, index) => line !== second[index]);
    expect(second[parted], `seed ${seed}, at line ${parted}`).toBe(first[parted]);
    expect(hash(second), `seed ${seed}`).toBe(hash(first));
    expect(hash(other)).not.toBe(hash(first));
    for (const what of [/"success"/, /"type":"swap"/, /"type":"automation"/, /perpsOrder/, /→ 200 .*"transaction"/])
      expect(first.join('\n'), String(what)).toMatch(what);
    expect(first.filter((line) => / → 5\d\d /.test(line))).toEqual([]);
  });
});

describe('a world', () => {
  it('that takes up the state of another is in that state, in the same order', () => {
    const { state } = once;
    const clock = new FakeClock((state as { spot: { nowMs: number } }).spot.nowMs);
    const options = {
      clock,
      random: seededRandom(seed + 5),
      bus: new Bus(),
      startMs: clock.now(),
      userId: 'usr_paper_0001',
    };
    const restored = new World(options);
    restored.restore(structuredClone(state));
    const taken = splitState({ world: restored.snapshot() }, true);
    const given = splitState({ world: state }, true);
    // A part that moved elsewhere would no longer be cut out, and be written whole with every change.
    for (const log of ['ledger/entries', 'trades/trades'])
      expect(given.logs.get(`/world/spot/account/${log}`)).not.toEqual([]);
    for (const log of ['fills', 'fundings'])
      expect(given.logs.get(`/world/perps/accounts/wal_perp/${log}`)).not.toEqual([]);
    expect(given.lists.get('/world/spot/account/triggers/orders')?.rows.length).toBeGreaterThan(5);
    // A best value is kept once for the orders that share it, under the first of them; orders that have ended are not taken up.
    const bests = '/world/spot/account/triggers/bests';
    const valuesOf = ({ sections }: typeof given) =>
      Object.entries(sections.get(bests) as TrailingBests).flatMap(([key, rows]) =>
        rows.map(([, best]) => `${key} ${best}`),
      );
    expect(valuesOf(given), `seed ${seed}`).toEqual(expect.arrayContaining(valuesOf(taken)));
    given.sections.delete(bests);
    for (const part of ['sections', 'logs', 'lists'] as const)
      for (const [name, value] of given[part])
        expect(JSON.stringify(taken[part].get(name)), `seed ${seed}: ${name}`).toBe(JSON.stringify(value));
  });
});
