import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressEncoder,
  getBase64EncodedWireTransaction,
  getProgramDerivedAddress,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  encodeFunctionData,
  type Hex,
  parseAbi,
  serializeTransaction,
  type TransactionSerializable,
  type TransactionSerializableEIP1559,
} from 'viem';
import { chains } from '../../domain/market/chain.ts';
import { paperPoolSeed, paperProgram, paperRouter } from '../../domain/market/paper-contracts.ts';
import { svmOwner } from '../signers/transactions.fixture.ts';
import type { SwapOrder } from '../swap-order.ts';
import type { Circumstances, SigningPolicy } from './review.ts';
import { tokenAccount } from './token-accounts.ts';
import { trustedPrograms } from './trusted-programs.ts';

/* Swaps as an honest service builds them, for tests. Written apart from paper's own builder. */

export const native = chains.solana.nativeAddress;
export const splToken = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
export const system = '11111111111111111111111111111111';
export const computeBudget = 'ComputeBudget111111111111111111111111111111';
export const associatedToken = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
export const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
export const jup = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
export const stranger = 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB263wcF9ppoB';
export const recent = 'GfVcyD4kkTrj4bKc7WA9sZCin9JDbdT4Zkd3EittNR1W';

const ethereum = 10n ** 18n;

export const policy: SigningPolicy = {
  programs: trustedPrograms('paper', []),
  allowUnknown: new Set(),
  maxFee: { solana: 10_000_000n, base: ethereum / 500n, bsc: ethereum / 100n, monad: ethereum },
};

export const now = Date.parse('2026-11-01T12:00:00Z');

export const around: Circumstances = {
  nowMs: now,
  builtAtMs: now - 1_000,
  tables: new Map(),
  tokens: new Map(),
  isBlockhashValid: true,
  ownAccounts: new Set(),
  nonce: 7,
  wasSigned: () => false,
};

/** Little endian, as Solana's programs write numbers. */
export function bytes(...parts: readonly (number | bigint | Uint8Array | string)[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'number') return Buffer.of(part);
      if (typeof part === 'string') return Buffer.from(part);
      if (typeof part !== 'bigint') return Buffer.from(part);
      const written = Buffer.alloc(8);
      written.writeBigUInt64LE(part);
      return written;
    }),
  );
}

export const u32 = (value: number): Uint8Array => {
  const written = Buffer.alloc(4);
  written.writeUInt32LE(value);
  return written;
};

export const key = (text: string): Uint8Array => new Uint8Array(getAddressEncoder().encode(address(text)));

type Account = readonly [address: string, role: 'signer' | 'writable' | 'readonly' | 'writable signer'];

const roles = {
  signer: AccountRole.READONLY_SIGNER,
  writable: AccountRole.WRITABLE,
  readonly: AccountRole.READONLY,
  'writable signer': AccountRole.WRITABLE_SIGNER,
} as const;

export const instruction = (program: string, accounts: readonly Account[], data: Uint8Array): Instruction => ({
  programAddress: address(program),
  accounts: accounts.map(([account, role]) => ({ address: address(account), role: roles[role] })),
  data,
});

/** The parts of an honest Solana swap; an attack changes some of them. */
export interface SvmSwap {
  readonly payer: string;
  readonly before: readonly Instruction[];
  readonly swap: Instruction;
  readonly after: readonly Instruction[];
  readonly blockhash: string;
}

export const poolAuthority = async (): Promise<string> =>
  (await getProgramDerivedAddress({ programAddress: address(paperProgram), seeds: [paperPoolSeed] }))[0];

export const swapData = (amountIn: bigint, minAmountOut: bigint): Uint8Array =>
  bytes(1, amountIn, minAmountOut, 'quo_1');

export async function swapAccounts({ owner, inputToken, outputToken }: SwapOrder): Promise<Account[]> {
  const authority = await poolAuthority();
  const account = (holder: string, mint: string) => tokenAccount(holder, mint, splToken);
  return [
    [owner, 'writable signer'],
    [inputToken, 'readonly'],
    [outputToken, 'readonly'],
    [await account(owner, inputToken), 'writable'],
    [await account(owner, outputToken), 'writable'],
    [await account(authority, inputToken), 'writable'],
    [await account(authority, outputToken), 'writable'],
    [authority, 'readonly'],
    [splToken, 'readonly'],
    [splToken, 'readonly'],
  ];
}

