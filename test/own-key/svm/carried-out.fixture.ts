import { address, type Instruction, lamports, type Transaction } from '@solana/kit';
import { expect } from 'vitest';
import { foreignTable } from '../../../src/signing/rules/attacks.fixture.ts';
import {
  bytes,
  encodeSvm,
  instruction,
  jup,
  native,
  recent,
  splToken,
  stranger,
  svmOrder,
  svmOwner,
  system,
  token2022,
  usdc,
} from '../../../src/signing/rules/honest.fixture.ts';
import { tokenAccount } from '../../../src/signing/rules/token-accounts.ts';
import { hookedMintData, hookedTokenData, lookupTableData, nonceData } from './chain-data.fixture.ts';
import { type Holdings, lamportsAt, tokensAt } from './holdings.fixture.ts';
import { errorOf, isFailure, transactionOf } from './node.fixture.ts';
import { signBlindly } from './owner.fixture.ts';
import { thiefProgram } from './thief-program.ts';
import type { World } from './world.fixture.ts';

/** How an attack ends if it is signed and sent, on a chain where it can work. */
export interface CarriedOut {
  readonly before?: (here: World) => unknown;
  /** What it names as its blockhash, instead of the chain's latest. */
  readonly blockhash?: string;
  /** Before the desk reviews it. */
  readonly meanwhile?: (here: World, signed: Transaction) => unknown;
  readonly reviewedAs?: { readonly wasSigned?: boolean; readonly ageMs?: number };
  /** What changes, by what the pool pays for an amount; or the runtime's error, after which only a fee is gone. */
  readonly ends: string | ((price: (amountIn: bigint) => bigint) => Partial<Holdings>);
  /** What else it did, or what the thief does next. */
  readonly after?: (here: World, logs: readonly string[]) => unknown;
}

const sold = svmOrder.amountIn;
/** Of the honest swap: a signature, and 200,000 units at 50,000 micro-lamports. */
const fee = 15_000n;
const honestly: Extract<CarriedOut['ends'], object> = (price) => ({ sol: -sold - fee, usdc: price(sold) });

const sol = 1_000_000_000n;
const systemProgram = address(system);
/** The thief himself, where his usual address is a program. */
const accomplice = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

/** Nobody has the thief's keys, so no signature is looked at. */
function asThief({ svm, put }: World, payer: string, call: Instruction): void {
  put({ address: payer, lamports: lamports(sol), programAddress: systemProgram });
  const encoded = encodeSvm({ payer, before: [], swap: call, after: [], blockhash: svm.latestBlockhash() });
  const outcome = svm.withSigverify(false).sendTransaction(transactionOf(encoded));
  svm.withSigverify(true);
  if (isFailure(outcome)) throw new Error(errorOf(outcome));
}

const thiefHasProgram = ({ svm }: World) => svm.addProgram(address(stranger), thiefProgram());
const thiefRan = (_: World, logs: readonly string[]) => expect(logs).toContain(`Program ${stranger} success`);

/** As a token of Token-2022 it has no accounts of SPL Token. */
async function hookedUsdc({ svm, put, own }: World): Promise<void> {
  put({ address: usdc, programAddress: address(token2022), data: hookedMintData() });
  put({ address: await own(usdc), programAddress: systemProgram, lamports: lamports(0n) });
  expect(svm.getAccount(await own(usdc)).exists).toBe(false);
}

/** The owner cannot move what he bought: the hook runs, and refuses. */
async function hookHolds(here: World): Promise<void> {
  thiefHasProgram(here);
  const [own, other] = await Promise.all([svmOwner, accomplice].map((one) => tokenAccount(one, usdc, token2022)));
  for (const [at, holder] of [
    [own, svmOwner],
    [other, accomplice],
  ] as const)
    here.put({ address: at ?? '', programAddress: address(token2022), data: hookedTokenData(usdc, holder, 5n) });
  const accounts = [
    [own ?? '', 'writable'],
    [usdc, 'readonly'],
    [other ?? '', 'writable'],
    [svmOwner, 'signer'],
    [stranger, 'readonly'],
  ] as const;
  const swap = instruction(token2022, accounts, bytes(12, 5n, 6));
  const encoded = encodeSvm({ payer: svmOwner, before: [], swap, after: [], blockhash: here.svm.latestBlockhash() });
  const outcome = here.svm.sendTransaction(await signBlindly(encoded));
  expect(isFailure(outcome) && errorOf(outcome)).toBe('InstructionError(0, Custom(7))');
  expect(isFailure(outcome) && outcome.meta().logs()).toContain(
    `Program ${stranger} failed: custom program error: 0x7`,
  );
}

