import Big from 'big.js';
import { type Chain, chains, readChain } from '../../domain/market/chain.ts';
import { quoteToken, sameToken, type TokenRef, tokenId } from '../../domain/market/token.ts';
import { formatAmount, toBig } from '../../domain/numbers/amount.ts';
import { readDecimal, readPositive } from '../../domain/numbers/decimal.ts';
import type { DeskData } from '../desk-data.ts';
import { nativeBaseUnits } from './native-balance.ts';

interface WithData {
  readonly data: DeskData;
}

/** What an amount in base units needs to know of its token. */
interface Scaled extends TokenRef {
  readonly decimals: number;
}

interface WalletOnChain {
  readonly chain: Chain;
  readonly address: string;
}

/** Last read balance in base units; null if unknown. */
export function balanceOf({ data }: WithData, wallet: WalletOnChain, token: Scaled): bigint | null {
  const held = holdings(data, wallet).find(({ tokenAddress }) => isAt(token, tokenAddress));
  if (held) {
    const isSameUnit = held.tokenDecimal == null || held.tokenDecimal === token.decimals;
    return isSameUnit && /^\d{1,80}$/.test(held.latestBalanceRaw) ? BigInt(held.latestBalanceRaw) : null;
  }
  if (quoteToken(token)?.kind !== 'native') return null;
  const row = nativeRows(data, wallet.chain).find(({ walletAddress }) => isAt(wallet, walletAddress));
  return row ? nativeBaseUnits(row.nativeBalance, token.decimals) : null;
}

/** Addresses of the tokens in a wallet, by USD value, highest first. */
export const heldTokens = ({ data }: WithData, wallet: WalletOnChain): string[] =>
  holdings(data, wallet)
    .filter(({ latestBalanceRaw }) => /[1-9]/.test(latestBalanceRaw))
    .sort((a, b) => usdOf(b).cmp(usdOf(a)))
    .map(({ tokenAddress }) => tokenAddress);

/** Age of the reads behind `balanceOf`, ms; null before the first response. */
export function balanceAgeMs(desk: WithData & { readonly now: () => number }): number | null {
  const readMs = [desk.data.read('holdings'), desk.data.read('balances')].map(({ updatedAtMs }) => updatedAtMs);
  const oldestMs = Math.min(...readMs.filter((ms) => ms > 0));
  return Number.isFinite(oldestMs) ? desk.now() - oldestMs : null;
}

export interface UsdPrice {
  /** USD per whole token, above zero. */
  readonly px: Big;
  /** When it was read, ms since the epoch; null for a stablecoin, which counts as 1 USD. */
  readonly readAtMs: number | null;
}

/** USD price of a token from data the desk already has, with its time; null if unknown. */
export function usdPriceRead(desk: WithData, token: TokenRef): UsdPrice | null {
  const quote = quoteToken(token);
  if (quote?.kind === 'stable') return { px: new Big(1), readAtMs: null };
  const { data } = desk;
  const levels = data.levels(tokenId(token));
  const level = readPositive(levels.data?.priceUsd);
  if (level) return { px: level, readAtMs: levels.updatedAtMs };
  const held = holdings(data, { chain: token.chain, address: null }).find(({ tokenAddress }) =>
    isAt(token, tokenAddress),
  );
  const price = readPositive(held?.latestTokenUsdPrice);
  if (price) return { px: price, readAtMs: data.read('holdings').updatedAtMs };
  const native = quote?.kind === 'native' ? nativePrice(data, token.chain) : null;
  return native && { px: native, readAtMs: data.read('balances').updatedAtMs };
}

/** USD price of one token; stablecoins count as 1 USD. Null if unknown. */
export const usdPrice = (desk: WithData, token: TokenRef): Big | null => usdPriceRead(desk, token)?.px ?? null;

/** USD value of base units; null if the price is unknown. */
export const usdValue = (desk: WithData, token: Scaled, baseUnits: bigint): Big | null =>
  usdPrice(desk, token)?.times(toBig(baseUnits, token.decimals)) ?? null;

/** Derived from the largest native balance on the chain, where rounding of the USD value matters least. */
function nativePrice(data: DeskData, chain: Chain): Big | null {
  const { nativeDecimals } = chains[chain];
  const prices = nativeRows(data, chain).flatMap(({ nativeBalance, nativeBalanceUsd }) => {
    const balance = nativeBaseUnits(nativeBalance, nativeDecimals);
    const usd = readDecimal(nativeBalanceUsd);
    return balance && usd?.gt(0) ? [{ usd, price: usd.div(toBig(balance, nativeDecimals)) }] : [];
  });
  return prices.sort((a, b) => b.usd.cmp(a.usd))[0]?.price ?? null;
}

function holdings(data: DeskData, at: { readonly chain: Chain; readonly address: string | null }): readonly Held[] {
  return [...heldByService(data, at), ...heldByOwn(data, at)];
}

/** What a balance needs of a row of the service, or of a chain. */
interface Held {
  readonly tokenAddress: string;
  readonly latestBalanceRaw: string;
  readonly tokenDecimal?: number | null | undefined;
  readonly latestTokenUsdPrice?: string | null | undefined;
  readonly balanceUsd?: string | number | null | undefined;
}

/** Balances of own wallets are their chain's. */
const heldByOwn = (
  data: DeskData,
  { chain, address }: { readonly chain: Chain; readonly address: string | null },
): Held[] =>
  (data.read('own').data?.holdings ?? []).flatMap((held) =>
    held.chain === chain && address !== null && isAt({ chain, address }, held.address)
      ? [{ tokenAddress: held.tokenAddress, latestBalanceRaw: `${held.baseUnits}`, tokenDecimal: held.decimals }]
      : [],
  );

function heldByService(
  data: DeskData,
  { chain, address }: { readonly chain: Chain; readonly address: string | null },
): Held[] {
  return (data.read('holdings').data?.positions ?? []).flatMap((held) =>
    !('unreadable' in held) &&
    readChain(held.network) === chain &&
    (address === null || isAt({ chain, address }, held.walletAddress))
      ? [held]
      : [],
  );
}

const nativeRows = (data: DeskData, chain: Chain) =>
  (data.read('balances').data?.wallets ?? []).flatMap((row) =>
    !('unreadable' in row) && readChain(row.chain) === chain ? [row] : [],
  );

const usdOf = ({ balanceUsd }: Held): Big => readDecimal(balanceUsd == null ? null : String(balanceUsd)) ?? new Big(0);

/** Also used for wallets: EVM addresses are case-insensitive. */
const isAt = ({ chain, address }: TokenRef, other: string): boolean =>
  sameToken({ chain, address }, { chain, address: other });

/** Exact amount, such as `84.2 SOL`. */
export const amountText = (baseUnits: bigint, { decimals }: Pick<Scaled, 'decimals'>, name: string): string =>
  `${formatAmount(baseUnits, decimals)} ${name}`;
