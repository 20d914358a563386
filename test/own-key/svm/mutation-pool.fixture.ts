import type { Instruction } from '@solana/kit';
import { paperProgram } from '../../../src/domain/market/paper-contracts.ts';
import {
  associatedToken,
  bytes,
  computeBudget,
  instruction,
  jup,
  key,
  native,
  poolAuthority,
  splToken,
  stranger,
  svmOwner,
  swapAccounts,
  swapData,
  system,
  token2022,
  u32,
  usdc,
} from '../../../src/signing/rules/honest.fixture.ts';
import { tipAccounts } from '../../../src/signing/rules/svm-fees.ts';
import { tokenAccount } from '../../../src/signing/rules/token-accounts.ts';
import type { SwapOrder } from '../../../src/signing/swap-order.ts';
import type { Pool } from './mutations.fixture.ts';

const memo = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
/** Where the thief's program is. */
export const thief = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
const [tip = ''] = tipAccounts;
const most = 2n ** 64n - 1n;

/** What a thief would put into a swap of this order, and what is harmless there. */
export async function poolFor(order: SwapOrder): Promise<Pool> {
  const authority = await poolAuthority();
  const mints = [native, usdc, jup];
  const accountsOf = (holder: string, program: string) =>
    Promise.all(mints.map((mint) => tokenAccount(holder, mint, program)));
  const [own, odd, foreign, vaults] = await Promise.all([
    accountsOf(svmOwner, splToken),
    accountsOf(svmOwner, token2022),
    accountsOf(stranger, splToken),
    accountsOf(authority, splToken),
  ]);
  const programs = [splToken, token2022, paperProgram, thief];
  return {
    addresses: [
      svmOwner,
      stranger,
      authority,
      tip,
      ...mints,
      ...own,
      ...odd.slice(0, 2),
      ...foreign,
      ...vaults,
      ...programs,
    ],
    amounts: [0n, 1n, order.amountIn, order.minAmountOut].flatMap((amount) => [amount, amount + 1n, amount * 2n]),
    instructions: [
      ...lamportInstructions([...own, ...odd], order.amountIn),
      ...own.flatMap((account, index) => tokenInstructions(account, foreign[index] ?? '', mints[index] ?? '')),
      ...(await createInstructions([own[0] ?? '', own[1] ?? '', odd[0] ?? '', odd[1] ?? ''])),
      instruction(thief, [[svmOwner, 'writable signer']], bytes()),
      instruction(memo, [[svmOwner, 'signer']], bytes('hello')),
      instruction(memo, [], bytes('hello')),
      instruction(computeBudget, [], bytes(2, u32(1_400_000))),
      instruction(computeBudget, [], bytes(3, 5_000_000_000n)),
      instruction(paperProgram, await swapAccounts(order), swapData(order.amountIn, order.minAmountOut)),
      instruction(
        paperProgram,
        await swapAccounts({ ...order, inputToken: jup, outputToken: usdc }),
        swapData(1_000_000n, 1n),
      ),
    ],
  };
}

/** Of the System program. */
const lamportInstructions = (accounts: readonly string[], amountIn: bigint): readonly Instruction[] => [
  ...[stranger, tip, ...accounts].flatMap((to) =>
    [1n, amountIn, 1_000_000_000n].map((lamports) =>
      instruction(
        system,
        [
          [svmOwner, 'writable signer'],
          [to, 'writable'],
        ],
        bytes(u32(2), lamports),
      ),
    ),
  ),
  instruction(system, [[svmOwner, 'writable signer']], bytes(u32(1), key(stranger))),
  instruction(system, [[svmOwner, 'writable signer']], bytes(u32(8), 100n)),
];

/** Of the token program, for an account of the owner's: all that its signature allows, asking for no more than it needs. */
const tokenInstructions = (account: string, to: string, mint: string): readonly Instruction[] => {
  const [readonly, writable] = ['readonly', 'writable'] as const;
  const call = (data: Uint8Array, ...accounts: readonly (readonly [string, typeof readonly | typeof writable])[]) =>
    instruction(splToken, [[account, writable], ...accounts, [svmOwner, 'signer']], data);
  return [
    call(bytes(3, 1n), [to, writable]),
    call(bytes(12, 1n, 6), [mint, readonly], [to, writable]),
    call(bytes(4, most), [stranger, readonly]),
    call(bytes(13, most, 6), [mint, readonly], [stranger, readonly]),
    call(bytes(6, 2, 1, key(stranger))),
    call(bytes(6, 3, 1, key(stranger))),
    call(bytes(8, 1n), [mint, writable]),
    call(bytes(9), [stranger, writable]),
    call(bytes(9), [svmOwner, writable]),
    call(bytes(5)),
    instruction(splToken, [[account, writable]], bytes(17)),
  ];
};

/** Of the program that makes token accounts, for the owner and for the thief at the owner's cost. */
const createInstructions = async (accounts: readonly string[]): Promise<readonly Instruction[]> =>
  [
    ...accounts.map((account, index) => [
      account,
      svmOwner,
      [native, usdc][index % 2] ?? '',
      index < 2 ? splToken : token2022,
    ]),
    [await tokenAccount(stranger, jup, splToken), stranger, jup, splToken],
  ].map(([account = '', owner = '', mint = '', program = '']) =>
    instruction(
      associatedToken,
      [
        [svmOwner, 'writable signer'],
        [account, 'writable'],
        [owner, 'readonly'],
        [mint, 'readonly'],
        [system, 'readonly'],
        [program, 'readonly'],
      ],
      bytes(1),
    ),
  );
