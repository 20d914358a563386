import Big from 'big.js';
import { AmountError, formatAmount, parseAmount, toBig } from '../../domain/amount.ts';
import { type Chain, chainNamed, chains } from '../../domain/chain.ts';
import { readDecimal } from '../../domain/decimal.ts';
import { quoteToken, sameToken, type TokenRef, tokenId } from '../../domain/token.ts';
import type { Desk } from '../desk.ts';
import type { Token } from './token-field.ts';
import type { SpotWallet } from './wallet-choice.ts';

type Data = Desk['data'];
type WalletOnChain = Pick<SpotWallet, 'chain' | 'address'>;

/** Base units of a token in a wallet as last read; null when that is not known. */
export function balanceOf({ data }: Desk, wallet: WalletOnChain, token: Token): bigint | null {
  const held = holdings(data, wallet).find(({ tokenAddress }) => isAt(token, tokenAddress));
  if (held) {
    const isSameUnit = held.tokenDecimal == null || held.tokenDecimal === token.decimals;
    return isSameUnit && /^\d{1,80}$/.test(held.latestBalanceRaw) ? BigInt(held.latestBalanceRaw) : null;
  }
  if (quoteToken(token)?.kind !== 'native') return null;
  const row = nativeRows(data, wallet.chain).find(({ walletAddress }) => isAt(wallet, walletAddress));
  return row ? wholeNative(row.nativeBalance, token.decimals) : null;
}

/** Addresses of the tokens that a wallet holds, the most valuable first. */
export const heldTokens = ({ data }: Desk, wallet: WalletOnChain): string[] =>
  holdings(data, wallet)
    .filter(({ latestBalanceRaw }) => /[1-9]/.test(latestBalanceRaw))
    .sort((a, b) => usdOf(b).cmp(usdOf(a)))
    .map(({ tokenAddress }) => tokenAddress);

/** How old the balances are that `balanceOf` reads, ms; null before the first answer. */
export function balanceAgeMs(desk: Desk): number | null {
  const readMs = [desk.data.read('holdings'), desk.data.read('balances')].map(({ updatedAtMs }) => updatedAtMs);
  const oldestMs = Math.min(...readMs.filter((ms) => ms > 0));
  return Number.isFinite(oldestMs) ? desk.now() - oldestMs : null;
}

/**
 * What one whole token is worth in USD, from what the desk already reads: a stable counts as one dollar. Null when nothing
 * on the desk prices it.
 */
export function usdPrice(desk: Desk, token: TokenRef): Big | null {
  const quote = quoteToken(token);
  if (quote?.kind === 'stable') return new Big(1);
  const { data } = desk;
  const level = readDecimal(data.levels(tokenId(token)).data?.priceUsd);
  const held = holdings(data, { chain: token.chain, address: null }).find(({ tokenAddress }) =>
    isAt(token, tokenAddress),
  );
  const price = level ?? readDecimal(held?.latestTokenUsdPrice);
  if (price?.gt(0)) return price;
  return quote?.kind === 'native' ? nativePrice(data, token.chain) : null;
}

/** USD value of base units; null when the price is not known. */
export const usdValue = (desk: Desk, token: Token, baseUnits: bigint): Big | null =>
  usdPrice(desk, token)?.times(toBig(baseUnits, token.decimals)) ?? null;

/** From the largest balance of the chain, whose value in cents says the price best. */
function nativePrice(data: Data, chain: Chain): Big | null {
  const { nativeDecimals } = chains[chain];
  const prices = nativeRows(data, chain).flatMap(({ nativeBalance, nativeBalanceUsd }) => {
    const balance = wholeNative(nativeBalance, nativeDecimals);
    const usd = readDecimal(nativeBalanceUsd);
    return balance && usd?.gt(0) ? [{ usd, price: usd.div(toBig(balance, nativeDecimals)) }] : [];
  });
  return prices.sort((a, b) => b.usd.cmp(a.usd))[0]?.price ?? null;
}

/**
 * Services differ in whether a native balance is in whole or in base units. A decimal point tells that it is whole; without
 * one it could be either, and is taken for neither.
 */
function wholeNative(text: string, decimals: number): bigint | null {
  if (!text.includes('.')) return null;
  try {
    return parseAmount(text, decimals);
  } catch (error) {
    if (error instanceof AmountError) return null;
    throw error;
  }
}

function holdings(data: Data, { chain, address }: { readonly chain: Chain; readonly address: string | null }) {
  return (data.read('holdings').data?.positions ?? []).flatMap((held) =>
    !('unreadable' in held) &&
    chainNamed(held.network ?? '') === chain &&
    (address === null || isAt({ chain, address }, held.walletAddress))
      ? [held]
      : [],
  );
}

const nativeRows = (data: Data, chain: Chain) =>
  (data.read('balances').data?.wallets ?? []).flatMap((row) =>
    !('unreadable' in row) && chainNamed(row.chain) === chain ? [row] : [],
  );

const usdOf = ({ balanceUsd }: { readonly balanceUsd?: string | null | undefined }): Big =>
  readDecimal(balanceUsd) ?? new Big(0);

/** EVM addresses are the same in any case of their letters, those of wallets too. */
const isAt = ({ chain, address }: TokenRef, other: string): boolean =>
  sameToken({ chain, address }, { chain, address: other });

/** `84.2 SOL`, exact. */
export const amountText = (baseUnits: bigint, { decimals }: Pick<Token, 'decimals'>, name: string): string =>
  `${formatAmount(baseUnits, decimals)} ${name}`;
