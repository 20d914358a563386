import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { chains } from '../../domain/market/chain.ts';
import { paperRouter } from '../../domain/market/paper-contracts.ts';
import { permit2 } from '../decode/permit2.ts';
import type { SwapOrder } from '../swap-order.ts';
import {
  around,
  bytes,
  computeBudget,
  encodeEvm,
  encodeSvm,
  evmOrder,
  evmStranger,
  evmToken,
  honestEvm,
  honestSvm,
  instruction,
  jup,
  key,
  native,
  policy,
  recent,
  routerAbi,
  type SvmSwap,
  splToken,
  stranger,
  svmOrder,
  svmOwner,
  swapAccounts,
  swapData,
  system,
  token2022,
  u32,
  usdc,
} from './honest.fixture.ts';
import { type Circumstances, type Review, verdictOf } from './review.ts';
import { reviewApproval, reviewSwap } from './review-transaction.ts';
import { tokenAccount } from './token-accounts.ts';

/** A transaction that a service which lies could answer with, and why it is not signed. */
export interface Attack {
  readonly name: string;
  /** What it would do to whoever signs it. */
  readonly does: string;
  readonly chain: 'Solana' | 'EVM';
  readonly review: () => Promise<Review>;
  /** On EVM chains the transaction itself, in hex. */
  readonly encoded?: () => Promise<string>;
  /** Solana: the bytes with this blockhash in base64, to be carried out. */
  readonly transaction?: (blockhash: string) => Promise<string>;
}

const solana = (transaction: (blockhash: string) => Promise<string>, differently: Partial<Circumstances> = {}) =>
  ({
    chain: 'Solana',
    transaction,
    review: async () => reviewEncoded(await transaction(recent), svmOrder, differently),
  }) as const;

const svm = (change: (honest: SvmSwap) => SvmSwap | Promise<SvmSwap>, differently?: Partial<Circumstances>) =>
  solana(async (hash) => encodeSvm({ ...(await change(await honestSvm(svmOrder))), blockhash: hash }), differently);

const also = (more: () => Instruction | Promise<Instruction>) =>
  svm(async (honest) => ({ ...honest, after: [...honest.after, await more()] }));

const reviewEncoded = (encoded: string, order: SwapOrder, differently: Partial<Circumstances> = {}) =>
  reviewSwap(order, { chain: order.chain, encoded }, policy, { ...around, ...differently });

type EvmFields = ReturnType<typeof honestEvm>;

function evm(change: Partial<EvmFields>, differently: Partial<Circumstances> = {}, order = evmOrder) {
  const encoded = async () => encodeEvm({ ...honestEvm(order), ...change });
  return { encoded, review: async () => reviewEncoded(await encoded(), order, differently) };
}

/** The other way round: 0.025 ETH → USDC. */
export const evmSale: SwapOrder = {
  ...evmOrder,
  inputToken: evmOrder.outputToken,
  outputToken: evmToken,
  amountIn: evmOrder.minAmountOut,
  minAmountOut: 90_000_000n,
};

const approval = (spender: string, amount: bigint, to = evmToken) => ({
  ...honestEvm(evmOrder),
  to: to as Hex,
  value: 0n,
  gas: 60_000n,
  data: encodeFunctionData({ abi: routerAbi, functionName: 'approve', args: [spender as Hex, amount] }),
});

function approve(spender: string, amount: bigint, asked = spender) {
  const encoded = async () => encodeEvm(approval(spender, amount));
  const review = async () =>
    reviewApproval(evmOrder, asked, { chain: 'base', encoded: await encoded() }, policy, around);
  return { encoded, review };
}

/** The lookup table of an attack, and what it holds. */
export const foreignTable = { table: '7yBkSbXq9nWQNnKkjjHjrTgYfGUQpoAKdMbnVCuTcUWn', entries: [stranger] } as const;

/** The honest swap with one writable account of somebody else, hidden in a lookup table. */
async function foreignWritable(hash: string): Promise<string> {
  const { before, swap, after } = await honestSvm(svmOrder);
  const foreign = { address: address(stranger), role: AccountRole.WRITABLE };
  const message = compressTransactionMessageUsingAddressLookupTables(
    appendTransactionMessageInstructions(
      [...before, { ...swap, accounts: [...(swap.accounts ?? []), foreign] }, ...after],
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(hash), lastValidBlockHeight: 0n },
        setTransactionMessageFeePayer(address(svmOwner), createTransactionMessage({ version: 0 })),
      ),
    ),
    { [address(foreignTable.table)]: [address(stranger)] },
  );
  return getBase64EncodedWireTransaction(compileTransaction(message));
}

async function handedOver(): Promise<string> {
  const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
  const authorization = await account.signAuthorization({ address: evmStranger, chainId: 8453, nonce: 8 });
  const { type: _, ...fields } = honestEvm(evmOrder);
  return encodeEvm({ ...fields, type: 'eip7702', authorizationList: [authorization] });
}

