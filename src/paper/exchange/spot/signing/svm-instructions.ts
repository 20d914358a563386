import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit';
import { chains } from '../../../../domain/market/chain.ts';
import { paperPoolSeed, paperProgram } from '../../../../domain/market/paper-contracts.ts';
import type { BuiltSwap } from './built-swap.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

const system = address('11111111111111111111111111111111');
const tokenProgram = address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const computeBudget = address('ComputeBudget111111111111111111111111111111');
const wrappedSol = address(chains.solana.nativeAddress);
const program = address(paperProgram);

/** Together a priority fee of 100,000 lamports: with the signature, what paper's chain takes. */
const computeUnits = 200_000;
const microLamportsAUnit = 500_000n;

const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole;

/** The instructions of a swap as real services build them: fees, accounts, wrapping, the swap, unwrapping. */
export async function swapInstructions(built: BuiltSwap): Promise<readonly Instruction[]> {
  const [owner, input, output] = [built.walletAddress, built.inputToken, built.outputToken].map((text) =>
    address(text),
  ) as [Address, Address, Address];
  const pool = await poolAuthority();
  const [from, to, vaultIn, vaultOut, wrapped] = await Promise.all([
    tokenAccount(owner, input),
    tokenAccount(owner, output),
    tokenAccount(pool, input),
    tokenAccount(pool, output),
    tokenAccount(owner, wrappedSol),
  ]);
  const [amountIn, minAmountOut] = [BigInt(built.amountIn), BigInt(built.minAmountOut)];
  const swap: Instruction = {
    programAddress: program,
    accounts: [
      { address: owner, role: WRITABLE_SIGNER },
      { address: input, role: READONLY },
      { address: output, role: READONLY },
      { address: from, role: WRITABLE },
      { address: to, role: WRITABLE },
      { address: vaultIn, role: WRITABLE },
      { address: vaultOut, role: WRITABLE },
      { address: pool, role: READONLY },
      { address: tokenProgram, role: READONLY },
      { address: tokenProgram, role: READONLY },
    ],
    data: Buffer.concat([Buffer.of(1), u64(amountIn), u64(minAmountOut), Buffer.from(built.quoteId)]),
  };
  const isNative = [input, output].includes(wrappedSol);
  return [
    { programAddress: computeBudget, data: Buffer.concat([Buffer.of(2), u32(computeUnits)]) },
    { programAddress: computeBudget, data: Buffer.concat([Buffer.of(3), u64(microLamportsAUnit)]) },
    ...(input === wrappedSol ? wrap(owner, wrapped, amountIn) : []),
    createIfMissing(owner, to, output),
    swap,
    ...(isNative ? [unwrap(owner, wrapped)] : []),
  ];
}

const wrap = (owner: Address, wrapped: Address, lamports: bigint): readonly Instruction[] => [
  createIfMissing(owner, wrapped, wrappedSol),
  {
    programAddress: system,
    accounts: [
      { address: owner, role: WRITABLE_SIGNER },
      { address: wrapped, role: WRITABLE },
    ],
    data: Buffer.concat([u32(2), u64(lamports)]),
  },
  { programAddress: tokenProgram, accounts: [{ address: wrapped, role: WRITABLE }], data: Buffer.of(17) },
];

const unwrap = (owner: Address, wrapped: Address): Instruction => ({
  programAddress: tokenProgram,
  accounts: [
    { address: wrapped, role: WRITABLE },
    { address: owner, role: WRITABLE },
    { address: owner, role: READONLY_SIGNER },
  ],
  data: Buffer.of(9),
});

const createIfMissing = (owner: Address, account: Address, mint: Address): Instruction => ({
  programAddress: associatedTokenProgram,
  accounts: [
    { address: owner, role: WRITABLE_SIGNER },
    { address: account, role: WRITABLE },
    { address: owner, role: READONLY },
    { address: mint, role: READONLY },
    { address: system, role: READONLY },
    { address: tokenProgram, role: READONLY },
  ],
  data: Buffer.of(1),
});

/** The owner's account for a token. */
export async function tokenAccount(owner: Address, mint: Address): Promise<Address> {
  const { encode } = getAddressEncoder();
  const seeds = [encode(owner), encode(tokenProgram), encode(mint)];
  return (await getProgramDerivedAddress({ programAddress: associatedTokenProgram, seeds }))[0];
}

let pool: Promise<Address> | null = null;

/** The program's address that holds the pools' tokens. */
export function poolAuthority(): Promise<Address> {
  pool ??= getProgramDerivedAddress({ programAddress: program, seeds: [paperPoolSeed] }).then(([found]) => found);
  return pool;
}

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}
