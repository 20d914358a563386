import {
  decodeFunctionData,
  erc20Abi,
  fromRlp,
  type Hex,
  keccak256,
  parseTransaction,
  serializeTransaction,
  toRlp,
} from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { chains } from '../../../../domain/market/chain.ts';
import { paperRouter } from '../../../../domain/market/paper-contracts.ts';
import { chainTraits } from '../tokens/chain-traits.ts';
import { alice, type Envelope, mallory, signEvm, signingFixture } from './signing.fixture.ts';

const ether = 10n ** 18n;
const usdcAmount = 25_000_000n;
const endless = 2n ** 256n - 1n;

function lab() {
  const fixture = signingFixture();
  const base = (symbol: string) => fixture.token('base', symbol);
  const [eth, usdc, aero] = [base('ETH'), base('USDC'), base('AERO')];
  const submit = (signedTransaction: string, walletAddress: string = alice.address) =>
    fixture.signing.submit({ chain: 'base', signedTransaction, walletAddress });
  const buy = async (amount = ether / 100n) => {
    const built = await fixture.build(alice.address, eth, aero, amount);
    return { ...built, envelope: built.transaction as Envelope };
  };
  const sellUsdc = async () => {
    const built = await fixture.build(alice.address, usdc, aero, usdcAmount);
    return { ...built, envelope: built.transaction as Envelope, approval: built.approvalTransaction };
  };
  const allowance = () => fixture.signing.accounts.allowance(usdc, alice.address);
  return { ...fixture, eth, usdc, aero, submit, buy, sellUsdc, allowance };
}

let desk: ReturnType<typeof lab>;
beforeEach(() => {
  desk = lab();
});

describe('the unsigned transaction', () => {
  test.each(['base', 'bsc', 'monad'] as const)(
    'on %s is an EIP-1559 envelope with the chain’s id and fees',
    async (chain) => {
      const native = desk.token(chain, chains[chain].nativeSymbol);
      const token = desk.spot.book.tokens.find((found) => found.chain === chain && found.kind === 'token')!;
      const { transaction, ...rest } = await desk.build(alice.address, native, token, ether / 100n);
      expect(rest).toMatchObject({
        chainId: chains[chain].chainId,
        approvalRequired: false,
        approvalTransaction: null,
      });
      expect(transaction).toEqual({
        to: paperRouter,
        data: expect.stringMatching(/^0x[0-9a-f]+$/),
        value: String(ether / 100n),
        gasLimit: '180000',
        maxFeePerGas: String(chainTraits[chain].maxFeePerGas),
        maxPriorityFeePerGas: String(chainTraits[chain].maxPriorityFeePerGas),
      });
    },
  );

  test('needs the approval of exactly its amount where the router may move less', async () => {
    const { envelope, approval, approvalRequired } = await desk.sellUsdc();
    expect(approvalRequired).toBe(true);
    expect(envelope).toMatchObject({ to: paperRouter, value: '0', gasLimit: '290000' });
    expect(approval).toMatchObject({ to: desk.usdc.address, value: '0' });
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: approval!.data as Hex });
    expect([functionName, String(args![0]).toLowerCase(), args![1]]).toEqual(['approve', paperRouter, usdcAmount]);
    desk.signing.accounts.approve(desk.usdc, alice.address, usdcAmount - 1n);
    expect(await desk.sellUsdc()).toMatchObject({ approvalRequired: true });
    desk.signing.accounts.approve(desk.usdc, alice.address.toLowerCase(), usdcAmount);
    expect(await desk.sellUsdc()).toMatchObject({ approvalRequired: false, approvalTransaction: null });
  });
});

