import type { QueryClient } from '@tanstack/query-core';
import { walletProblems } from '../../actions/pipeline/limits.ts';
import type { ApiClient } from '../../client/http/api-client.ts';
import { type Chain, chains, contractChains } from '../../domain/market/chain.ts';
import { quoteToken, tokenId } from '../../domain/market/token.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import type { SpotFacts, SpotToken } from '../../plans/plan-kind.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { activeWallets, type DeskWallet, walletChains } from '../../stores/account/wallets.ts';
import { type DeskData, queryKeys } from '../../stores/desk-data.ts';
import { balanceOf, usdPrice } from '../../stores/portfolio/spot-balance.ts';
import { readLevels } from '../../sync/reads/token-levels.ts';
import { isMoneySymbol, type LookUp, lookUpOnce, named, namesakesText } from './plan-token.ts';

interface Reads {
  readonly data: DeskData;
  readonly client: ApiClient;
  readonly cache: QueryClient;
  readonly signal: AbortSignal;
}

/** `asked`: by --wallet; `usual`: what the profile names. */
export interface WalletWish {
  readonly asked: string | null;
  readonly usual: string | null;
}

interface Place {
  readonly wallet: DeskWallet;
  readonly chain: Chain;
}

interface Found extends Place {
  readonly input: SpotToken;
  readonly output: SpotToken;
  readonly balance: bigint | null;
}

type Typed = Readonly<Record<string, string>>;

/**
 * The wallet, chain and tokens of a plan of swaps, chosen as the desk does: the usual wallet, else Solana first, and another
 * one only where it alone has what is sold. Throws PlainError with what is possible; rejects with ApiError.
 */
export async function spotPlace({ sell = '', buy = '' }: Typed, wish: WalletWish, reads: Reads) {
  const places = placesOf(wish, reads);
  let chosen: Found | null = null;
  const unclear: string[] = [];
  const at = { isChosen: wish.asked !== null, lookUp: lookUpOnce(reads.client), unclear };
  for (const place of places) {
    const input = await tokenAt(place, sell, reads, { ...at, isSold: true });
    const output = input && (await tokenAt(place, buy, reads, { ...at, isSold: false }));
    if (!input || !output) continue;
    const found = { ...place, input, output, balance: balanceAt(place, input, reads) };
    if (isThere(found)) {
      chosen = found;
      break;
    }
    chosen ??= found;
  }
  if (!chosen) throw new PlainError(unclear[0] ?? noTokens(places, sell, buy));
  const { wallet, chain } = chosen;
  const [problem] = Object.values(walletProblems(reads, { chain, walletId: wallet.walletId }));
  if (problem !== undefined) throw new PlainError(problem);
  return { facts: await factsOf(chosen, reads), wallet };
}

/** Money is taken to be everywhere, as on the desk: it says which wallet has too little of it. */
const isThere = ({ input, chain, balance }: Found): boolean =>
  quoteToken({ ...input, chain }) !== null || (balance !== null && balance > 0n);

/** Throws PlainError where no wallet can swap. */
function placesOf({ asked, usual }: WalletWish, { data }: Reads): Place[] {
  const all = activeWallets(data.read('wallets').data);
  const places = all
    .filter(({ walletId }) => asked === null || walletId === asked)
    .flatMap((wallet) => walletChains(wallet).map((chain) => ({ wallet, chain })))
    .filter(({ chain }) => contractChains.includes(chain));
  const names = contractChains.map((chain) => chains[chain].name).join(', ');
  if (places.length === 0)
    throw new PlainError(
      asked === null
        ? `The account has no active wallet on ${names}.`
        : `The wallet ${named(asked)} is not on ${names}, where plans of swaps are possible.`,
    );
  const rank = ({ wallet, chain }: Place): number => (wallet.walletId === usual ? 0 : chain === 'solana' ? 1 : 2);
  return places.sort((one, other) => rank(one) - rank(other));
}

interface Wanted {
  /** The wallet was chosen, so that the chain is no guess. */
  readonly isChosen: boolean;
  readonly isSold: boolean;
  readonly lookUp: LookUp;
  /** Takes why it is not clear which token is sold, for when no other wallet holds one of them. */
  readonly unclear: string[];
}

/** Null if there is no such token. A symbol that several have means the one that the wallet holds. Throws PlainError. */
async function tokenAt(place: Place, text: string, reads: Reads, { isChosen, isSold, lookUp, unclear }: Wanted) {
  const { chain } = place;
  const tokens = await lookUp(chain, text);
  const [first] = tokens;
  // ETH is money on Base: without a word about the chain, no other token of that name is meant.
  if (!first || (!isChosen && isMoneySymbol(text) && quoteToken({ ...first, chain }) === null)) return null;
  if (tokens.length === 1) return first;
  const held = tokens.filter((token) => (balanceAt(place, token, reads) ?? 0n) > 0n);
  const [only] = held;
  if (isSold && only && held.length === 1) return only;
  const problem = namesakesText(chain, text, tokens);
  if (!isSold || only) throw new PlainError(problem);
  unclear.push(problem);
  return null;
}

const balanceAt = ({ wallet, chain }: Place, token: SpotToken, { data }: Reads): bigint | null =>
  balanceOf({ data }, { chain, address: wallet.address }, { ...token, chain });

function noTokens(places: readonly Place[], sell: string, buy: string): string {
  const on = [...new Set(places.map(({ chain }) => chains[chain].name))].join(', ');
  return `No wallet can sell ${named(sell)} for ${named(buy)}: the service knows no such pair of tokens on ${on}. Enter another symbol, or the address of the token.`;
}

async function factsOf({ chain, input, output, balance }: Found, reads: Reads): Promise<SpotFacts> {
  const prices = [];
  for (const token of [input, output]) prices.push(await priceOf({ ...token, chain }, reads));
  const [inputUsd = null, outputUsd = null] = prices;
  return { kind: 'spot', chain, input, output, inputUsd, outputUsd, balance };
}

/** What the account's reads say, else the deepest pool; null if neither is known. */
async function priceOf(token: SpotToken & { readonly chain: Chain }, { data, client, cache, signal }: Reads) {
  const known = usdPrice({ data }, token);
  if (known) return known;
  const id = tokenId(token);
  const levels = await readLevels(client, id, signal).catch(() => null);
  if (levels) cache.setQueryData(queryKeys.levels(id), levels);
  return usdPrice({ data }, token);
}

/** `From main (wal_main) on Solana: sells JUP JUPy…, buys USDC EPjF….` */
export const spotText = ({ label, walletId }: DeskWallet, { chain, input, output }: SpotFacts): string =>
  `From ${cleanText(label, textLimits.name)} (${cleanText(walletId, 64)}) on ${chains[chain].name}: sells ${input.symbol} ${input.address}, buys ${output.symbol} ${output.address}.`;
