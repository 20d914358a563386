import { type Hex, maxUint256 } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paperRouter } from '../../src/domain/market/paper-contracts.ts';
import { permit2 } from '../../src/signing/decode/permit2.ts';
import { attacks, evmSale, variants, whyRefused } from '../../src/signing/rules/attacks.fixture.ts';
import {
  encodeEvm,
  evmOrder,
  evmOwner,
  evmStranger,
  evmToken,
  honestEvm,
  now,
  policy,
} from '../../src/signing/rules/honest.fixture.ts';
import { findAnvil } from './anvil/anvil.ts';
import { type AttackScene, openAttackScene, thief } from './anvil/attack-scene.ts';

/* What the rules refuse, signed and sent without them: each attack does what docs/attacks.md says. */

const program = findAnvil();
const skipped = program ? '' : ' (anvil is not installed for this machine, or does not start)';
const { amountIn, minAmountOut } = evmOrder;

let scene: AttackScene;
let elsewhere: AttackScene;

/** What the wallet has gained and lost by some work; what it paid for gas is not in it. */
async function changes(work: () => Promise<{ fee: bigint }>) {
  const before = await scene.wallet();
  const { fee } = await work();
  const after = await scene.wallet();
  return { native: after.native + fee - before.native, usdc: after.usdc - before.usdc };
}

/** The thief moves this much of the wallet's USDC, by what was approved for it. */
async function moves(units: bigint, way: () => Promise<{ isConfirmed: boolean }>) {
  const [before, had] = [await scene.wallet(), await scene.usdcOf(thief)];
  expect(await way()).toMatchObject({ isConfirmed: true });
  expect((await scene.wallet()).usdc).toBe(before.usdc - units);
  expect((await scene.usdcOf(thief)) - had).toBe(units);
}

const transferFrom = (units: bigint) => () =>
  scene.chain.act(evmStranger, evmToken, 'transferFrom', [evmOwner, thief, units]);
const pull = (units: bigint) => () => scene.steal(paperRouter, 'pull', [evmToken, evmOwner, thief, units]);

