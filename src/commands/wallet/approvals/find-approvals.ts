import type { Chain, chains } from '../../../domain/market/chain.ts';
import { type ApprovalSearch, ChainError, type EvmRpc, type SvmRpc } from '../../../signing/chain/chain-rpc.ts';

/** Who may move a token of the owner. */
export interface Approval {
  readonly chain: Chain;
  readonly token: string;
  /** As the chain says; null where it names none. Foreign text. */
  readonly symbol: string | null;
  /** Null where the token does not say. */
  readonly decimals: number | null;
  readonly spender: string;
  /** Base units. */
  readonly allowance: bigint;
  /** Solana: the token account. */
  readonly account: string | null;
}

export interface Found {
  readonly approvals: readonly Approval[];
  readonly search: ApprovalSearch | null;
  /** Contracts that name an approval in an event, and do not answer as tokens do. */
  readonly unreadable: readonly string[];
}

interface Asked {
  readonly owner: string;
  readonly tokens: readonly string[];
  readonly spenders: readonly string[];
  /** Of Approval events; 0 for none. */
  readonly blocks: number;
}

const atOnce = 10;

/** The allowances above 0 of an EVM wallet, among what is asked for and what events name. Rejects with ChainError. */
export async function findApprovals(rpc: EvmRpc, { owner, tokens, spenders, blocks }: Asked): Promise<Found> {
  const search = blocks > 0 ? await rpc.approvals(owner, blocks) : null;
  const seen = search?.pairs ?? [];
  const allTokens = distinct([...tokens, ...seen.map(({ token }) => token)]);
  const pairs = new Map<string, { readonly token: string; readonly spender: string }>();
  for (const token of allTokens)
    for (const spender of distinct(spenders)) pairs.set(`${token} ${spender}`, { token, spender });
  for (const pair of seen) pairs.set(`${pair.token} ${pair.spender}`, pair);
  const unreadable = new Set<string>();
  const allowed = await inGroups([...pairs.values()], async ({ token, spender }) => {
    try {
      return { token, spender, allowance: await rpc.allowance(token, owner, spender) };
    } catch (error) {
      if (!(error instanceof ChainError) || error.code !== 'UNREADABLE') throw error;
      if (seen.some((pair) => pair.token === token)) unreadable.add(token);
      return { token, spender, allowance: 0n };
    }
  });
  const approvals = await inGroups(
    allowed.filter(({ allowance }) => allowance > 0n),
    async (one) => {
      const facts = await rpc.token(one.token);
      const { symbol = null, decimals = null } = facts ?? {};
      return { ...one, chain: rpc.chain, symbol, decimals, account: null };
    },
  );
  return { approvals, search, unreadable: [...unreadable] };
}

/** The delegates of the token accounts of a Solana wallet: its chain lists them all. Rejects with ChainError. */
export async function findDelegates(rpc: SvmRpc, owner: string): Promise<readonly Approval[]> {
  const delegations = await rpc.delegations(owner);
  return inGroups(delegations, async ({ account, token, delegate: spender, amount: allowance, decimals }) => {
    const symbol = (await rpc.token(token))?.symbol ?? null;
    return { chain: 'solana', token, symbol, decimals, spender, allowance, account };
  });
}

const distinct = (addresses: readonly string[]): string[] => [...new Set(addresses.map((one) => one.toLowerCase()))];

/** Endpoints limit how much is asked of them at once. */
async function inGroups<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (let at = 0; at < items.length; at += atOnce)
    done.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  return done;
}

/** What was searched, and that there may be more, as a sentence. */
export function searchedText({ name }: (typeof chains)[Chain], { search, unreadable }: Found): string {
  const others = 'There may be other allowances.';
  const odd = unreadable.length > 0 ? ` These contracts do not say what they allow: ${unreadable.join(', ')}.` : '';
  if (!search) return `${name}: no Approval events were searched. ${others}${odd}`;
  const why = search.whyShort === null ? '' : ` (not more: ${search.whyShort})`;
  if (!search.blocks) return `${name}: Approval events could not be searched${why}. ${others}${odd}`;
  const [first, last] = search.blocks;
  return `${name}: Approval events of blocks ${first} to ${last} were searched${why}. ${others}${odd}`;
}
