import { z } from 'zod';
import { chains } from '../../domain/market/chain.ts';
import { ChainError, type Simulation } from './chain-rpc.ts';
import type { JsonRpc } from './json-rpc.ts';
import { type Account, account, readTokenAccount, systemProgram } from './svm-accounts.ts';
import { errorText, inContext } from './svm-answers.ts';

/* Loads @solana/kit when a transaction is simulated. */

interface Chain {
  readonly call: JsonRpc['call'];
  readonly lookupTable: (address: string) => Promise<readonly string[] | null>;
  readonly host: string;
}

const accounts = z.array(account.nullable());
const native = chains.solana.nativeAddress;

/**
 * Compares the owner's accounts before and after. Only writable accounts of the transaction can change: those that are the
 * owner's, or could become the owner's because they are empty now.
 */
export async function simulateSvm(
  chain: Chain,
  owner: string,
  encoded: string,
  tokens: readonly string[],
): Promise<Simulation> {
  const writable = await writableAccounts(chain, encoded);
  if (typeof writable === 'string') return { ok: false, why: writable };
  const all = [...new Set([owner, ...writable])];
  const before = await readAccounts(chain, all);
  const own = all.flatMap((address, index) => {
    const found = before[index] ?? null;
    return isOwn(found, address, owner) ? [{ address, before: found }] : [];
  });
  const addresses = own.map(({ address }) => address);
  const config = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: false,
    commitment: 'processed',
    accounts: { encoding: 'base64', addresses },
  };
  const outcome = z.looseObject({
    err: z.unknown(),
    logs: z.array(z.string()).nullish(),
    accounts: accounts.nullish(),
  });
  const { value } = await chain.call('simulateTransaction', [encoded, config], inContext(outcome));
  if (value.err !== null && value.err !== undefined) {
    const log = value.logs?.findLast((line) => /failed|error/i.test(line));
    return { ok: false, why: errorText(value.err) + (log ? `: ${log.slice(0, 200)}` : '') };
  }
  if (value.accounts?.length !== own.length)
    throw new ChainError('UNREADABLE', `${chain.host} did not say how the simulated transaction ends`);
  const deltas = new Map([native, ...tokens].map((token) => [token, 0n]));
  const add = (found: Account | null, address: string, sign: bigint) => {
    for (const [token, amount] of holdings(found, address, owner))
      deltas.set(token, (deltas.get(token) ?? 0n) + sign * amount);
  };
  for (const [index, { address, before: found }] of own.entries()) {
    add(found, address, -1n);
    add(value.accounts[index] ?? null, address, 1n);
  }
  return { ok: true, changes: [...deltas].map(([token, delta]) => ({ token, delta })) };
}

const isOwn = (found: Account | null, address: string, owner: string): boolean =>
  address === owner || !found || found.owner === systemProgram || readTokenAccount(found)?.owner === owner;

/** Lamports of a token account pay its rent, and are not the owner's to spend: only its tokens count. */
function holdings(found: Account | null, address: string, owner: string): [string, bigint][] {
  if (!found) return [];
  if (address === owner) return [[native, found.lamports]];
  const held = readTokenAccount(found);
  return held?.owner === owner ? [[held.mint, held.amount]] : [];
}

async function readAccounts({ call, host }: Chain, addresses: readonly string[]): Promise<(Account | null)[]> {
  const found: (Account | null)[] = [];
  for (let at = 0; at < addresses.length; at += 100) {
    const some = addresses.slice(at, at + 100);
    // Enough for a token account with the byte that says what it is; pools may be large.
    const config = { encoding: 'base64', commitment: 'processed', dataSlice: { offset: 0, length: 166 } };
    const { value } = await call('getMultipleAccounts', [some, config], inContext(accounts));
    if (value.length !== some.length)
      throw new ChainError('UNREADABLE', `${host} answered for other accounts than it was asked for`);
    found.push(...value);
  }
  return found;
}

/** Addresses; or why it would fail, as a sentence. */
async function writableAccounts({ lookupTable }: Chain, encoded: string): Promise<readonly string[] | string> {
  const { getCompiledTransactionMessageDecoder, getTransactionDecoder } = await import('@solana/kit');
  const { messageBytes } = getTransactionDecoder().decode(Buffer.from(encoded, 'base64'));
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== 'legacy' && message.version !== 0)
    return `transactions of version ${message.version} are not supported; legacy and 0 are`;
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header;
  const statics: readonly string[] = message.staticAccounts;
  const writable = statics.filter((_, index) =>
    index < numSignerAccounts
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < statics.length - numReadonlyNonSignerAccounts,
  );
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : [];
  for (const { lookupTableAddress, writableIndexes } of lookups) {
    const entries = await lookupTable(lookupTableAddress);
    const found = writableIndexes.map((index) => entries?.[index]);
    if (!entries || found.includes(undefined)) return `the lookup table ${lookupTableAddress} lacks an entry`;
    writable.push(...found.filter((entry) => entry !== undefined));
  }
  return writable;
}