/** Token-2022 calls the program of the hook at each transfer, with accounts of its own choice. */
const hooked: Partial<Circumstances> = {
  tokens: new Map([[usdc, { decimals: 6, symbol: null, powers: ['transfer hook'] }]]),
};

export const attacks: readonly Attack[] = [
  {
    name: 'drainer by assign',
    does: 'gives the wallet itself to a program of the thief',
    ...also(() => instruction(system, [[svmOwner, 'writable signer']], bytes(u32(1), key(stranger)))),
  },
  {
    name: 'swapped recipient',
    does: 'sends what is bought to the thief’s token account',
    ...svm(async (honest) => {
      const accounts = await swapAccounts(svmOrder);
      accounts[4] = [await tokenAccount(stranger, usdc, splToken), 'writable'];
      const data = swapData(svmOrder.amountIn, svmOrder.minAmountOut);
      return { ...honest, swap: instruction(honest.swap.programAddress, accounts, data) };
    }),
  },
  {
    name: 'extra transfer',
    does: 'sends SOL to the thief after an honest swap',
    ...also(() =>
      instruction(
        system,
        [
          [svmOwner, 'writable signer'],
          [stranger, 'writable'],
        ],
        bytes(u32(2), 1_000_000_000n),
      ),
    ),
  },
  {
    name: 'raised amount',
    does: 'sells twice what was asked',
    ...svm(() => honestSvm({ ...svmOrder, amountIn: svmOrder.amountIn * 2n })),
  },
  {
    name: 'lowered minimum',
    does: 'accepts one base unit for everything that is sold',
    chain: 'EVM',
    ...evm({ data: honestEvm({ ...evmOrder, minAmountOut: 1n }).data }),
  },
  {
    name: 'hidden approval',
    does: 'is an approval for the thief instead of a swap',
    chain: 'EVM',
    ...evm(approval(evmStranger, 100_000_000n)),
  },
  {
    name: 'delegate',
    does: 'lets the thief move another token of the wallet later',
    ...also(async () =>
      instruction(
        splToken,
        [
          [await tokenAccount(svmOwner, jup, splToken), 'writable'],
          [stranger, 'readonly'],
          [svmOwner, 'signer'],
        ],
        bytes(4, 2n ** 64n - 1n),
      ),
    ),
  },
  {
    name: 'lookup table with a foreign writable account',
    does: 'hides an account that it writes to in a lookup table',
    ...solana(foreignWritable, { tables: new Map([[foreignTable.table, foreignTable.entries]]) }),
  },
  {
    name: 'hook token',
    does: 'buys a token whose transfers run a program of its maker',
    ...svm((honest) => honest, hooked),
  },
  {
    name: 'durable nonce',
    does: 'stays valid for as long as the thief likes',
    ...svm((honest) => ({
      ...honest,
      before: [
        instruction(
          system,
          [
            [stranger, 'writable'],
            ['SysvarRecentB1ockHashes11111111111111111111', 'readonly'],
            [svmOwner, 'signer'],
          ],
          bytes(u32(4)),
        ),
        ...honest.before,
      ],
    })),
  },
  {
    name: 'wrong chain id',
    does: 'is for another chain, where the same address may hold more',
    chain: 'EVM',
    ...evm({ chainId: chains.bsc.chainId ?? 0 }),
  },
  {
    name: 'changed router',
    does: 'calls the thief’s contract by the router’s method',
    chain: 'EVM',
    ...evm({ to: evmStranger }, {}, evmSale),
  },
  {
    name: 'unlimited approval',
    does: 'lets the router move everything, now and later',
    chain: 'EVM',
    ...approve(paperRouter, maxUint256),
  },
  {
    name: 'EIP-7702',
    does: 'hands the whole account to code of the thief',
    chain: 'EVM',
    encoded: handedOver,
    review: async () => reviewEncoded(await handedOver(), evmOrder),
  },
  {
    name: 'Permit2',
    does: 'lets whoever has a later signature move the token',
    chain: 'EVM',
    ...approve(permit2, evmOrder.amountIn, paperRouter),
  },
  {
    name: 'gas bomb',
    does: 'burns the native coin as network fees',
    chain: 'EVM',
    ...evm({ gas: 30_000_000n, maxFeePerGas: 900_000_000_000n }),
  },
  {
    name: 'priority-fee bomb',
    does: 'burns SOL as a priority fee',
    ...svm((honest) => ({
      ...honest,
      before: honest.before.with(1, instruction(computeBudget, [], bytes(3, 50_000_000_000n))),
    })),
  },
  {
    name: 'stale blockhash',
    does: 'is signed for nothing, or was kept back for a worse moment',
    ...svm((honest) => honest, { isBlockhashValid: false }),
  },
  {
    name: 'replay',
    does: 'is the same bytes as a swap that was signed before',
    ...svm((honest) => honest, { wasSigned: () => true }),
  },
  {
    name: 'second nonce',
    does: 'waits behind the swap, to be sent once the wallet has more',
    chain: 'EVM',
    ...evm({ nonce: 8 }),
  },
];

