import { expect, test } from 'vitest';
import {
  alice,
  type Envelope,
  newSvmSigner,
  signEvm,
  signSvm,
} from '../../../src/paper/exchange/spot/signing/signing.fixture.ts';
import type { Peer } from '../peer.ts';
import { baseAero, baseEth, baseUsdc, jup, sol, text, until } from '../shapes.ts';

type Balances = { readonly balances: { readonly token: string; readonly balance: string }[] };

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** Transactions that are signed here, with keys that the service has never seen, and submitted by the published client. */
export function signedSwapOperations({ sdk, call, paper }: Peer): void {
  const fund = (chain: string, address: string, amount: string, token?: string) =>
    call('POST', '/paper/admin/faucet', { json: { chain, address, amount, token } });
  const held = async (chain: string, address: string, token: string) => {
    const { body } = await call('GET', `/paper/admin/faucet?chain=${chain}&address=${address}`);
    const { balances } = body.data as Balances;
    return BigInt(balances.find((held) => held.token === token)?.balance ?? 0);
  };
  const submit = async (chain: string, walletAddress: string, signedTransaction: string) => {
    const accepted = await sdk.swap.submitTransaction({ chain, walletAddress, signedTransaction });
    expect(accepted).toEqual({ taskId: text, txHash: text, status: 'submitted' });
    const done = await until(
      () => sdk.tasks.getStatus(accepted.taskId),
      ({ status }) => expect(status).not.toMatch(/submitted|pending/),
    );
    expect(done).toMatchObject({ status: 'success', txHash: accepted.txHash, errorCode: null });
    return done;
  };
  const refused = (apiCode: string) => ({ status: 400, apiCode, requestId: text });

  test('on Solana: built, signed, submitted, confirmed, and not a second time', async () => {
    const { keyPair, address } = await newSvmSigner();
    const built = await sdk.swap.buildTransaction({
      chain: 'solana',
      inputMint: sol,
      outputMint: jup,
      amount: '250000000',
      walletAddress: address,
      slippageBps: 1_000,
    });
    const signedTransaction = await signSvm({ keyPair }, built.transaction as string);
    const submission = { chain: 'solana', walletAddress: address, signedTransaction };
    await expect(sdk.swap.submitTransaction(submission)).rejects.toMatchObject(refused('INSUFFICIENT_BALANCE'));
    const { status, body } = await fund('solana', address, '1000000000');
    expect([status, body.data]).toEqual([200, { token: sol, symbol: 'SOL', balance: '1000000000' }]);

    const stranger = await newSvmSigner();
    const theirs = await signSvm(stranger, built.transaction as string).catch(() => built.transaction as string);
    const unsigned = { ...submission, signedTransaction: theirs };
    await expect(sdk.swap.submitTransaction(unsigned)).rejects.toMatchObject(refused('INVALID_SIGNATURE'));

    expect(await submit('solana', address, signedTransaction)).toMatchObject({ taskType: 'swap' });
    expect(await held('solana', address, jup)).toBeGreaterThanOrEqual(BigInt(built.quoteSummary.minOutputAmount));
    await expect(sdk.swap.submitTransaction(submission)).rejects.toMatchObject(refused('ALREADY_SUBMITTED'));
  });

  test('on Base: the approval first, then the swap', async () => {
    const walletAddress = alice.address;
    await fund('base', walletAddress, '1000000000000000000');
    await fund('base', walletAddress, '25000000', baseUsdc);
    const built = await sdk.swap.buildTransaction({
      chain: 'base',
      inputMint: baseUsdc,
      outputMint: baseAero,
      amount: '25000000',
      walletAddress,
      slippageBps: 1_000,
    });
    const chainId = built.chainId!;
    const swap = await signEvm(alice, chainId, built.transaction as Envelope, 1);
    const early = { chain: 'base', walletAddress, signedTransaction: swap };
    await expect(sdk.swap.submitTransaction(early)).rejects.toMatchObject(refused('INSUFFICIENT_ALLOWANCE'));

    const approval = await signEvm(alice, chainId, built.approvalTransaction as Envelope, 0);
    expect(await submit('base', walletAddress, approval)).toMatchObject({ taskType: 'approval' });
    const asked = { chainId, tokenAddress: baseUsdc, walletAddress };
    expect(await sdk.swap.getApproveAllowance(asked)).toEqual({ ...asked, allowance: '25000000' });

    expect(await submit('base', walletAddress, swap)).toMatchObject({ taskType: 'swap' });
    expect(await held('base', walletAddress, baseUsdc)).toBe(0n);
    expect(await held('base', walletAddress, baseAero)).toBeGreaterThanOrEqual(
      BigInt(built.quoteSummary.minOutputAmount),
    );
    expect(await sdk.swap.getApproveAllowance(asked)).toMatchObject({ allowance: '0' });
    const { body } = await call('GET', `/paper/admin/faucet?chain=base&address=${walletAddress}`);
    expect(body.data).toMatchObject({ nextNonce: 2 });
  });

  test('what is no transaction, or no signature of the wallet’s, is refused', async () => {
    const { address } = await newSvmSigner();
    const submission = { chain: 'solana', walletAddress: address, signedTransaction: 'AQAB' };
    await expect(sdk.swap.submitTransaction(submission)).rejects.toMatchObject(refused('INVALID_PARAMS'));
    const native = await sdk.swap.buildTransaction({
      chain: 'base',
      inputMint: baseEth,
      outputMint: baseAero,
      amount: '1000000000000000',
      walletAddress: '0xecd353c2bc593701e82fbc8e9c31bd75c86a612f',
    });
    const signedTransaction = await signEvm(alice, 8453, native.transaction as Envelope, 9);
    for (const [walletAddress, code] of [
      ['0xecd353c2bc593701e82fbc8e9c31bd75c86a612f', 'INVALID_SIGNATURE'],
      [alice.address, 'UNKNOWN_TRANSACTION'],
    ] as const) {
      const stolen = { chain: 'base', walletAddress, signedTransaction };
      await expect(sdk.swap.submitTransaction(stolen)).rejects.toMatchObject(refused(code));
    }
  });

  test('the limits of the key that submits hold for what is signed', async () => {
    const { keyPair, address } = await newSvmSigner();
    await fund('solana', address, '9000000000');
    const built = await sdk.swap.buildTransaction({
      chain: 'solana',
      inputMint: usdc,
      outputMint: jup,
      amount: '60000000',
      walletAddress: address,
    });
    const signedTransaction = await signSvm({ keyPair }, built.transaction as string);
    const json = { chain: 'solana', walletAddress: address, signedTransaction };
    const { status, body } = await call('POST', '/api/v2/swap/submit', { key: paper.keys.limited, json });
    expect([status, body.error]).toMatchObject([
      403,
      { code: 'FORBIDDEN', details: { constraint: 'maxBuyUsdPerTrade', limit: 50 } },
    ]);
  });

  test('the faucet is for the full key, for addresses, and for listed tokens', async () => {
    const json = { chain: 'base', address: alice.address, amount: '1' };
    const { readOnly, limited } = paper.keys;
    for (const key of [readOnly, limited]) {
      expect((await call('POST', '/paper/admin/faucet', { key, json })).status).toBe(403);
    }
    for (const wrong of [{ address: sol }, { token: alice.address }, { amount: String(2n ** 256n) }, { amount: '0' }]) {
      const { status, body } = await call('POST', '/paper/admin/faucet', { json: { ...json, ...wrong } });
      expect([status, body.error?.code]).toEqual([400, 'INVALID_PARAMS']);
    }
  });
}
