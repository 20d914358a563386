import { z } from 'zod';
import { chains } from '../../domain/market/chain.ts';
import { type BalanceChange, ChainError, type OwnBalance, type Simulation, type SvmRpc } from './chain-rpc.ts';
import type { JsonRpc } from './json-rpc.ts';
import { accountData, mintFacts, tableEntries, tokenAccountOf, tokenPrograms } from './svm-accounts.ts';

const native = chains.solana.nativeAddress;
const mainnet = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const confirmed = { commitment: 'confirmed' } as const;

const units = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(BigInt);
/** Solana's nodes wrap what they answer together with the slot. */
const valued = <T>(value: z.ZodType<T>): z.ZodType<T> =>
  z.object({ value }).transform((answer): T => answer.value as T);

const tokenAccounts = valued(
  z.array(
    z.object({
      pubkey: z.string(),
      account: z.object({
        data: z.object({
          parsed: z.object({
            info: z.object({
              mint: z.string(),
              tokenAmount: z.object({ amount: units, decimals: z.int().min(0).max(255) }),
            }),
          }),
        }),
      }),
    }),
  ),
);

const accounts = valued(z.array(accountData.nullable()));
const failure = z.unknown();
const simulated = valued(
  z.object({
    err: failure,
    logs: z.array(z.string()).nullish(),
    accounts: z.array(accountData.nullable()).nullish(),
  }),
);

const statuses = valued(
  z.array(z.object({ confirmationStatus: z.string().nullish(), err: failure }).nullable()).length(1),
);

/** Solana as one endpoint shows it. It is asked once whether it is mainnet, unless it is on this machine. */
export function createSvmRpc(rpc: JsonRpc): SvmRpc {
  let checked: Promise<void> | null = null;
  const check = (): Promise<void> => {
    checked ??= (rpc.isLoopback ? Promise.resolve() : verifyMainnet(rpc)).catch((error: unknown) => {
      checked = null;
      throw error;
    });
    return checked;
  };
  const call: JsonRpc['call'] = async (...args) => {
    await check();
    return rpc.call(...args);
  };
  const held = async (owner: string) => {
    const lists = await Promise.all(
      Object.values(tokenPrograms).map((programId) =>
        call(
          'getTokenAccountsByOwner',
          [owner, { programId }, { encoding: 'jsonParsed', ...confirmed }],
          tokenAccounts,
        ),
      ),
    );
    return lists.flat().map(({ pubkey, account }) => ({ pubkey, ...account.data.parsed.info }));
  };
  const isBlockhashValid = (blockhash: string) =>
    call('isBlockhashValid', [blockhash, { commitment: 'processed' }], valued(z.boolean()));
  return {
    family: 'svm',
    chain: 'solana',
    host: rpc.host,
    isBlockhashValid,
    async balances(owner): Promise<readonly OwnBalance[]> {
      const [lamports, rows] = await Promise.all([call('getBalance', [owner, confirmed], valued(units)), held(owner)]);
      const wrapped = rows.filter(({ mint }) => mint === native);
      const coin = wrapped.reduce((sum, { tokenAmount }) => sum + tokenAmount.amount, lamports);
      const byMint = Map.groupBy(
        rows.filter(({ mint }) => mint !== native),
        ({ mint }) => mint,
      );
      return [
        { token: native, baseUnits: coin, decimals: chains.solana.nativeDecimals },
        ...[...byMint].map(([token, of]) => ({
          token,
          baseUnits: of.reduce((sum, { tokenAmount }) => sum + tokenAmount.amount, 0n),
          decimals: of[0]?.tokenAmount.decimals ?? 0,
        })),
      ];
    },
    tokenAccounts: async (owner) => (await held(owner)).map(({ pubkey }) => pubkey),
    async token(address) {
      const account = await call(
        'getAccountInfo',
        [address, { encoding: 'base64', ...confirmed }],
        valued(accountData.nullable()),
      );
      return account && mintFacts(account);
    },
    async lookupTable(address) {
      const account = await call(
        'getAccountInfo',
        [address, { encoding: 'base64', ...confirmed }],
        valued(accountData.nullable()),
      );
      return account && tableEntries(account);
    },
    async simulate(owner, { encoded }, tokens): Promise<Simulation> {
      const { tokenAccount } = await import('../rules/token-accounts.ts');
      const derived = await Promise.all(
        [native, ...tokens].flatMap((mint) =>
          Object.values(tokenPrograms).map((program) => tokenAccount(owner, mint, program)),
        ),
      );
      const watched = [...new Set([owner, ...derived, ...(await held(owner)).map(({ pubkey }) => pubkey)])];
      const config = { encoding: 'base64', ...confirmed };
      const [before, after] = await Promise.all([
        call('getMultipleAccounts', [watched.slice(0, mostWatched), config], accounts),
        call(
          'simulateTransaction',
          [
            encoded,
            {
              encoding: 'base64',
              sigVerify: false,
              replaceRecentBlockhash: false,
              ...confirmed,
              accounts: { encoding: 'base64', addresses: watched.slice(0, mostWatched) },
            },
          ],
          simulated,
        ),
      ]);
      if (after.err != null) return { ok: false, why: whyFailed(after) };
      if (!after.accounts) throw new ChainError('UNREADABLE', `${rpc.host} simulates without balances.`);
      return { ok: true, changes: changesOf(sums(owner, before), sums(owner, after.accounts)) };
    },
    send: (signed) =>
      call('sendTransaction', [signed, { encoding: 'base64', preflightCommitment: 'confirmed' }], z.string()),
    async landing(txHash, blockhash) {
      const [status] = await call('getSignatureStatuses', [[txHash]], statuses);
      if (status)
        return status.err != null
          ? { state: 'failed', why: JSON.stringify(status.err).slice(0, 200) }
          : { state: status.confirmationStatus === 'processed' ? 'seen' : 'confirmed' };
      if (await isBlockhashValid(blockhash)) return { state: 'unknown' };
      // It may have landed between the two questions.
      const [late] = await call('getSignatureStatuses', [[txHash], { searchTransactionHistory: true }], statuses);
      return { state: late ? 'seen' : 'expired' };
    },
  };
}

