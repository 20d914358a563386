import { z } from 'zod';
import { encodeBase58 } from './base58.ts';
import type { TokenFacts } from './chain-rpc.ts';

export const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const;
export const systemProgram = '11111111111111111111111111111111';
const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111';

/** An unsigned 64-bit number. */
export const u64 = z
  .union([z.int().nonnegative(), z.bigint().nonnegative()])
  .transform(BigInt)
  .refine((value) => value < 1n << 64n);

export const account = z.looseObject({
  lamports: u64,
  owner: z.string().max(44),
  data: z.tuple([z.base64(), z.literal('base64')]).transform(([data]) => Buffer.from(data, 'base64')),
});
export type Account = z.output<typeof account>;

const isTokenProgram = (program: string): boolean => tokenPrograms.some((known) => known === program);

/** What a token account holds and for whom; null for any other account. */
export function readTokenAccount({ owner, data }: Account) {
  if (!isTokenProgram(owner) || data.length < 165) return null;
  // Beyond the base size, a Token-2022 account says what it is: 1 for a mint, 2 for a token account.
  if (data.length > 165 && data[165] !== 2) return null;
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
  };
}

const powers = new Map([
  [1, 'transfer fee'],
  [12, 'permanent delegate'],
  [14, 'transfer hook'],
] as const);
const tokenMetadata = 19;

/** What a mint's account says of its token; null for any other account. */
export function readMint({ owner, data }: Account): TokenFacts | null {
  if (!isTokenProgram(owner) || data.length < 82 || data[45] !== 1) return null;
  const decimals = data.readUInt8(44);
  if (data.length === 82) return { decimals, symbol: null, powers: [] };
  if (owner !== tokenPrograms[1] || data.length < 166 || data[165] !== 1) return null;
  const extensions = readExtensions(data.subarray(166));
  const metadata = extensions.find(({ type }) => type === tokenMetadata);
  return {
    decimals,
    symbol: metadata ? readSymbol(metadata.value) : null,
    powers: extensions.flatMap(({ type }) => powers.get(type as 1 | 12 | 14) ?? []),
  };
}

/** Type and length of 2 bytes each, then the value. */
function readExtensions(data: Buffer): { type: number; value: Buffer }[] {
  const extensions: { type: number; value: Buffer }[] = [];
  for (let at = 0; at + 4 <= data.length; ) {
    const type = data.readUInt16LE(at);
    if (type === 0) break;
    const end = at + 4 + data.readUInt16LE(at + 2);
    extensions.push({ type, value: data.subarray(at + 4, end) });
    at = end;
  }
  return extensions;
}

/** After update authority and mint: name, then symbol, each with its length before it. */
function readSymbol(metadata: Buffer): string | null {
  if (metadata.length < 68) return null;
  const at = 68 + metadata.readUInt32LE(64);
  if (at + 4 > metadata.length) return null;
  return (
    metadata
      .subarray(at + 4, at + 4 + metadata.readUInt32LE(at))
      .toString('utf8')
      .slice(0, 64) || null
  );
}

/** Entries of a lookup table in use; null for any other account. A deactivated table is about to be closed. */
export function readLookupTable({ owner, data }: Account): string[] | null {
  if (owner !== lookupTableProgram || data.length < 56 || (data.length - 56) % 32 !== 0) return null;
  if (data.readUInt32LE(0) !== 1 || data.readBigUInt64LE(4) !== (1n << 64n) - 1n) return null;
  return Array.from({ length: (data.length - 56) / 32 }, (_, index) =>
    encodeBase58(data.subarray(56 + index * 32, 88 + index * 32)),
  );
}