describe('the signed transaction', () => {
  test('settles for its wallet, under the hash that the chain would give it', async () => {
    const { eth, aero, fund, held, wait, on } = desk;
    fund(alice.address, eth, ether);
    const { envelope, chainId, plan } = await desk.buy();
    const signed = await signEvm(alice, chainId, envelope, 0);
    const task = await desk.submit(signed);
    expect(task).toMatchObject({ status: 'submitted', txHash: keccak256(signed) });
    wait(2_500);
    expect(task).toMatchObject({ status: 'success', txHash: keccak256(signed) });
    expect(held(alice.address, eth)).toBe(ether - ether / 100n - chainTraits.base.networkFee);
    expect(held(alice.address, aero)).toBe(plan.amountOut);
    expect(on('evm.token.swaps')).toMatchObject([
      { data: { txHash: keccak256(signed), maker: alice.address.toLowerCase() } },
    ]);
  });

  test('may name its own gas and nonce, but nothing else', async () => {
    desk.fund(alice.address, desk.eth, ether);
    const { envelope, chainId } = await desk.buy();
    const changes = [
      { to: mallory.address },
      { value: 1n },
      { chainId: 1 },
      { data: `${envelope.data.slice(0, -1)}f` as Hex },
      { data: '0x' as Hex },
      { data: `${envelope.data}00` as Hex },
    ];
    for (const change of changes) {
      const signed = await signEvm(alice, chainId, envelope, 0, change);
      await expect(
        desk.submit(signed),
        JSON.stringify(change, (_, value) => String(value)),
      ).rejects.toMatchObject({
        code: 'UNKNOWN_TRANSACTION',
      });
    }
    const dearer = await signEvm(alice, chainId, envelope, 7, { gas: 400_000n, maxFeePerGas: 10n ** 9n });
    await expect(desk.submit(dearer)).resolves.toMatchObject({ status: 'submitted' });
  });

  test('with a bit flipped is refused, wherever it is', async () => {
    desk.fund(alice.address, desk.eth, ether);
    const { envelope, chainId } = await desk.buy();
    const bytes = Buffer.from((await signEvm(alice, chainId, envelope, 0)).slice(2), 'hex');
    for (let index = 0; index < bytes.length; index += 5) {
      const flipped = Buffer.from(bytes);
      flipped[index]! ^= 1 << (index % 8);
      await expect(desk.submit(`0x${flipped.toString('hex')}`), `byte ${index}`).rejects.toMatchObject({
        name: 'PaperError',
        status: 400,
        code: expect.stringMatching(/^INVALID_(SIGNATURE|PARAMS)$/),
      });
    }
  });

  test('without a signature, with another’s, or with its mirror image is refused', async () => {
    const { envelope, chainId } = await desk.buy();
    const signed = await signEvm(alice, chainId, envelope, 0);
    const { r, s, yParity, ...unsigned } = parseTransaction(signed as `0x02${string}`);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const mirrored = { r: r!, s: `0x${(order - BigInt(s!)).toString(16)}` as Hex, yParity: 1 - yParity! };
    for (const [text, wallet] of [
      [serializeTransaction(unsigned), alice.address],
      [serializeTransaction(unsigned, mirrored), alice.address],
      [signed, mallory.address],
      [await signEvm(mallory, chainId, envelope, 0), alice.address],
    ] as const) {
      await expect(desk.submit(text, wallet)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' });
    }
    // A stranger's own signature under a swap that was built for another.
    const stolen = await signEvm(mallory, chainId, envelope, 0);
    await expect(desk.submit(stolen, mallory.address)).rejects.toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
  });

  test('in another encoding, which would have another hash, is refused as unreadable', async () => {
    desk.fund(alice.address, desk.eth, ether);
    const { envelope, chainId } = await desk.buy();
    const fields = fromRlp(`0x${(await signEvm(alice, chainId, envelope, 0)).slice(4)}`, 'hex') as Hex[];
    const [chain, _nonce, ...rest] = fields;
    const encode = (nonce: Hex): Hex => `0x02${toRlp([chain!, nonce, ...rest]).slice(2)}`;
    await expect(desk.submit(encode('0x00'))).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    await expect(desk.submit(encode('0x'))).resolves.toMatchObject({ status: 'submitted' });
  });

  test('is taken once, whatever its nonce, and a nonce once', async () => {
    desk.fund(alice.address, desk.eth, ether);
    const [first, second] = [await desk.buy(), await desk.buy()];
    const signed = await signEvm(alice, first.chainId, first.envelope, 4);
    const both = await Promise.allSettled([desk.submit(signed), desk.submit(signed)]);
    expect(both).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'ALREADY_SUBMITTED' } }]);
    const again = await signEvm(alice, first.chainId, first.envelope, 5);
    await expect(desk.submit(again)).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED' });
    const reused = await signEvm(alice, first.chainId, second.envelope, 4);
    await expect(desk.submit(reused)).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED', details: { nextNonce: 5 } });
    const next = await signEvm(alice, first.chainId, second.envelope, 5);
    await expect(desk.submit(next)).resolves.toMatchObject({ status: 'submitted' });
  });

  test('is refused after its deadline, and without the money for it', async () => {
    const { envelope, chainId } = await desk.buy();
    const signed = await signEvm(alice, chainId, envelope, 0);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    desk.fund(alice.address, desk.eth, ether);
    desk.wait(60_000);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' });
  });

  test.each(['', '0x', '0x02', '0x02c0', `0x02${'00'.repeat(99)}`, 'AQAB'])(
    'that is %j is refused as unreadable',
    async (text) => {
      await expect(desk.submit(text)).rejects.toMatchObject({ code: 'INVALID_PARAMS' });
    },
  );
});

