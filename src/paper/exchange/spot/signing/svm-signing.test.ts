import {
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  signTransaction,
  verifySignature,
} from '@solana/kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { paperProgram } from '../../../../domain/market/paper-contracts.ts';
import { chainTraits } from '../tokens/chain-traits.ts';
import { blockhashAt } from '../trading/unsigned-transaction.ts';
import { newSvmSigner, signingFixture, signSvm } from './signing.fixture.ts';

const million = 1_000_000n;
const [owner, thief] = await Promise.all([newSvmSigner(), newSvmSigner()]);

function lab() {
  const fixture = signingFixture();
  const [sol, jup] = [fixture.token('solana', 'SOL'), fixture.token('solana', 'JUP')];
  const build = async (address: string = owner.address, slippageBps = 100) => {
    const built = await fixture.build(address, sol, jup, 500n * million, slippageBps);
    return { ...built, unsigned: built.transaction as string };
  };
  const submit = (signedTransaction: string, walletAddress: string = owner.address) =>
    fixture.signing.submit({ chain: 'solana', signedTransaction, walletAddress });
  return { ...fixture, sol, jup, build, submit };
}

let desk: ReturnType<typeof lab>;
beforeEach(() => {
  desk = lab();
});

describe('the unsigned transaction', () => {
  test('is a v0 transaction that the wallet pays for, with the quote in its data and no signature', async () => {
    const { unsigned, quoteId } = await desk.build();
    const transaction = getTransactionDecoder().decode(Buffer.from(unsigned, 'base64'));
    expect(transaction.signatures).toEqual({ [owner.address]: null });
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    expect(message).toMatchObject({
      version: 0,
      header: { numSignerAccounts: 1, numReadonlySignerAccounts: 0 },
      lifetimeToken: blockhashAt(desk.spot.nowMs),
    });
    expect(message.staticAccounts[0]).toBe(owner.address);
    expect(message.staticAccounts).toEqual(
      expect.arrayContaining([owner.address, paperProgram, desk.sol.address, desk.jup.address]),
    );
    expect(getBase64EncodedWireTransaction(transaction)).toBe(unsigned);
    expect(Buffer.from(unsigned, 'base64').includes(quoteId)).toBe(true);
  });

  test('can be signed by its payer, and the signature verifies', async () => {
    const { unsigned } = await desk.build();
    const transaction = getTransactionDecoder().decode(Buffer.from(unsigned, 'base64'));
    const { signatures, messageBytes } = await signTransaction([owner.keyPair], transaction);
    const signature = signatures[owner.address]!;
    expect(await verifySignature(owner.keyPair.publicKey, signature, messageBytes)).toBe(true);
    expect(await verifySignature(thief.keyPair.publicKey, signature, messageBytes)).toBe(false);
  });

  test('names the blockhash of its slot', () => {
    const { nowMs } = desk.spot;
    expect(blockhashAt(nowMs + chainTraits.solana.blockMs)).not.toBe(blockhashAt(nowMs));
  });

  test('of more than a token account can hold is refused', async () => {
    const { plan } = await desk.build();
    const request = {
      chain: 'solana' as const,
      inputMint: desk.sol.address,
      outputMint: desk.jup.address,
      slippageBps: 100,
      amount: String(2n ** 64n),
      walletAddress: owner.address,
    } as const;
    await expect(desk.signing.build(request, { ...plan, amountIn: 2n ** 64n }, 'quo_big')).rejects.toMatchObject({
      code: 'INVALID_PARAMS',
    });
  });
});

