import { beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../platform/time/fake-clock.fixture.ts';
import { seededRandom } from '../../platform/time/random.ts';
import type { AnyEndpoint, CallInput, ResponseData } from '../../protocol/endpoint.ts';
import { listWallets } from '../../protocol/endpoints/account.ts';
import { portfolioBalances, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { executeSplit, planSplit } from '../../protocol/endpoints/splits.ts';
import { getTask } from '../../protocol/endpoints/tasks.ts';
import { retireWallet, sendTransfer } from '../../protocol/endpoints/transfers.ts';
import { listWalletGroups } from '../../protocol/endpoints/wallet-groups.ts';
import { archiveWallet } from '../../protocol/endpoints/wallets.ts';
import { readable } from '../../protocol/schema.ts';
import { paperUserId } from '../account/wallets.ts';
import type { KeyUse } from '../limits/constraints.ts';
import { Bus } from '../world/bus.ts';
import { World } from '../world/world.ts';

const startMs = Date.UTC(2026, 5, 1, 12, 1);
const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const sniper = '4HJnxfXXrrmuw8kYKMXStzmfYGQw7h238SDDra8yQS8j';

let world: World;
let nowMs: number;

function open(options: { hasSplits?: boolean } = {}) {
  nowMs = startMs;
  const random = seededRandom(4);
  world = new World({
    clock: new FakeClock(startMs),
    random,
    bus: new Bus(),
    startMs,
    userId: paperUserId,
    ...options,
  });
}
beforeEach(() => open());

function pass(ms: number) {
  for (let left = ms; left > 0; left -= 50) {
    nowMs += 50;
    world.advance(nowMs, 0);
  }
}

async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ResponseData<E>> {
  const usage = (keyId: string) => ({ keyId, scopes: [], constraints: null, usage: {} as KeyUse });
  const route = world.routes(usage).find((one) => one.endpoint === endpoint)!;
  const given = input as Record<string, unknown>;
  const parts = (['params', 'query', 'body'] as const).filter((part) => endpoint[part]);
  const parsed = Object.fromEntries(parts.map((part) => [part, endpoint[part]!.parse(given[part] ?? {})]));
  const context = { key: { keyId: 'k', scopes: [] }, userId: paperUserId, nowMs, requestId: 'req_1' };
  const answer = (await route.handle(parsed, context)) as { data?: unknown };
  return endpoint.response.parse(answer) as ResponseData<E>;
}

const native = async (chain: 'solana' | 'base' | 'bsc') =>
  readable((await call(portfolioBalances, { query: { chain } })).wallets).map(({ nativeBalance }) => nativeBalance);
const jupOf = async () => {
  const { positions } = await call(portfolioPositions, { query: { chain: 'solana' } });
  const rows = readable(positions).filter(({ tokenAddress }) => tokenAddress === jup);
  return Object.fromEntries(rows.map((row) => [row.walletAddress === sniper ? 'sniper' : 'main', row]));
};
const wallet = async (id: string) => readable(await call(listWallets, {})).find(({ walletId }) => walletId === id);
const main = { fromWalletId: 'wal_main', toWalletId: 'wal_sniper', chain: 'SVM' as const, awaitResult: false };

describe('a transfer', () => {
  test('answers PENDING, moves the amount when the chain confirms, and costs the network fee', async () => {
    const sent = await call(sendTransfer, { body: { ...main, token: 'SOL', amount: '500000000' } });
    expect(sent).toEqual({ taskId: expect.any(String), status: 'PENDING', willArchiveOnSuccess: false });
    expect(await native('solana')).toEqual(['84.318204517', '12.044918305']);
    pass(1_500);
    expect(await native('solana')).toEqual(['83.818199517', '12.544918305']);
    const task = await call(getTask, { params: { taskId: sent.taskId } });
    expect(task).toMatchObject({ taskType: 'transfer', status: 'success', txHash: expect.any(String) });
  });

  test('is awaited by default, and then answers with its transaction', async () => {
    const body = { ...main, token: 'native', amount: '1', awaitResult: undefined };
    const sent = call(sendTransfer, { body });
    let isAnswered = false;
    void sent.then(() => {
      isAnswered = true;
    });
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    pass(1_500);
    expect(await sent).toMatchObject({
      status: 'SUCCESS',
      transaction: { hash: expect.any(String), explorerUrl: null },
    });
  });

  test('takes the cost of a token along', async () => {
    const { main: before } = await jupOf();
    const amount = String(BigInt(before!.latestBalanceRaw) / 4n);
    await call(sendTransfer, { body: { ...main, token: jup, amount } });
    pass(1_500);
    const { main: left, sniper: got } = await jupOf();
    expect(got?.latestBalanceRaw).toBe(amount);
    expect(Number(got?.boughtUsd)).toBeGreaterThan(0);
    expect(Number(got?.boughtUsd) + Number(left?.boughtUsd)).toBeCloseTo(Number(before?.boughtUsd), 1);
  });

  test('without funds is a FAILED answer, not an error', async () => {
    const jupTooMuch = await call(sendTransfer, { body: { ...main, token: jup, amount: '9'.repeat(20) } });
    expect(jupTooMuch).toMatchObject({ status: 'FAILED', error: { code: 'INSUFFICIENT_BALANCE' } });
    const all = await call(sendTransfer, { body: { ...main, token: 'native', amount: '84318204517' } });
    expect(all).toMatchObject({ status: 'FAILED', error: { code: 'INSUFFICIENT_BALANCE_FOR_GAS' } });
  });

  const amount = '1000000000';
  test.each([
    ['the same correlationId', { correlationId: 'a' }, { correlationId: 'a' }, 299_000, 1],
    ['the same correlationId after five minutes', { correlationId: 'a' }, { correlationId: 'a' }, 300_000, 2],
    ['another correlationId', { correlationId: 'a' }, { correlationId: 'b' }, 0, 2],
    ['no correlationId, in the same five minutes', {}, {}, 60_000, 1],
    ['no correlationId, in the next five minutes', {}, {}, 240_000, 2],
    ['no correlationId, another amount', {}, { amount: '1000000001' }, 0, 2],
  ])('again with %s moves the money once or twice', async (_, first, second, afterMs, times) => {
    const body = { ...main, token: 'native', amount };
    const one = await call(sendTransfer, { body: { ...body, ...first } });
    pass(afterMs);
    const two = await call(sendTransfer, { body: { ...body, ...second } });
    pass(2_000);
    expect(two.taskId === one.taskId).toBe(times === 1);
    const [, sniperHas] = await native('solana');
    expect(sniperHas?.slice(0, 2)).toBe(String(12 + times));
  });

  test('that was repeated is known after a restart', async () => {
    const body = { ...main, token: 'native', amount, correlationId: 'kept' };
    const one = await call(sendTransfer, { body });
    const saved = JSON.parse(JSON.stringify(world.snapshot()));
    open();
    world.restore(saved);
    expect((await call(sendTransfer, { body })).taskId).toBe(one.taskId);
  });

  test.each([
    ['an unknown wallet', { toWalletId: 'wal_none' }, 'NOT_FOUND'],
    ['an archived wallet', { toWalletId: 'wal_old' }, 'INVALID_PARAMS'],
    ['a wallet of another chain', { toWalletId: 'wal_base' }, 'INVALID_PARAMS'],
    ['the same wallet', { toWalletId: 'wal_main' }, 'INVALID_PARAMS'],
    ['an unlisted token', { token: 'NOPE' }, 'INVALID_PARAMS'],
    ['an unknown chain id', { chain: 'EVM' as const, chainId: 1 }, 'INVALID_PARAMS'],
  ])('to %s is refused', async (_, over, code) => {
    const body = { ...main, token: 'native', amount: '1', ...over };
    await expect(call(sendTransfer, { body })).rejects.toMatchObject({ code });
  });
});

describe('retiring a wallet', () => {
  const retire = { ...main, fromWalletId: 'wal_sniper', toWalletId: 'wal_main' };

  test('moves the native coin but for rent and fee, and archives the wallet when that succeeded', async () => {
    const sent = await call(retireWallet, { body: { ...retire, token: 'SOL' } });
    expect(sent).toMatchObject({ status: 'PENDING', willArchiveOnSuccess: true });
    expect(await wallet('wal_sniper')).toMatchObject({ state: 'ACTIVE' });
    pass(1_500);
    expect(await wallet('wal_sniper')).toMatchObject({ state: 'ARCHIVED', archivedAt: expect.any(String) });
    // 12.044918305 less 0.000005 fee and 0.00089088 rent came to 84.318204517.
    expect(await native('solana')).toEqual(['96.362226942']);
    await expect(call(sendTransfer, { body: { ...retire, token: 'SOL', amount: '1' } })).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    });
  });

  test('moves all of a token and leaves the others behind', async () => {
    await call(retireWallet, { body: { ...main, token: jup } });
    pass(1_500);
    expect(await wallet('wal_main')).toMatchObject({ state: 'ARCHIVED' });
    expect((await jupOf())['sniper']?.latestBalanceRaw).toBe('4820551300');
  });

  test('with nothing left for gas fails, and the wallet stays', async () => {
    await call(sendTransfer, { body: { ...retire, token: 'native', amount: '12044500000' } });
    pass(1_500);
    const answer = await call(retireWallet, { body: { ...retire, token: 'native' } });
    expect(answer).toMatchObject({ status: 'FAILED', error: { code: 'INSUFFICIENT_BALANCE_FOR_GAS' } });
    expect(await wallet('wal_sniper')).toMatchObject({ state: 'ACTIVE' });
  });
});