describe('approvals', () => {
  const funded = () => {
    desk.fund(alice.address, desk.eth, ether);
    desk.fund(alice.address, desk.usdc, 2n * usdcAmount);
  };

  test('come into force when they are confirmed, let one swap through, and are used up by it', async () => {
    funded();
    const { envelope, approval, chainId } = await desk.sellUsdc();
    const swap = await signEvm(alice, chainId, envelope, 1);
    await expect(desk.submit(swap)).rejects.toMatchObject({ code: 'INSUFFICIENT_ALLOWANCE' });
    const task = await desk.submit(await signEvm(alice, chainId, approval!, 0));
    expect(task).toMatchObject({ status: 'submitted', job: { kind: 'approval' } });
    expect(desk.allowance()).toBe(0n);
    desk.wait(2_500);
    expect(task.status).toBe('success');
    expect(desk.on('portfolio.notifications')).toMatchObject([{ data: { type: 'approval', taskId: task.taskId } }]);
    expect(desk.allowance()).toBe(usdcAmount);
    expect(desk.held(alice.address, desk.eth)).toBe(ether - chainTraits.base.networkFee / 3n);
    const sold = await desk.submit(swap);
    desk.wait(2_500);
    expect(sold.status).toBe('success');
    expect(desk.allowance()).toBe(0n);
    expect(desk.held(alice.address, desk.usdc)).toBe(usdcAmount);
  });

  test('of everything do not run down', async () => {
    funded();
    desk.signing.accounts.approve(desk.usdc, alice.address, endless);
    const { envelope, chainId } = await desk.sellUsdc();
    await desk.submit(await signEvm(alice, chainId, envelope, 0));
    desk.wait(2_500);
    expect(desk.held(alice.address, desk.usdc)).toBe(usdcAmount);
    expect(desk.allowance()).toBe(endless);
  });

  test('that two swaps wait for pay for the first alone', async () => {
    funded();
    desk.signing.accounts.approve(desk.usdc, alice.address, usdcAmount);
    const swaps = [await desk.sellUsdc(), await desk.sellUsdc()];
    const tasks = [];
    for (const [nonce, { envelope, chainId }] of swaps.entries()) {
      tasks.push(await desk.submit(await signEvm(alice, chainId, envelope, nonce)));
    }
    desk.wait(2_500);
    expect(tasks.map(({ status }) => status).sort()).toEqual(['failed', 'success']);
    expect(tasks.find(({ status }) => status === 'failed')).toMatchObject({ errorCode: 'INSUFFICIENT_ALLOWANCE' });
    // What the failed one had set aside is free again.
    const { ledger } = desk.spot.account;
    const usdcId = `base:${desk.usdc.address}`;
    expect(ledger.available(alice.address.toLowerCase(), usdcId)).toBe(usdcAmount);
  });

  test('of another spender, of an unlisted token, replayed or without the fee are refused', async () => {
    const { approval, chainId } = await desk.sellUsdc();
    const signed = await signEvm(alice, chainId, approval!, 0);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    funded();
    const toMallory = approval!.data.replace(paperRouter.slice(2), mallory.address.slice(2).toLowerCase()) as Hex;
    for (const change of [{ data: toMallory }, { to: mallory.address }, { value: 1n }, { chainId: 56 }]) {
      const other = await signEvm(alice, chainId, approval!, 0, change);
      await expect(desk.submit(other)).rejects.toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
    }
    await desk.submit(signed);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED' });
  });

  test('and used nonces are remembered by a service that was started again', async () => {
    funded();
    const { approval, chainId } = await desk.sellUsdc();
    const signed = await signEvm(alice, chainId, approval!, 3);
    await desk.submit(signed);
    desk.wait(2_500);
    const state: unknown = JSON.parse(JSON.stringify(desk.spot.snapshot()));
    desk = lab();
    desk.spot.restore(state);
    expect(desk.allowance()).toBe(usdcAmount);
    await expect(desk.submit(signed)).rejects.toMatchObject({ code: 'ALREADY_SUBMITTED', details: { nextNonce: 4 } });
  });
});