/** By name what an attack does once it is signed: given its bytes, on a chain that is put back afterwards. */
const harms: Readonly<Record<string, (encoded: string) => Promise<void>>> = {
  'lowered minimum': async (encoded) => {
    await scene.raisePrice();
    const honest = await scene.chain.undone(() => scene.carryOut(scene.honest));
    expect(honest.isConfirmed).toBe(false);
    const { native, usdc } = await changes(() => scene.carryOut(encoded));
    expect(usdc).toBe(-amountIn);
    expect(native).toBeGreaterThan(0n);
    expect(native).toBeLessThan(minAmountOut / 3n);
  },
  'hidden approval': async (encoded) => {
    expect(await changes(() => scene.carryOut(encoded))).toEqual({ native: 0n, usdc: 0n });
    await moves(amountIn, transferFrom(amountIn));
  },
  'wrong chain id': async (encoded) => {
    await expect(scene.carryOut(encoded)).rejects.toThrow(/chain/i);
    const before = await elsewhere.wallet();
    expect(await elsewhere.carryOut(encoded)).toMatchObject({ isConfirmed: true });
    expect((await elsewhere.wallet()).usdc).toBe(before.usdc - amountIn);
  },
  'changed router': async (encoded) => {
    await scene.takeOver(evmStranger);
    const had = await scene.nativeOf(evmStranger);
    expect(await changes(() => scene.carryOut(encoded))).toEqual({ native: -evmSale.amountIn, usdc: 0n });
    expect((await scene.nativeOf(evmStranger)) - had).toBe(evmSale.amountIn);
  },
  'unlimited approval': async (encoded) => {
    await scene.carryOut(encoded);
    expect((await scene.wallet()).allowed).toBe(maxUint256);
    await scene.takeOver(paperRouter);
    const { usdc } = await scene.wallet();
    expect(usdc).toBeGreaterThan(amountIn);
    await moves(usdc, pull(usdc));
    // And later: whatever arrives.
    await scene.chain.mint(evmToken, evmOwner, 5n);
    await moves(5n, pull(5n));
  },
  'EIP-7702': async (encoded) => {
    await scene.takeOver(evmStranger);
    await scene.carryOut(encoded);
    const code = await scene.chain.anvil.call<Hex>('eth_getCode', evmOwner, 'latest');
    expect(code).toBe(`0xef0100${evmStranger.slice(2).toLowerCase()}`);
    const { native, usdc } = await scene.wallet();
    const had = await scene.nativeOf(thief);
    const { fee } = await scene.steal(evmOwner, 'sweep', [evmToken, thief]);
    expect(await scene.wallet()).toMatchObject({ native: 0n, usdc: 0n });
    expect(await scene.usdcOf(thief)).toBe(usdc);
    expect((await scene.nativeOf(thief)) + fee - had).toBe(native);
  },
  // The contract itself is not ours to copy: what it is allowed is shown, not the signatures by which it moves it.
  Permit2: async (encoded) => {
    expect(await changes(() => scene.carryOut(encoded))).toEqual({ native: 0n, usdc: 0n });
    expect((await scene.wallet(permit2)).allowed).toBe(amountIn);
  },
  'gas bomb': async (encoded) => {
    await scene.chain.setBaseFee(800_000_000_000n);
    await expect(scene.carryOut(scene.honest)).rejects.toThrow('fee');
    const { isConfirmed, fee } = await scene.carryOut(encoded);
    expect(isConfirmed).toBe(true);
    expect(fee).toBeGreaterThan(policy.maxFee.base * 10n);
  },
  'second nonce': async (encoded) => {
    await scene.allow(2n * amountIn);
    const before = await scene.wallet();
    await expect(scene.carryOut(encoded)).rejects.toThrow(/in no block/);
    expect(await scene.wallet()).toEqual(before);
    await scene.carryOut(scene.honest);
    await scene.chain.mine();
    expect((await scene.wallet()).usdc).toBe(before.usdc - 2n * amountIn);
  },
  'swapped recipient on an EVM chain': async (encoded) => {
    const had = await scene.nativeOf(evmStranger);
    expect(await changes(() => scene.carryOut(encoded))).toEqual({ native: 0n, usdc: -amountIn });
    expect((await scene.nativeOf(evmStranger)) - had).toBeGreaterThan(minAmountOut);
  },
  'approval for another spender': async (encoded) => {
    await scene.carryOut(encoded);
    await moves(amountIn, transferFrom(amountIn));
  },
  'approval of twice the amount': async (encoded) => {
    await scene.carryOut(encoded);
    await scene.carryOut(encodeEvm({ ...honestEvm(evmOrder), nonce: 8 }));
    expect((await scene.wallet()).allowed).toBe(amountIn);
    await scene.takeOver(paperRouter);
    await moves(amountIn, pull(amountIn));
  },
  'value along': async (encoded) => {
    const honest = await scene.chain.undone(() => changes(() => scene.carryOut(scene.honest)));
    expect(await changes(() => scene.carryOut(encoded))).toEqual({ ...honest, native: honest.native - 1n });
  },
  // No method reads them, so they do nothing, and the desk cannot say what they are for.
  'bytes after the call': async (encoded) => {
    const honest = await scene.chain.undone(() => changes(() => scene.carryOut(scene.honest)));
    expect(await changes(() => scene.carryOut(encoded))).toEqual(honest);
  },
  'past deadline': async (encoded) => {
    await scene.chain.anvil.call('evm_setNextBlockTimestamp', now / 1_000 + 60);
    const before = await scene.wallet();
    const { isConfirmed, fee } = await scene.carryOut(encoded);
    expect(isConfirmed).toBe(false);
    expect(fee).toBeGreaterThan(0n);
    expect(await scene.wallet()).toEqual({ ...before, native: before.native - fee });
  },
  // It was shown a year ago: the price is another one, and it lands.
  'deadline of a year': async (encoded) => {
    const { native, usdc } = await changes(() => scene.carryOut(encoded));
    expect(usdc).toBe(-amountIn);
    expect(native).toBeGreaterThanOrEqual(minAmountOut);
  },
};

const onEvm = [...attacks, ...variants].filter(({ chain }) => chain === 'EVM');

test('every attack on EVM chains is carried out', () => {
  expect(Object.keys(harms)).toEqual(onEvm.map(({ name }) => name));
});

describe.skipIf(!program)(`signed without the desk, on anvil${skipped}`, () => {
  beforeAll(async () => {
    [scene, elsewhere] = await Promise.all([openAttackScene(program!, 'base'), openAttackScene(program!, 'bsc')]);
  });
  afterAll(() => Promise.all([scene, elsewhere].map((one) => one?.chain.anvil.kill())));

  test('the honest swap does what was ordered', async () => {
    const { native, usdc } = await scene.chain.undone(() => changes(() => scene.carryOut(scene.honest)));
    expect(usdc).toBe(-amountIn);
    expect(native).toBeGreaterThanOrEqual(minAmountOut);
  });

  test.each(onEvm.map((attack) => [attack.name, attack.does, attack] as const))('%s %s', async (name, _, attack) => {
    expect(await whyRefused(attack)).not.toBeNull();
    await scene.chain.undone(async () => harms[name]!(await attack.encoded!()));
  });
});