export async function honestSvm(order: SwapOrder): Promise<SvmSwap> {
  const { owner, inputToken, outputToken, amountIn, minAmountOut } = order;
  const wrapped = await tokenAccount(owner, native, splToken);
  const create = async (mint: string) =>
    instruction(
      associatedToken,
      [
        [owner, 'writable signer'],
        [await tokenAccount(owner, mint, splToken), 'writable'],
        [owner, 'readonly'],
        [mint, 'readonly'],
        [system, 'readonly'],
        [splToken, 'readonly'],
      ],
      bytes(1),
    );
  const wrap =
    inputToken === native
      ? [
          await create(native),
          instruction(
            system,
            [
              [owner, 'writable signer'],
              [wrapped, 'writable'],
            ],
            bytes(u32(2), amountIn),
          ),
          instruction(splToken, [[wrapped, 'writable']], bytes(17)),
        ]
      : [];
  const unwrap = [
    instruction(
      splToken,
      [
        [wrapped, 'writable'],
        [owner, 'writable'],
        [owner, 'signer'],
      ],
      bytes(9),
    ),
  ];
  return {
    payer: owner,
    before: [
      instruction(computeBudget, [], bytes(2, u32(200_000))),
      instruction(computeBudget, [], bytes(3, 50_000n)),
      ...wrap,
      await create(outputToken),
    ],
    swap: instruction(paperProgram, await swapAccounts(order), swapData(amountIn, minAmountOut)),
    after: inputToken === native || outputToken === native ? unwrap : [],
    blockhash: recent,
  };
}

/** Its unsigned v0 transaction in base64. */
export function encodeSvm({ payer, before, swap, after, blockhash: hash }: SvmSwap): string {
  const lifetime = { blockhash: blockhash(hash), lastValidBlockHeight: 0n };
  const message = setTransactionMessageLifetimeUsingBlockhash(
    lifetime,
    setTransactionMessageFeePayer(address(payer), createTransactionMessage({ version: 0 })),
  );
  return getBase64EncodedWireTransaction(
    compileTransaction(appendTransactionMessageInstructions([...before, swap, ...after], message)),
  );
}

export const routerAbi = parseAbi([
  'function swap(string quoteId, address tokenIn, address tokenOut, uint256 amountIn, uint256 minAmountOut, address recipient, uint256 deadline) payable',
  'function approve(address spender, uint256 amount)',
]);

/** The fields of an honest EVM swap; an attack changes some of them. */
export function honestEvm(order: SwapOrder, recipient = order.owner): TransactionSerializableEIP1559 & { data: Hex } {
  const { chain, inputToken, outputToken, amountIn, minAmountOut } = order;
  const args = [
    'quo_1',
    inputToken as Hex,
    outputToken as Hex,
    amountIn,
    minAmountOut,
    recipient as Hex,
    BigInt(Math.trunc(now / 1_000) + 30),
  ] as const;
  return {
    ...({ type: 'eip1559', nonce: 7, gas: 200_000n } as const),
    chainId: chains[chain].chainId ?? 0,
    to: paperRouter as Hex,
    data: encodeFunctionData({ abi: routerAbi, functionName: 'swap', args }),
    value: inputToken === chains[chain].nativeAddress ? amountIn : 0n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000n,
  };
}

export const encodeEvm = (fields: TransactionSerializable): string => serializeTransaction(fields);

export const evmToken = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
export const evmOwner = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A';
export const evmStranger = '0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB';

/** 100 USDC → ETH on Base. */
export const evmOrder: SwapOrder = {
  chain: 'base',
  owner: evmOwner,
  inputToken: evmToken,
  outputToken: chains.base.nativeAddress,
  amountIn: 100_000_000n,
  minAmountOut: 25_000_000_000_000_000n,
};

/** The tests have its key. */
export { svmOwner };

/** 1.5 SOL → USDC. */
export const svmOrder: SwapOrder = {
  chain: 'solana',
  owner: svmOwner,
  inputToken: native,
  outputToken: usdc,
  amountIn: 1_500_000_000n,
  minAmountOut: 200_000_000n,
};
