import type { Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chains } from '../../src/domain/market/chain.ts';
import { paperRouter } from '../../src/domain/market/paper-contracts.ts';
import { seededRandom } from '../../src/platform/time/random.ts';
import { DecodeError } from '../../src/signing/decode/decoded-transaction.ts';
import { type Circumstances, type Review, verdictOf } from '../../src/signing/rules/review.ts';
import { reviewApproval, reviewSwap } from '../../src/signing/rules/review-transaction.ts';
import { SignError } from '../../src/signing/signers/sign-error.ts';
import { cases, isSoak, seed } from '../run/cases.ts';
import { findAnvil } from './anvil/anvil.ts';
import type { Holdings } from './anvil/evm-chain.ts';
import { type Honest, mutations, strangers } from './anvil/mutations.ts';
import { type OwnDesk, openOwnDesk } from './anvil/own-desk.ts';

/* Honest transactions, spoilt: whatever the rules alone let through does on a real EVM what the order allows. */

const program = findAnvil();
const skipped = program ? '' : ' (anvil is not installed for this machine, or does not start)';
const native = chains.base.nativeAddress;
const spenders = [paperRouter, ...strangers];
const ends = ['unreadable', 'refused', 'not signed', 'not taken', 'reverted', 'landed'] as const;
type End = (typeof ends)[number];

/** What nobody may get a signature for, however the bytes fall. */
const neverFit = [
  'an address of the call',
  'the amount',
  'the chain',
  'another kind',
  'bytes behind it',
  'bytes behind the call',
  'a padded number',
  'a number in long form',
  'a padded length',
  'a field more',
  'a stranger’s signature',
];

/** What is as good as the honest transaction, or harms by its fee alone; the node and the router have the last word. */
const alwaysFit = [
  'nothing',
  'capital letters',
  'the quote’s name',
  'the gas',
  'gas that is not enough',
  'a price of gas below the network’s',
  'an access list',
  'another method',
  'the owner’s signature',
];

let desk: OwnDesk;
let honest: readonly Honest[];
let around: Circumstances;
let before: Holdings;

/** The review of bytes, whoever made them, by the rules alone; null if they cannot be read. */
async function reviewed({ kind, order }: Honest, encoded: string): Promise<Review | null> {
  const unsigned = { chain: order.chain, encoded };
  try {
    return await (kind === 'swap'
      ? reviewSwap(order, unsigned, desk.policy, around)
      : reviewApproval(order, paperRouter, unsigned, desk.policy, around));
  } catch (error) {
    if (error instanceof DecodeError) return null;
    throw error;
  }
}

/** Signs, sends and mines what fits; how that ended, and what it cost. */
async function executed(encoded: string): Promise<{ end: End; fee: bigint }> {
  let signed: string;
  try {
    ({ encoded: signed } = await desk.sign({ chain: 'base', encoded }));
  } catch (error) {
    if (!(error instanceof SignError)) throw error;
    return { end: 'not signed', fee: 0n };
  }
  try {
    const { isConfirmed, fee } = await desk.chain.carryOut(signed);
    return { end: isConfirmed ? 'landed' : 'reverted', fee };
  } catch (error) {
    // What waits in vain is gone before the next one.
    await desk.chain.anvil.call('anvil_dropAllTransactions');
    if (!/in no block|fee|gas/.test(String(error))) throw error;
    return { end: 'not taken', fee: 0n };
  }
}

/** Holds what the owner has and has given leave for afterwards against the order. */
function expectAllowed({ kind, order }: Honest, review: Review, end: End, fee: bigint, after: Holdings): void {
  const [hasLanded, isSwap] = [end === 'landed', kind === 'swap'];
  const shown = review.rows.find(({ label }) => label === 'fees at most')!.does as { baseUnits: bigint };
  expect(fee).toBeLessThanOrEqual(shown.baseUnits);
  expect(fee).toBeLessThanOrEqual(desk.policy.maxFee.base);
  const deltas = [
    [native, after.native + fee - before.native] as const,
    ...desk.chain.tokens.map((token, at) => [token, after.balances[at]! - before.balances[at]!] as const),
  ];
  for (const [token, delta] of deltas) {
    if (hasLanded && isSwap && token === order.outputToken) expect(delta).toBeGreaterThanOrEqual(order.minAmountOut);
    else
      expect([token, delta]).toEqual([token, hasLanded && isSwap && token === order.inputToken ? -order.amountIn : 0n]);
  }
  expect(after.hasCode).toBe(false);
  const allowances = desk.chain.tokens.map((token, at) => {
    const [router, ...others] = before.allowances[at]!;
    if (!hasLanded || token !== order.inputToken) return [router, ...others];
    return [isSwap ? router! - order.amountIn : order.amountIn, ...others];
  });
  expect(after.allowances).toEqual(allowances);
}

