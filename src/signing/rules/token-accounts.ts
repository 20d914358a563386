import { type Address, address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { chains } from '../../domain/market/chain.ts';
import { tokenPrograms } from '../chain/svm-accounts.ts';

/* Loads @solana/kit: import it only when a transaction needs it. */

const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');

/** Finding one takes up to 255 hashes, and every review asks for the same few. */
const known = new Map<string, Promise<Address>>();
const mostKnown = 1_000;

/** The owner's account for a token, as the Associated Token Account program derives it. */
export function tokenAccount(owner: string, mint: string, tokenProgram: string): Promise<string> {
  const key = `${owner} ${mint} ${tokenProgram}`;
  const found = known.get(key);
  if (found) return found;
  const encode = getAddressEncoder().encode;
  const derived = getProgramDerivedAddress({
    programAddress: associatedTokenProgram,
    seeds: [owner, tokenProgram, mint].map((text) => encode(address(text))),
  }).then(([account]) => account);
  if (known.size >= mostKnown) known.clear();
  known.set(key, derived);
  return derived;
}

/**
 * The owner's accounts of the mint, of either token program. SOL is wrapped by SPL Token alone: at the other address nobody
 * could ever open an account, and what is sent there is lost.
 */
export const tokenAccounts = (owner: string, mint: string): Promise<readonly string[]> => {
  const programs = mint === chains.solana.nativeAddress ? tokenPrograms.slice(0, 1) : tokenPrograms;
  return Promise.all(programs.map((program) => tokenAccount(owner, mint, program)));
};
