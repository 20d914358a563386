import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chains } from '../../src/domain/market/chain.ts';
import { paperRouter } from '../../src/domain/market/paper-contracts.ts';
import { chainTraits } from '../../src/paper/exchange/spot/tokens/chain-traits.ts';
import { findAnvil } from './anvil/anvil.ts';
import { compiled, type EvmChainName, maker } from './anvil/evm-chain.ts';
import { type OwnDesk, openOwnDesk } from './anvil/own-desk.ts';

/* What paper builds, the desk reviews and an own key signs, carried out by an EVM that is not ours. */

const program = findAnvil();
const skipped = program ? '' : ' (anvil is not installed for this machine, or does not start)';

test.each(Object.entries(compiled.contracts))('the code of %s is of its source', (name, { sourceHash }) => {
  const source = readFileSync(new URL(`anvil/contracts/${name}.sol`, import.meta.url));
  expect(createHash('sha256').update(source).digest('hex')).toBe(sourceHash);
});

const otherToken = { base: 'AERO', bsc: 'USDT', monad: 'WETH' } as const;

describe.skipIf(!program).each(['base', 'bsc', 'monad'] as const)(`on anvil as %s${skipped}`, (chain: EvmChainName) => {
  const native = chains[chain].nativeAddress;
  let desk: OwnDesk;
  beforeAll(async () => {
    desk = await openOwnDesk(program!, chain, ['USDC', otherToken[chain]]);
  });
  afterAll(() => desk?.chain.anvil.kill());

  /** Prepares the next transaction of a swap, signs and sends it, and holds what happened against what was shown. */
  async function step(from: string, to: string, amount: bigint, kind: 'swap' | 'approval') {
    const prepared = await desk.prepare(from, to, amount);
    expect(prepared.review.findings).toEqual([]);
    expect(prepared).toMatchObject({ kind, verdict: { kind: 'fits' } });
    const [report] = prepared.simulations;
    if (!report?.simulation?.ok || !report.simulation.changes) throw new Error(JSON.stringify(report));
    const said = new Map(report.simulation.changes.map(({ token, delta }) => [token, delta]));
    const before = await desk.chain.holdings(desk.owner, [paperRouter]);
    const { encoded, txHash } = await desk.sign(prepared.unsigned);
    expect(await desk.chain.rpc.send(encoded)).toBe(txHash);
    await desk.chain.mine();
    expect(await desk.chain.rpc.landing(txHash, desk.owner, prepared.nonce!)).toEqual({ state: 'confirmed' });
    const after = await desk.chain.holdings(desk.owner, [paperRouter]);
    const { gasUsed, fee } = await desk.chain.receipt(txHash);
    const { maxFeePerGas } = chainTraits[chain];
    const shown = prepared.review.rows.find(({ label }) => label === 'fees at most')!.does as { baseUnits: bigint };
    expect(fee).toBeLessThanOrEqual(shown.baseUnits);
    // The simulation counts the gas at the highest price that was signed.
    expect(after.native - before.native + fee).toBe(said.get(native)! + gasUsed * maxFeePerGas);
    const moved = desk.chain.tokens.map((token, index) => [token, after.balances[index]! - before.balances[index]!]);
    for (const [token, delta] of moved) expect([token, delta]).toEqual([token, said.get(String(token)) ?? 0n]);
    const delta = (token: string) =>
      token === native
        ? after.native - before.native + fee
        : after.balances[desk.chain.tokens.indexOf(token)]! - before.balances[desk.chain.tokens.indexOf(token)]!;
    expect(delta(from)).toBe(kind === 'swap' ? -amount : 0n);
    if (kind === 'swap') expect(delta(to)).toBeGreaterThanOrEqual(prepared.order.minAmountOut);
    else expect(delta(to)).toBe(0n);
    return after.allowances.map(([allowance]) => allowance);
  }

  test('the native coin is swapped for a token', async () => {
    expect(await step(native, desk.token('USDC'), desk.nativeAmount, 'swap')).toEqual([0n, 0n]);
  });

  test('a token is approved for exactly its amount, swapped for the native coin, and nothing stays approved', async () => {
    const [usdc, amount] = [desk.token('USDC'), desk.usdcAmount];
    expect(await step(usdc, native, amount, 'approval')).toEqual([amount, 0n]);
    expect(await step(usdc, native, amount, 'swap')).toEqual([0n, 0n]);
  });

  test('a token is swapped for a token', async () => {
    const [usdc, other, amount] = [desk.token('USDC'), desk.token(otherToken[chain]), desk.usdcAmount / 3n];
    expect(await step(usdc, other, amount, 'approval')).toEqual([amount, 0n]);
    expect(await step(usdc, other, amount, 'swap')).toEqual([0n, 0n]);
  });

  test('the desk reads the chain as it is', async () => {
    const { rpc, tokens, holdings } = desk.chain;
    const { native: coins, balances } = await holdings(desk.owner);
    const rows = await rpc.balances(desk.owner, tokens);
    expect(rows.map(({ token, baseUnits }) => [token, baseUnits])).toEqual([
      [native, coins],
      ...tokens.map((token, index) => [token, balances[index]]),
    ]);
    expect(await rpc.token(desk.token('USDC'))).toEqual({
      decimals: chain === 'bsc' ? 18 : 6,
      symbol: 'USDC',
      powers: [],
    });
    expect(await rpc.nonce(desk.owner)).toBe(
      Number(await desk.chain.anvil.call<Hex>('eth_getTransactionCount', desk.owner, 'latest')),
    );
  });
});