/** As many accounts as one question may name. */
const mostWatched = 100;

async function verifyMainnet(rpc: JsonRpc): Promise<void> {
  const hash = await rpc.call('getGenesisHash', [], z.string());
  if (hash !== mainnet) throw new ChainError('WRONG_CHAIN', `${rpc.host} is no endpoint of Solana's mainnet.`);
}

function whyFailed({
  err,
  logs,
}: {
  readonly err?: unknown;
  readonly logs?: readonly string[] | null | undefined;
}): string {
  const told = logs?.findLast((line) => /error|failed|insufficient/i.test(line));
  return `${JSON.stringify(err).slice(0, 120)}${told ? `, ${told.slice(0, 160)}` : ''}`;
}

type Account = z.output<typeof accountData> | null;

/** Base units by token; SOL and wrapped SOL are one. Accounts that somebody else owns after it count as nothing. */
function sums(owner: string, list: readonly Account[]): Map<string, bigint> {
  const totals = new Map<string, bigint>();
  const add = (token: string, baseUnits: bigint): void => void totals.set(token, (totals.get(token) ?? 0n) + baseUnits);
  for (const [index, account] of list.entries()) {
    if (!account) continue;
    if (index === 0) {
      add(native, account.lamports);
      continue;
    }
    const token = tokenAccountOf(account);
    if (token?.owner === owner) add(token.mint, token.amount);
  }
  return totals;
}

function changesOf(before: ReadonlyMap<string, bigint>, after: ReadonlyMap<string, bigint>): BalanceChange[] {
  const tokens = new Set([...before.keys(), ...after.keys()]);
  return [...tokens].map((token) => ({ token, delta: (after.get(token) ?? 0n) - (before.get(token) ?? 0n) }));
}