describe('a split', () => {
  const plan = (over: Partial<CallInput<typeof planSplit>['body']> = {}) =>
    call(planSplit, {
      body: {
        sourceWalletId: 'wal_main',
        fromAmount: '0.16',
        fromAsset: 'sol',
        destinations: [
          { walletId: 'wal_sniper', pctBips: 2_500 },
          { walletId: 'wal_base', pctBips: 7_500 },
        ],
        ...over,
      },
    });
  const status = async (taskId: string) => (await call(getTask, { params: { taskId } })).status;

  test('is planned without moving anything, then executed in stages', async () => {
    const planned = await plan();
    expect(planned).toMatchObject({
      planId: expect.any(String),
      destinationCount: 2,
      summary: expect.stringContaining('Split 0.16 SOL to 2 wallets: sniper ≈ 0.03976 SOL, main ≈'),
      expiresInSeconds: '60',
      expiresAt: new Date(startMs + 60_000).toISOString(),
    });
    expect(planned.rates).toContainEqual({
      exchangerId: 'bybit',
      exchangeRate: '0.99200000',
      toAssetId: 'sol',
      toNetworkId: 'sol',
    });
    const before = await native('solana');
    pass(2_000);
    expect(await native('solana')).toEqual(before);
    const { taskId, splitnowOrderId } = await call(executeSplit, { body: { planId: planned.planId } });
    expect(splitnowOrderId).toMatch(/^[0-9A-F]{6}$/);
    const stages = [await status(taskId)];
    for (let turn = 0; turn < 160; turn++) {
      pass(50);
      const now = await status(taskId);
      if (now !== stages.at(-1)) stages.push(now);
    }
    expect(stages).toEqual(['Created', 'QuoteFetched', 'DepositTxBroadcast', 'Completed']);
    expect(await native('solana')).toEqual(['84.158199517', '12.084678305']);
    expect(Number((await native('base'))[0])).toBeGreaterThan(1.2147);
  });

  test('over a group has equal shares', async () => {
    const [group] = readable((await call(listWalletGroups, {})).groups);
    const { planId, destinationCount } = await plan({ destinations: undefined, destinationGroupId: group!.groupId });
    expect(destinationCount).toBe(2);
    await call(executeSplit, { body: { planId } });
    pass(8_000);
    expect((await native('solana'))[1]).toBe('12.124438305');
  });

  test('serves once, and dies after sixty seconds', async () => {
    const first = await plan();
    await call(executeSplit, { body: { planId: first.planId } });
    await expect(call(executeSplit, { body: { planId: first.planId } })).rejects.toMatchObject({ status: 409 });
    const second = await plan();
    pass(59_950);
    const third = await plan();
    pass(50);
    await expect(call(executeSplit, { body: { planId: second.planId } })).rejects.toMatchObject({
      code: 'PLAN_EXPIRED',
    });
    expect(await call(executeSplit, { body: { planId: third.planId } })).toMatchObject({ taskId: expect.any(String) });
    await expect(call(executeSplit, { body: { planId: 'plan_none' } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('warns of a balance that is too low, and then fails', async () => {
    const { planId, warnings } = await plan({ fromAmount: '500' });
    expect(warnings?.[0]).toContain('Insufficient balance');
    const { taskId } = await call(executeSplit, { body: { planId } });
    expect(await call(getTask, { params: { taskId } })).toMatchObject({
      status: 'Failed',
      errorCode: 'INSUFFICIENT_BALANCE',
    });
  });

  test('to a wallet that is archived meanwhile is refunded', async () => {
    const { planId } = await plan();
    const { taskId } = await call(executeSplit, { body: { planId } });
    await call(archiveWallet, { params: { walletId: 'wal_base' } });
    pass(8_000);
    expect(await status(taskId)).toBe('Refunded');
    expect((await native('solana'))[0]).toBe('84.318199517');
  });

  test.each([
    ['an asset of another chain', { fromAsset: 'bnb' as const }],
    ['too many decimals', { fromAmount: '0.0000000001' }],
    ['a chain that is not served', { destinations: [{ walletId: 'wal_monad', pctBips: 10_000 }] }],
    [
      'one wallet twice',
      {
        destinations: [
          { walletId: 'wal_sniper', pctBips: 5_000 },
          { walletId: 'wal_sniper', pctBips: 5_000 },
        ],
      },
    ],
  ])('of %s is refused', async (_, over) => {
    await expect(plan(over)).rejects.toMatchObject({ status: 400, code: 'INVALID_PARAMS' });
  });

  test('answers 503 where there are none', async () => {
    open({ hasSplits: false });
    const disabled = { status: 503, code: 'SPLIT_DISABLED' };
    await expect(plan()).rejects.toMatchObject(disabled);
    await expect(call(executeSplit, { body: { planId: 'plan_1' } })).rejects.toMatchObject(disabled);
  });
});