/** By name, as in `attacks.fixture.ts`. */
export const carriedOut: Readonly<Record<string, CarriedOut>> = {
  'drainer by assign': {
    before: thiefHasProgram,
    ends: honestly,
    after(here) {
      asThief(
        here,
        accomplice,
        instruction(
          stranger,
          [
            [svmOwner, 'writable'],
            [accomplice, 'writable signer'],
          ],
          bytes(),
        ),
      );
      expect(lamportsAt(here, svmOwner)).toBe(0n);
    },
  },
  'swapped recipient': {
    before: ({ putTokens }) => putTokens(stranger, usdc, 0n),
    ends: (price) => ({ sol: -sold - fee, thiefUsdc: price(sold) }),
  },
  'extra transfer': { ends: (price) => ({ sol: -sold - sol - fee, usdc: price(sold), thiefSol: sol }) },
  'raised amount': { ends: (price) => ({ sol: -2n * sold - fee, usdc: price(2n * sold) }) },
  delegate: {
    before: ({ putTokens }) => putTokens(stranger, jup, 0n),
    ends: honestly,
    async after(here) {
      const [from, to] = [await here.own(jup), await here.foreign(jup)];
      asThief(
        here,
        stranger,
        instruction(
          splToken,
          [
            [from, 'writable'],
            [to, 'writable'],
            [stranger, 'signer'],
          ],
          bytes(3, 40_000_000n),
        ),
      );
      expect([tokensAt(here, from), tokensAt(here, to)]).toEqual([0n, 40_000_000n]);
    },
  },
  'lookup table with a foreign writable account': {
    before({ put, svm }) {
      const programAddress = address('AddressLookupTab1e1111111111111111111111111');
      put({ address: foreignTable.table, programAddress, data: lookupTableData(foreignTable.entries) });
      svm.warpToSlot(svm.getClock().slot + 1n);
    },
    meanwhile({ svm }, signed) {
      const outcome = svm.simulateTransaction(signed);
      expect(isFailure(outcome) ? [] : outcome.postAccounts().map((account) => account.address)).toContain(stranger);
    },
    ends: honestly,
  },
  'hook token': {
    before: hookedUsdc,
    ends: 'InstructionError(5, IncorrectProgramId)',
    after: hookHolds,
  },
  'durable nonce': {
    before: ({ put }) => put({ address: stranger, programAddress: systemProgram, data: nonceData(recent) }),
    blockhash: recent,
    meanwhile({ svm }) {
      svm.warpToSlot(svm.getClock().slot + 100_000n);
      svm.expireBlockhash();
    },
    ends: honestly,
  },
  'priority-fee bomb': { ends: (price) => ({ sol: -sold - 10n * sol - 5_000n, usdc: price(sold) }) },
  'stale blockhash': { meanwhile: ({ svm }) => svm.expireBlockhash(), ends: 'BlockhashNotFound' },
  replay: {
    meanwhile: ({ svm }, signed) => svm.sendTransaction(signed),
    reviewedAs: { wasSigned: true },
    ends: 'AlreadyProcessed',
  },
  'set authority': {
    ends: honestly,
    async after(here) {
      await here.putTokens(stranger, usdc, 0n);
      const [from, to] = [await here.own(usdc), await here.foreign(usdc)];
      const amount = tokensAt(here, from);
      asThief(
        here,
        stranger,
        instruction(
          splToken,
          [
            [from, 'writable'],
            [to, 'writable'],
            [stranger, 'signer'],
          ],
          bytes(3, amount),
        ),
      );
      expect([tokensAt(here, from), tokensAt(here, to)]).toEqual([0n, amount]);
    },
  },
  'closing elsewhere': {
    ends: (price) => ({ sol: -sold - fee - 2_039_280n, usdc: price(sold), thiefSol: 2_039_280n }),
  },
  'wrapping elsewhere': {
    before: ({ putTokens }) => putTokens(svmOwner, native, 2n * sol),
    ends: (price) => ({ sol: -2n * sold - fee, usdc: price(sold) }),
  },
  'wrapping afterwards': {
    before: ({ putTokens }) => putTokens(svmOwner, native, 2n * sol),
    ends: honestly,
    after: async ({ svm, own }) =>
      expect(svm.getAccount(await own(native))).toMatchObject({ lamports: sold, programAddress: systemProgram }),
  },
  'token program of the thief': {
    before: thiefHasProgram,
    ends: (price) => ({ sol: -fee, usdc: price(sold) }),
    after: thiefRan,
  },
  'second signer': { ends: 'SignatureFailure' },
  'unknown program': { before: thiefHasProgram, ends: honestly, after: thiefRan },
  'Token-2022 transfer with a fee': { ends: 'InstructionError(8, IncorrectProgramId)' },
  'two swaps': {
    before: ({ putTokens }) => putTokens(svmOwner, native, 2n * sol),
    ends: () => ({ sol: -2n * sold - fee, usdc: expect.any(BigInt) }),
  },
  'old transaction': { reviewedAs: { ageMs: 61_000 }, ends: honestly },
};