describe('the signed transaction', () => {
  test('settles for its wallet, under the hash that its signature is', async () => {
    const { sol, jup, fund, held, wait, on, spot } = desk;
    fund(owner.address, sol, 1_000n * million);
    const tradesBefore = spot.account.trades.trades.length;
    const { unsigned, plan } = await desk.build();
    const task = await desk.submit(await signSvm(owner, unsigned));
    const { txHash } = task;
    expect(task).toMatchObject({ status: 'submitted', txHash: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/) });
    wait(2_000);
    expect(task).toMatchObject({ status: 'success', txHash });
    expect(held(owner.address, sol)).toBe(500n * million - chainTraits.solana.networkFee);
    expect(held(owner.address, jup)).toBe(plan.amountOut);
    expect(on('svm.token.swaps')).toMatchObject([{ data: { signature: txHash, maker: owner.address } }]);
    const paid = on('svm.wallet.nativeBalance').filter(({ filter }) => filter['walletAddress'] === owner.address);
    expect(paid.length).toBeGreaterThan(0);
    // The wallet is not the account's: its trades are no part of the account's history and profit.
    expect(spot.account.trades.trades).toHaveLength(tradesBefore);
  });

  test('with a bit flipped is refused, wherever it is', async () => {
    desk.fund(owner.address, desk.sol, 1_000n * million);
    const bytes = Buffer.from(await signSvm(owner, (await desk.build()).unsigned), 'base64');
    for (let index = 1; index < bytes.length; index++) {
      const flipped = Buffer.from(bytes);
      flipped[index]! ^= 1 << (index % 8);
      const refused = desk.submit(flipped.toString('base64'));
      await expect(refused, `byte ${index}`).rejects.toMatchObject({
        name: 'PaperError',
        status: 400,
        code: expect.stringMatching(/^INVALID_(SIGNATURE|PARAMS)$/),
      });
    }
  });

  test('without a signature, with another’s, or for another wallet is refused', async () => {
    const { unsigned } = await desk.build();
    const [mine, theirs] = [
      await signSvm(owner, unsigned),
      await signSvm(thief, (await desk.build(thief.address)).unsigned),
    ];
    const forged = Buffer.from(mine, 'base64');
    Buffer.from(theirs, 'base64').copy(forged, 1, 1, 65);
    for (const [signed, wallet] of [
      [unsigned, owner.address],
      [forged.toString('base64'), owner.address],
      [mine, thief.address],
    ] as const) {
      await expect(desk.submit(signed, wallet)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
    }
  });

  test('that was altered before it was signed, or is none of paper’s, is refused', async () => {
    desk.fund(owner.address, desk.sol, 1_000n * million);
    const { unsigned, quoteId } = await desk.build();
    const altered = Buffer.from(unsigned, 'base64');
    // The last eight bytes before the empty lookup tables are the least accepted.
    altered[altered.length - 2]! ^= 1;
    const unknown = Buffer.from(unsigned, 'base64');
    unknown.write('quo_9', unknown.indexOf(quoteId));
    for (const bytes of [altered, unknown]) {
      const signed = await signSvm(owner, bytes.toString('base64'));
      await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
    }
  });

  test('tells the key’s limits what it swaps', async () => {
    const { unsigned } = await desk.build();
    const swapIn = (signedTransaction: string) =>
      desk.signing.swapIn({ chain: 'solana', signedTransaction, walletAddress: owner.address });
    expect(await swapIn(await signSvm(owner, unsigned))).toEqual({
      chain: 'solana',
      inputMint: desk.sol.address,
      outputMint: desk.jup.address,
      amount: String(500n * million),
      slippageBps: 100,
    });
    expect(await swapIn('AQAB')).toBeNull();
  });

  test('is taken once, also when it comes twice at the same time', async () => {
    desk.fund(owner.address, desk.sol, 5_000n * million);
    const signed = await signSvm(owner, (await desk.build()).unsigned);
    // Signatures are verified on other threads, so either may be first.
    const outcomes = await Promise.allSettled([desk.submit(signed), desk.submit(signed)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'ALREADY_SUBMITTED' },
    });
    desk.wait(60_000);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED' });
  });

  test('is remembered as taken by a service that was started again', async () => {
    desk.fund(owner.address, desk.sol, 5_000n * million);
    const [sent, kept] = [await desk.build(), await desk.build()].map(({ unsigned }) => signSvm(owner, unsigned));
    await desk.submit((await sent)!);
    const state: unknown = JSON.parse(JSON.stringify(desk.spot.snapshot()));
    desk = lab();
    desk.spot.restore(state);
    await expect(desk.submit((await sent)!)).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED' });
    await expect(desk.submit((await kept)!)).resolves.toMatchObject({ status: 'submitted' });
  });

  test('is good until its blockhash expires, and not a moment longer', async () => {
    desk.fund(owner.address, desk.sol, 5_000n * million);
    const [early, late] = await Promise.all([desk.build(), desk.build()]);
    const signed = await Promise.all([early, late].map(({ unsigned }) => signSvm(owner, unsigned)));
    desk.wait(59_999);
    await expect(desk.submit(signed[0]!)).resolves.toMatchObject({ status: 'submitted' });
    desk.wait(1);
    await expect(desk.submit(signed[1]!)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' });
  });

  test('that the pool gives less for than it accepts fails, for the network fee', async () => {
    const { sol, jup, fund, held, wait, spot } = desk;
    fund(owner.address, sol, 1_000n * million);
    const { unsigned } = await desk.build(owner.address, 0);
    const task = await desk.submit(await signSvm(owner, unsigned));
    const { txHash } = task;
    spot.book.marketOf(jup).pool.swap('native', 1_000n * million);
    wait(3_000);
    expect(task).toMatchObject({ status: 'failed', errorCode: 'SLIPPAGE_EXCEEDED', txHash });
    expect(held(owner.address, sol)).toBe(1_000n * million - chainTraits.solana.networkFee);
  });

  test('is forgotten two minutes after it expired, and then unknown', async () => {
    desk.fund(owner.address, desk.sol, 5_000n * million);
    const signed = await signSvm(owner, (await desk.build()).unsigned);
    desk.wait(179_999);
    await desk.build();
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' });
    desk.wait(1);
    await desk.build();
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
  });

  test('of a wallet that can’t pay is refused, and taken once it can', async () => {
    const signed = await signSvm(owner, (await desk.build()).unsigned);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    desk.fund(owner.address, desk.sol, 500n * million + chainTraits.solana.networkFee - 1n);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    desk.fund(owner.address, desk.sol, 1n);
    await expect(desk.submit(signed)).resolves.toMatchObject({ status: 'submitted' });
  });

  test.each(['', 'AQAB', 'not base64!', `${'A'.repeat(400)}`])('that is %j is refused as unreadable', async (text) => {
    await expect(desk.submit(text)).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
  });
});
