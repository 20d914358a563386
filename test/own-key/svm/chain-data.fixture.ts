import { bytes, key, stranger, svmOwner, u32 } from '../../../src/signing/rules/honest.fixture.ts';

/* Accounts as Solana's programs lay them out. */

/** SPL Token: a mint with 6 decimals and no authorities. */
export const mintData = (): Uint8Array => bytes(new Uint8Array(36), 10n ** 15n, 6, 1, new Uint8Array(36));

/** SPL Token: an account of a holder. `rent`: of an account of wrapped SOL, null for other tokens. */
export const tokenData = (mint: string, holder: string, amount: bigint, rent: bigint | null): Uint8Array =>
  bytes(
    key(mint),
    key(holder),
    amount,
    new Uint8Array(36),
    1,
    u32(rent === null ? 0 : 1),
    rent ?? 0n,
    new Uint8Array(44),
  );

const [hookOfMint, hookOfAccount] = [14, 15];
const extension = (type: number, value: Uint8Array): Uint8Array => bytes(type, 0, value.length, 0, value);

/** Token-2022: the same, with the thief's program as its transfer hook. */
export const hookedMintData = (): Uint8Array =>
  bytes(mintData(), new Uint8Array(83), 1, extension(hookOfMint, bytes(key(stranger), key(stranger))));

export const hookedTokenData = (mint: string, holder: string, amount: bigint): Uint8Array =>
  bytes(tokenData(mint, holder, amount, null), 2, extension(hookOfAccount, bytes(0)));

/** System: a nonce account whose authority is the owner, with this nonce. */
export const nonceData = (nonce: string): Uint8Array => bytes(u32(1), u32(1), key(svmOwner), key(nonce), 5_000n);

/** Address Lookup Table: in use, without an authority, extended long ago. */
export const lookupTableData = (entries: readonly string[]): Uint8Array =>
  bytes(u32(1), 2n ** 64n - 1n, 0n, 0, 0, new Uint8Array(34), ...entries.map(key));
