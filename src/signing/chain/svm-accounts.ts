import { z } from 'zod';
import type { TokenFacts } from './chain-rpc.ts';

export const tokenPrograms = {
  splToken: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
} as const;

const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111';

/** An account as RPC answers it in base64. */
export const accountData = z.object({
  lamports: z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(BigInt),
  owner: z.string(),
  data: z.tuple([z.base64(), z.literal('base64')]).transform(([text]) => Buffer.from(text, 'base64')),
});

type Account = z.output<typeof accountData>;

const isOfTokenProgram = ({ owner }: Account): boolean => Object.values<string>(tokenPrograms).includes(owner);

/** Mint, owner and amount of a token account; null for any other. */
export function tokenAccountOf(account: Account): { mint: string; owner: string; amount: bigint } | null {
  const { data } = account;
  // Token-2022 marks accounts that have extensions with a 2 after the 165 bytes of the base.
  if (!isOfTokenProgram(account) || data.length < 165 || (data.length > 165 && data[165] !== 2)) return null;
  return {
    mint: base58(data.subarray(0, 32)),
    owner: base58(data.subarray(32, 64)),
    amount: data.readBigUInt64LE(64),
  };
}

const baseMint = 82;
/** After the base, padding to 165 bytes, and the mark of a mint. */
const firstExtension = 166;
const extensionPowers: Readonly<Record<number, TokenFacts['powers'][number]>> = {
  1: 'transfer fee',
  12: 'permanent delegate',
  14: 'transfer hook',
};
const metadataExtension = 19;

/** What a mint's account says; null for an account that is no mint. */
export function mintFacts(account: Account): TokenFacts | null {
  const { data } = account;
  if (!isOfTokenProgram(account) || data.length < baseMint || data[45] !== 1) return null;
  const powers: TokenFacts['powers'][number][] = [];
  let symbol: string | null = null;
  for (let at = firstExtension; at + 4 <= data.length; ) {
    const [kind, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)];
    const value = data.subarray(at + 4, at + 4 + length);
    const power = extensionPowers[kind];
    if (power && isInForce(kind, value)) powers.push(power);
    if (kind === metadataExtension) symbol = metadataSymbol(value);
    at += 4 + length;
  }
  return { decimals: data[44] ?? 0, symbol, powers };
}

/** A hook without a program, a delegate that is nobody and a fee of zero that nobody can raise do nothing. */
function isInForce(kind: number, value: Buffer): boolean {
  if (kind === 12) return value.subarray(0, 32).some((byte) => byte !== 0);
  if (kind === 14) return value.some((byte) => byte !== 0);
  const feeAt = [72 + 16, 72 + 18 + 16];
  const isCharged = feeAt.some((at) => value.length >= at + 2 && value.readUInt16LE(at) > 0);
  return isCharged || value.subarray(0, 32).some((byte) => byte !== 0);
}

/** Update authority and mint, then name and symbol as length and text. */
function metadataSymbol(value: Buffer): string | null {
  try {
    const nameLength = value.readUInt32LE(64);
    const symbolAt = 68 + nameLength;
    const symbolLength = value.readUInt32LE(symbolAt);
    return symbolLength <= 64 ? value.subarray(symbolAt + 4, symbolAt + 4 + symbolLength).toString('utf8') : null;
  } catch {
    return null;
  }
}

/** The entries of a lookup table; null for an account that is none, or that is being closed. */
export function tableEntries({ owner, data }: Account): readonly string[] | null {
  if (owner !== lookupTableProgram || data.length < 56 || data.readUInt32LE(0) !== 1) return null;
  if (data.readBigUInt64LE(4) !== 2n ** 64n - 1n) return null;
  const count = Math.floor((data.length - 56) / 32);
  return Array.from({ length: count }, (_, index) => base58(data.subarray(56 + 32 * index, 88 + 32 * index)));
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}