describe.skipIf(!program)(`what becomes of a signed transaction on anvil${skipped}`, () => {
  const native = chains.base.nativeAddress;
  let desk: OwnDesk;
  beforeAll(async () => {
    desk = await openOwnDesk(program!, 'base', ['USDC']);
  });
  afterAll(() => desk?.chain.anvil.kill());

  const prepareAndSign = async (amount = desk.nativeAmount) => {
    const prepared = await desk.prepare(native, desk.token('USDC'), amount);
    return { ...(await desk.sign(prepared.unsigned)), nonce: prepared.nonce! };
  };

  test('it is seen while it waits, and then confirmed', async () => {
    const { rpc, mine } = desk.chain;
    const { encoded, txHash, nonce } = await prepareAndSign();
    expect(await rpc.landing(txHash, desk.owner, nonce)).toEqual({ state: 'unknown' });
    await rpc.send(encoded);
    expect(await rpc.landing(txHash, desk.owner, nonce)).toEqual({ state: 'seen' });
    expect(await rpc.nonce(desk.owner)).toBe(nonce + 1);
    await mine();
    expect(await rpc.landing(txHash, desk.owner, nonce)).toEqual({ state: 'confirmed' });
  });

  test('it is expired once another one has used its nonce, eight blocks ago', async () => {
    const { rpc, mine } = desk.chain;
    const [one, other] = [await prepareAndSign(), await prepareAndSign(desk.nativeAmount / 2n)];
    expect(other.nonce).toBe(one.nonce);
    await rpc.send(other.encoded);
    await mine();
    expect(await rpc.landing(one.txHash, desk.owner, one.nonce)).toEqual({ state: 'unknown' });
    await mine(7);
    expect(await rpc.landing(one.txHash, desk.owner, one.nonce)).toEqual({ state: 'unknown' });
    await mine();
    expect(await rpc.landing(one.txHash, desk.owner, one.nonce)).toEqual({ state: 'expired' });
    await expect(rpc.send(one.encoded)).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(/nonce/),
    });
  });

  test('it has failed, with a reason, where the router reverts; and the next preview says so', async () => {
    const { rpc } = desk.chain;
    const { encoded, txHash, nonce } = await prepareAndSign();
    await desk.chain.undone(async () => {
      // Somebody else buys first, so that less is left than the minimum.
      const [usdc, spent, deadline] = [desk.token('USDC'), desk.nativeAmount * 1_000n, 2n ** 64n];
      await desk.chain.act(maker, paperRouter, 'swap', ['', native, usdc, spent, 0n, maker, deadline], spent);
      const before = await desk.chain.holdings(desk.owner);
      await rpc.send(encoded);
      await desk.chain.mine();
      expect(await rpc.landing(txHash, desk.owner, nonce)).toEqual({ state: 'failed', why: 'it was reverted' });
      const after = await desk.chain.holdings(desk.owner);
      expect(after.balances).toEqual(before.balances);
      expect(before.native - after.native).toBe((await desk.chain.receipt(txHash)).fee);
      const { verdict } = await desk.prepare(native, desk.token('USDC'), desk.nativeAmount);
      expect(verdict).toMatchObject({
        kind: 'refused',
        why: expect.stringMatching(/It would fail now.*less than the minimum/),
      });
    });
  });
});
