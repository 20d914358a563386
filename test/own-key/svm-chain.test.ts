import { describe, expect, test } from 'vitest';
import type { BuiltSwap } from '../../src/paper/exchange/spot/signing/built-swap.ts';
import { svmSwapTransaction } from '../../src/paper/exchange/spot/signing/svm-transaction.ts';
import type { SvmRpc } from '../../src/signing/chain/chain-rpc.ts';
import { jup, native, poolAuthority, recent, svmOwner, usdc } from '../../src/signing/rules/honest.fixture.ts';
import type { SwapOrder } from '../../src/signing/swap-order.ts';
import { nodeOf, transactionOf } from './svm/node.fixture.ts';
import { prepare, sign } from './svm/owner.fixture.ts';
import { noRuntime, pricesOf, ray, runtime, type World, world } from './svm/world.fixture.ts';

/* Swaps as paper builds them, on Solana's runtime with the real token programs. */

const rent = 2_039_280n;
/** One signature, and 200,000 units at 500,000 micro-lamports. */
const fee = 105_000n;

/** The order at the pool's price less 1 %, and what paper builds for it. */
async function built(here: World, inputToken: string, outputToken: string, amountIn: bigint) {
  const minAmountOut = ((await pricesOf(here, inputToken, outputToken))(amountIn) * 99n) / 100n;
  const order: SwapOrder = { chain: 'solana', owner: svmOwner, inputToken, outputToken, amountIn, minAmountOut };
  const swap: BuiltSwap = {
    ...order,
    quoteId: 'quo_1',
    walletAddress: svmOwner,
    amountIn: `${amountIn}`,
    minAmountOut: `${minAmountOut}`,
    slippageBps: 100,
    isNativeInput: inputToken === native,
    poolCount: 1,
    blockhash: here.svm.latestBlockhash(),
    expiresAtMs: 0,
    isSubmitted: false,
  };
  return { order, encoded: await svmSwapTransaction(swap) };
}

const balances = async (rpc: SvmRpc): Promise<Map<string, bigint>> =>
  new Map((await rpc.balances(svmOwner, [])).map(({ token, baseUnits }) => [token, baseUnits]));

async function changesSince(before: ReadonlyMap<string, bigint>, rpc: SvmRpc): Promise<Map<string, bigint>> {
  const after = await balances(rpc);
  const tokens = [...new Set([...before.keys(), ...after.keys()])];
  const changes = tokens.map((token) => [token, (after.get(token) ?? 0n) - (before.get(token) ?? 0n)] as const);
  return new Map(changes.filter(([, delta]) => delta !== 0n));
}

/** Prepares, signs and sends; the changes are what the node's balances changed by. */
async function carryOut(here: World, inputToken: string, outputToken: string, amountIn: bigint) {
  const rpc = nodeOf(here.svm);
  const { order, encoded } = await built(here, inputToken, outputToken, amountIn);
  const [prepared, before] = [await prepare(rpc, order, encoded), await balances(rpc)];
  const { encoded: signed, txHash } = await sign(encoded);
  expect(await rpc.send(signed)).toBe(txHash);
  expect(await rpc.landing(txHash, prepared.blockhash ?? '')).toEqual({ state: 'confirmed' });
  return { order, prepared, changes: await changesSince(before, rpc) };
}

describe.skipIf(!runtime)(runtime ? 'on Solana’s runtime' : noRuntime, () => {
  test.each([
    ['SOL → USDC', native, usdc, 1_500_000_000n, 0n],
    ['USDC → SOL', usdc, native, 50_000_000n, 0n],
    ['USDC → JUP', usdc, jup, 50_000_000n, 0n],
    ['USDC → a token that the wallet never had', usdc, ray, 50_000_000n, rent],
  ])('%s does exactly what the desk shows', async (_, input, output, amountIn, newAccount) => {
    const here = await world();
    const price = (await pricesOf(here, input, output))(amountIn);
    const { order, prepared, changes } = await carryOut(here, input, output, amountIn);
    expect(prepared.review.findings).toEqual([]);
    expect(prepared.verdict).toEqual({ kind: 'fits' });
    const costs = (token: string) => (token === native ? -fee - newAccount : 0n);
    const expected = new Map([
      [native, costs(native)],
      [input, costs(input) - amountIn],
      [output, costs(output) + price],
    ]);
    expect(changes).toEqual(expected);
    expect(price).toBeGreaterThanOrEqual(order.minAmountOut);
    const [report] = prepared.simulations;
    const said = report?.simulation?.ok ? (report.simulation.changes ?? []) : [];
    expect(new Map(said.map(({ token, delta }) => [token, delta]))).toEqual(expected);
    const shown = prepared.review.rows.find(({ label }) => label === 'fees at most');
    expect(shown?.does).toEqual({ token: native, baseUnits: fee });
  });

  test('one that would get less than the minimum is seen to fail, and costs its fee if it is sent', async () => {
    const here = await world();
    const rpc = nodeOf(here.svm);
    const { order, encoded } = await built(here, native, usdc, 1_500_000_000n);
    // Somebody else was faster: the pool holds less USDC, and pays less.
    await here.putTokens(await poolAuthority(), usdc, 4_900_000_000n);
    const { verdict, review } = await prepare(rpc, order, encoded);
    expect(verdict.kind).toBe('refused');
    expect(review.findings.map(({ what }) => what)).toEqual([
      expect.stringMatching(/^It would fail now, .*InstructionError\(6, Custom\(2\)\)/),
    ]);
    const before = await balances(rpc);
    const { encoded: signed, txHash } = await sign(encoded);
    await expect(rpc.send(signed)).rejects.toThrow('simulation failed');
    here.svm.sendTransaction(transactionOf(signed));
    expect(await rpc.landing(txHash, here.svm.latestBlockhash())).toEqual({
      state: 'failed',
      why: 'InstructionError(6, Custom(2))',
    });
    expect(await changesSince(before, rpc)).toEqual(new Map([[native, -fee]]));
  });

  test('the desk reads accounts that the real programs made', async () => {
    const here = await world();
    const rpc = nodeOf(here.svm);
    await carryOut(here, usdc, ray, 10_000_000n);
    expect(await rpc.tokenAccounts(svmOwner)).toContain(await here.own(ray));
    expect(await rpc.token(usdc)).toEqual({ decimals: 6, symbol: null, powers: [] });
    expect(await rpc.token(svmOwner)).toBeNull();
    expect(await rpc.lookupTable(usdc)).toBeNull();
  });

  test('a signed swap whose blockhash is gone has expired, once the chain has known it', async () => {
    const here = await world();
    const rpc = nodeOf(here.svm);
    const { encoded } = await built(here, native, usdc, 1_500_000_000n);
    const { encoded: signed, txHash } = await sign(encoded);
    const hash = here.svm.latestBlockhash();
    expect(await rpc.landing(txHash, hash)).toEqual({ state: 'unknown' });
    here.svm.expireBlockhash();
    expect(await rpc.landing(txHash, hash)).toEqual({ state: 'expired' });
    await expect(rpc.send(signed)).rejects.toThrow('BlockhashNotFound');
    expect(await rpc.isBlockhashValid(recent)).toBe(false);
  });
});
