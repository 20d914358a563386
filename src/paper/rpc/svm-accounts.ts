import { address, getAddressEncoder } from '@solana/kit';
import { tokenAccount } from '../exchange/spot/signing/svm-instructions.ts';
import type { PaperToken } from '../exchange/spot/tokens/token-list.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const systemProgram = '11111111111111111111111111111111';
const rentOfTokenAccount = 2_039_280;

const bytesOf = (text: string): Buffer => Buffer.from(getAddressEncoder().encode(address(text)) as Uint8Array);

const account = (owner: string, lamports: bigint | number, data: Buffer) => ({
  data: [data.toString('base64'), 'base64'] as const,
  executable: false,
  lamports: Number(lamports),
  owner,
  rentEpoch: 0,
  space: data.length,
});

/** The account of an address itself: it holds SOL. */
export const systemAccount = (lamports: bigint) => account(systemProgram, lamports, Buffer.alloc(0));

/** A mint's account as the token program lays it out; nobody may mint or freeze. */
export function mintAccount({ decimals }: PaperToken) {
  const data = Buffer.alloc(82);
  data[44] = decimals;
  data[45] = 1;
  return account(tokenProgram, 1_461_600, data);
}

/** A token account: mint, owner, amount, and that it is initialized. */
export function holdingAccount(owner: string, mint: string, amount: bigint) {
  const data = Buffer.alloc(165);
  bytesOf(mint).copy(data, 0);
  bytesOf(owner).copy(data, 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  return account(tokenProgram, rentOfTokenAccount, data);
}

/** The same as nodes parse it. */
export async function parsedHolding(owner: string, token: PaperToken, amount: bigint) {
  const { decimals, address: mint } = token;
  const digits = String(amount).padStart(decimals + 1, '0');
  const text = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  const uiAmountString = decimals === 0 ? text : text.replace(/\.?0+$/, '');
  const info = {
    isNative: false,
    mint,
    owner,
    state: 'initialized',
    tokenAmount: { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString },
  };
  return {
    pubkey: await tokenAccount(address(owner), address(mint)),
    account: {
      data: { parsed: { info, type: 'account' }, program: 'spl-token', space: 165 },
      executable: false,
      lamports: rentOfTokenAccount,
      owner: tokenProgram,
      rentEpoch: 0,
      space: 165,
    },
  };
}

export { tokenProgram };
