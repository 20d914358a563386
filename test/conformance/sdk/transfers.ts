import { expect, test } from 'vitest';
import type { Peer } from '../peer.ts';
import { expectEach, isoTime, jup, text, until } from '../shapes.ts';

const toSniper = { fromWalletId: 'wal_main', toWalletId: 'wal_sniper', chain: 'SVM' };
const splitOrder: unknown = expect.stringMatching(/^.{6}$/);

/** Transfers between wallets of the account, and splits. */
export function transferOperations({ sdk, call }: Peer): void {
  const nativeOf = async (chain: string) => (await sdk.portfolio.getBalances({ chain }))[0]!.nativeBalance;

  test('a transfer is awaited, or answers PENDING and has a task', async () => {
    const sent = await sdk.transfers.send({ ...toSniper, token: 'SOL', amount: '1000000' });
    expect(sent).toEqual({
      taskId: text,
      status: 'SUCCESS',
      willArchiveOnSuccess: false,
      transaction: { hash: text, explorerUrl: null },
    });
    const pending = await sdk.transfers.send({ ...toSniper, token: jup, amount: '250', awaitResult: false });
    expect(pending).toEqual({ taskId: text, status: 'PENDING', willArchiveOnSuccess: false });
    const done = await until(
      () => sdk.tasks.getStatus(pending.taskId),
      ({ status }) => expect(status).not.toMatch(/submitted|pending/),
    );
    expect(done).toMatchObject({ taskType: 'transfer', status: 'success', txHash: text });
  });

  test('the same correlationId is the same transfer', async () => {
    const transfer = { ...toSniper, token: 'native', amount: '2000000', correlationId: 'conformance-1' };
    const first = await sdk.transfers.send(transfer);
    const balance = await nativeOf('solana');
    const second = await sdk.transfers.send(transfer);
    expect(second).toEqual(first);
    expect(await nativeOf('solana')).toBe(balance);
  });

  test('a transfer that fails is an answer with its error', async () => {
    const answer = await sdk.transfers.send({ ...toSniper, token: 'SOL', amount: `9${'0'.repeat(15)}` });
    expect(answer).toEqual({
      taskId: text,
      status: 'FAILED',
      willArchiveOnSuccess: false,
      error: { code: 'INSUFFICIENT_BALANCE', message: text },
    });
  });

  test('a split is planned, executed once and followed', async () => {
    const plan = await sdk.splits.plan({
      sourceWalletId: 'wal_main',
      fromAmount: '0.16',
      fromAsset: 'sol',
      destinations: [
        { walletId: 'wal_sniper', pctBips: 4_000 },
        { walletId: 'wal_cold', pctBips: 6_000 },
      ],
    });
    expect(plan).toEqual({
      planId: text,
      destinationCount: 2,
      summary: text,
      rates: expect.any(Array),
      warnings: expect.any(Array),
      expiresAt: isoTime,
      expiresInSeconds: 60,
    });
    const rate: unknown = expect.stringMatching(/^(0|\d+\.\d{8})$/);
    expectEach(plan.rates, { exchangerId: text, exchangeRate: rate, toAssetId: text, toNetworkId: text });
    const started = await sdk.splits.execute({ planId: plan.planId });
    expect(started).toEqual({ taskId: text, splitnowOrderId: splitOrder });
    await expect(sdk.splits.execute({ planId: plan.planId })).rejects.toMatchObject({ status: 409 });
    const done = await until(
      () => sdk.tasks.getStatus(started.taskId),
      ({ status }) => expect(status as string).toBe('Completed'),
    );
    expect(done).toMatchObject({ taskType: 'split', txHash: text });
  });

  test('a wallet is retired into another, and archived', async () => {
    const answer = await sdk.transfers.retireWallet({
      fromWalletId: 'wal_sniper',
      toWalletId: 'wal_main',
      token: 'SOL',
      chain: 'SVM',
    });
    expect(answer).toMatchObject({ status: 'SUCCESS', willArchiveOnSuccess: true, transaction: { hash: text } });
    const wallets = await sdk.account.getWallets();
    expect(wallets.find(({ walletId }) => walletId === 'wal_sniper')).toMatchObject({ state: 'ARCHIVED' });
    // The operations after this one find the wallet as it was.
    expect((await call('POST', '/api/v2/wallets/wal_sniper/unarchive', { json: {} })).status).toBe(200);
  });
}