/** More of the same kinds, which the table in the documentation leaves out. */
export const variants: readonly Attack[] = [
  {
    name: 'swapped recipient on an EVM chain',
    does: 'sends what is bought to the thief',
    chain: 'EVM',
    ...evm({ data: honestEvm(evmOrder, evmStranger).data }),
  },
  {
    name: 'approval for another spender',
    does: 'lets the thief move what is sold',
    chain: 'EVM',
    ...approve(evmStranger, evmOrder.amountIn, paperRouter),
  },
  {
    name: 'approval of twice the amount',
    does: 'lets the router move more',
    chain: 'EVM',
    ...approve(paperRouter, evmOrder.amountIn * 2n),
  },
  {
    name: 'value along',
    does: 'sends the native coin with a sale of a token',
    chain: 'EVM',
    ...evm({ value: 1n }),
  },
  {
    name: 'bytes after the call',
    does: 'carries bytes that no method reads',
    chain: 'EVM',
    ...evm({ data: `${honestEvm(evmOrder).data}00` }),
  },
  {
    name: 'set authority',
    does: 'gives the token account to the thief',
    ...also(async () =>
      instruction(
        splToken,
        [
          [await tokenAccount(svmOwner, usdc, splToken), 'writable'],
          [svmOwner, 'signer'],
        ],
        bytes(6, 2, 1, key(stranger)),
      ),
    ),
  },
  {
    name: 'closing elsewhere',
    does: 'closes wrapped SOL to the thief',
    ...svm(async (honest) => ({
      ...honest,
      after: [
        instruction(
          splToken,
          [
            [await tokenAccount(svmOwner, native, splToken), 'writable'],
            [stranger, 'writable'],
            [svmOwner, 'signer'],
          ],
          bytes(9),
        ),
      ],
    })),
  },
  {
    name: 'wrapping elsewhere',
    does: 'wraps SOL where nobody can take it out again, and sells what was wrapped before',
    ...svm(async (honest) => ({
      ...honest,
      before: honest.before.with(
        3,
        instruction(
          system,
          [
            [svmOwner, 'writable signer'],
            [await tokenAccount(svmOwner, native, token2022), 'writable'],
          ],
          bytes(u32(2), svmOrder.amountIn),
        ),
      ),
    })),
  },
  {
    name: 'wrapping afterwards',
    does: 'leaves SOL where an account was closed, and sells what was wrapped before',
    ...svm(({ before, after, ...honest }) => ({
      ...honest,
      before: before.toSpliced(3, 1),
      after: [...after, ...before.slice(3, 4)],
    })),
  },
  {
    name: 'token program of the thief',
    does: 'hands the owner’s signature to another program',
    ...svm(async (honest) => {
      const accounts = await swapAccounts(svmOrder);
      accounts[8] = [stranger, 'readonly'];
      const data = swapData(svmOrder.amountIn, svmOrder.minAmountOut);
      return { ...honest, swap: instruction(honest.swap.programAddress, accounts, data) };
    }),
  },
  {
    name: 'second signer',
    does: 'needs another signature',
    ...also(() => instruction('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', [[stranger, 'signer']], bytes('hi'))),
  },
  {
    name: 'unknown program',
    does: 'calls a program that nobody knows',
    ...also(() => instruction(stranger, [[svmOwner, 'writable signer']], bytes(1, 2, 3))),
  },
  {
    name: 'Token-2022 transfer with a fee',
    does: 'moves a token of the wallet',
    ...also(async () =>
      instruction(
        token2022,
        [
          [await tokenAccount(svmOwner, usdc, token2022), 'writable'],
          [usdc, 'readonly'],
          [stranger, 'writable'],
          [svmOwner, 'signer'],
        ],
        bytes(26, 1, 5n, 6, 0n),
      ),
    ),
  },
  {
    name: 'two swaps',
    does: 'sells twice',
    ...svm((honest) => ({ ...honest, after: [honest.swap, ...honest.after] })),
  },
  {
    name: 'old transaction',
    does: 'was built more than a minute ago',
    ...svm((honest) => honest, { isBlockhashValid: null, builtAtMs: around.nowMs - 61_000 }),
  },
  {
    name: 'past deadline',
    does: 'can only fail, for a fee',
    chain: 'EVM',
    ...evm({}, { nowMs: around.nowMs + 60_000 }),
  },
  {
    name: 'deadline of a year',
    does: 'waits for a worse price',
    chain: 'EVM',
    ...evm({}, { nowMs: around.nowMs - 31_536_000_000 }),
  },
];

/** Why it is not signed, in the words that the review shows; null: it would be. */
export async function whyRefused({ review }: Attack): Promise<string | null> {
  const found = await review();
  const verdict = verdictOf(found, 'solana', policy);
  return verdict.kind === 'refused' ? verdict.why : null;
}