describe.skipIf(!program)(`spoilt transactions on anvil${skipped}`, () => {
  beforeAll(async () => {
    desk = await openOwnDesk(program!, 'base', ['USDC', 'AERO']);
    const [usdc, aero] = [desk.token('USDC'), desk.token('AERO')];
    await desk.chain.mint(usdc, desk.owner, desk.usdcAmount * 4n);
    await desk.chain.mint(aero, desk.owner, 10n ** 21n);
    const leave = [paperRouter, desk.usdcAmount];
    await desk.chain.act(desk.owner, usdc, 'approve', leave);
    const prepared = [
      await desk.prepare(native, usdc, desk.nativeAmount),
      await desk.prepare(usdc, native, desk.usdcAmount),
      await desk.prepare(usdc, aero, desk.usdcAmount),
      await desk.prepare(usdc, aero, desk.usdcAmount * 2n),
    ];
    expect(prepared.map(({ kind, verdict }) => [kind, verdict.kind])).toEqual([
      ['swap', 'fits'],
      ['swap', 'fits'],
      ['swap', 'fits'],
      ['approval', 'fits'],
    ]);
    const now = BigInt(Math.trunc(desk.nowMs / 1_000));
    honest = prepared.map(({ kind, order, unsigned }) => ({ kind, order, encoded: unsigned.encoded as Hex, now }));
    around = {
      nowMs: desk.nowMs,
      builtAtMs: desk.nowMs,
      tables: new Map(),
      tokens: new Map(),
      isBlockhashValid: null,
      ownAccounts: new Set(),
      nonce: prepared[0]!.nonce,
      wasSigned: () => false,
    };
    before = await desk.chain.holdings(desk.owner, spenders);
  });
  afterAll(() => desk?.chain.anvil.kill());

  test('what fits takes no more than the order allows, and each way to end is tried', async () => {
    const random = seededRandom(seed);
    const kinds = Object.entries(mutations(native));
    const tally = new Map<string, number>();
    // The same bytes end the same way.
    const known = new Map<string, End>();
    const count = (what: string) => tally.set(what, (tally.get(what) ?? 0) + 1);
    for (let at = 0; at < cases(1_500, 40_000); at += 1) {
      const base = honest[at % honest.length]!;
      const [name, mutate] = kinds[Math.trunc(at / honest.length) % kinds.length]!;
      const encoded = await mutate(base, random);
      const review = await reviewed(base, encoded);
      const fits = review !== null && verdictOf(review, 'base', desk.policy).kind === 'fits';
      const same = `${at % honest.length} ${encoded.toLowerCase()}`;
      const end = fits
        ? (known.get(same) ?? (await expectHarmless(base, review, encoded, `${name} (${at}): ${encoded}`)))
        : null;
      if (end) known.set(same, end);
      count(end ?? (review ? 'refused' : 'unreadable'));
      count(`${name}: ${end ?? 'no'}`);
    }
    if (isSoak) console.log(Object.fromEntries([...tally].sort()));
    for (const end of ends) expect(tally.get(end), end).toBeGreaterThan(0);
    const endsOf = (name: string) => [...ends.slice(2), 'no'].filter((end) => tally.has(`${name}: ${end}`));
    for (const name of neverFit) expect(endsOf(name), name).toEqual(['no']);
    for (const name of alwaysFit) expect(endsOf(name), name).not.toContain('no');
    expect(kinds.map(([name]) => name)).toEqual(expect.arrayContaining([...neverFit, ...alwaysFit]));
  });

  async function expectHarmless(base: Honest, review: Review, encoded: string, words: string): Promise<End> {
    return desk.chain.undone(async () => {
      const { end, fee } = await executed(encoded);
      try {
        expectAllowed(base, review, end, fee, await desk.chain.holdings(desk.owner, spenders));
      } catch (error) {
        throw new Error(`${words} ${end}: ${(error as Error).message}`);
      }
      return end;
    });
  }
});
