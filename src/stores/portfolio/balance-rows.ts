import Big from 'big.js';
import { type Chain, readChain } from '../../domain/market/chain.ts';
import { quoteToken, tokenId } from '../../domain/market/token.ts';
import { formatAmount } from '../../domain/numbers/amount.ts';
import { readDecimal, readPositive } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { activeWallets } from '../account/wallets.ts';
import type { DeskData } from '../desk-data.ts';
import { isSameAddress } from './same-address.ts';

export interface BalanceRow {
  readonly key: string;
  readonly problem: string | null;
  /** The item of the response that the row was built from. */
  readonly source?: object;
  /** Label of the wallet. */
  readonly label: string;
  readonly chain: string;
  /** Of the wallet. */
  readonly address: string;
  /** Of the token; null for a chain's native one. */
  readonly tokenAddress: string | null;
  /** Native: as the service sends it. Token: exact, in whole tokens; in base units (`isBaseUnits`) if the decimals are unknown. */
  readonly amount: string;
  readonly isBaseUnits: boolean;
  readonly symbol: string;
  readonly usd: Big | null;
  /** The user holds its key: the totals of the account leave it out. */
  readonly isOwn?: true;
}

/** The native balance of each wallet and chain, then the tokens held, most valuable first. */
export const balanceRows = (data: DeskData): readonly BalanceRow[] => data.derive(toRows);

function toRows(data: DeskData): BalanceRow[] {
  const labels = new Map(activeWallets(data.read('wallets').data).map(({ address, label }) => [address, label]));
  const labelOf = (address: string): string => cleanText(labels.get(address) ?? '', textLimits.name) || '–';
  const natives = (data.read('balances').data?.wallets ?? []).map((wallet, index): BalanceRow => {
    if (isUnreadable(wallet)) return unreadableRow(index, wallet, wallet.unreadable);
    return {
      key: `${wallet.chain}:${wallet.walletAddress}`,
      problem: null,
      source: wallet,
      label: labelOf(wallet.walletAddress),
      chain: cleanText(wallet.chain, textLimits.symbol),
      address: cleanText(wallet.walletAddress, 100),
      tokenAddress: null,
      amount: wallet.nativeBalance,
      isBaseUnits: false,
      symbol: cleanText(wallet.nativeSymbol, textLimits.symbol),
      usd: readDecimal(String(wallet.nativeBalanceUsd)),
    };
  });
  const own = ownRows(data, natives);
  return [...natives, ...own.natives, ...tokenRows(data, labelOf), ...own.tokens];
}

/** Balances of own wallets, as the chains say; priced by what the service says of the same token. */
function ownRows(data: DeskData, natives: readonly BalanceRow[]) {
  const own = data.read('own').data;
  // The mark has to stand where the name is cut.
  const label = new Map((own?.wallets ?? []).map((one) => [one.walletId, `${cutEnd(one.label, 6)} own key`]));
  const rows = (own?.holdings ?? []).map(({ walletId, chain, address, tokenAddress, baseUnits, decimals }) => {
    const quote = quoteToken({ chain, address: tokenAddress });
    const isNative = quote?.kind === 'native';
    const amount = formatAmount(baseUnits, decimals);
    const token = data.token(tokenId({ chain, address: tokenAddress }));
    const price =
      quote?.kind === 'stable' ? one : isNative ? nativePrice(natives, chain) : heldPrice(data, chain, tokenAddress);
    return {
      key: `own:${chain}:${address}:${tokenAddress}`,
      problem: null,
      label: label.get(walletId) ?? '–',
      chain,
      address,
      tokenAddress: isNative ? null : cleanText(tokenAddress, 100),
      amount,
      isBaseUnits: false,
      symbol: token?.symbol || quote?.symbol || cleanText(tokenAddress, 12),
      usd: price === null ? null : price.times(amount),
      isOwn: true,
    } satisfies BalanceRow;
  });
  return {
    natives: rows.filter(({ tokenAddress }) => tokenAddress === null),
    tokens: rows.filter(({ tokenAddress }) => tokenAddress !== null),
  };
}

const one = new Big(1);

/** From the service's largest native balance on the chain. */
function nativePrice(natives: readonly BalanceRow[], chain: Chain): Big | null {
  const priced = natives.flatMap(({ chain: at, amount, usd }) => {
    const whole = readDecimal(amount);
    return readChain(at) === chain && usd?.gt(0) && whole?.gt(0) && amount.includes('.')
      ? [{ usd, px: usd.div(whole) }]
      : [];
  });
  return priced.sort((a, b) => b.usd.cmp(a.usd))[0]?.px ?? null;
}

const heldPrice = (data: DeskData, chain: Chain, token: string): Big | null =>
  readPositive(
    readable(data.read('holdings').data?.positions ?? []).find(
      ({ network, tokenAddress }) => readChain(network) === chain && isSameAddress(tokenAddress, token),
    )?.latestTokenUsdPrice,
  );

function tokenRows(data: DeskData, labelOf: (address: string) => string): BalanceRow[] {
  return readable(data.read('holdings').data?.positions ?? [])
    .flatMap((held): BalanceRow[] => {
      const chain = readChain(held.network);
      const quote = chain && quoteToken({ chain, address: held.tokenAddress });
      if (!chain || quote?.kind === 'native') return [];
      const token = data.token(tokenId({ chain, address: held.tokenAddress }));
      const decimals = token?.decimals ?? held.tokenDecimal;
      const isWhole = /^\d{1,80}$/.test(held.latestBalanceRaw) && decimals != null;
      return [
        {
          key: `${chain}:${held.walletAddress}:${held.tokenAddress}`,
          problem: null,
          source: held,
          label: labelOf(held.walletAddress),
          chain,
          address: cleanText(held.walletAddress, 100),
          tokenAddress: cleanText(held.tokenAddress, 100),
          amount: isWhole
            ? formatAmount(BigInt(held.latestBalanceRaw), decimals)
            : cleanText(held.latestBalanceRaw, 80),
          isBaseUnits: !isWhole,
          symbol: token?.symbol || quote?.symbol || cleanText(held.tokenAddress, 12),
          usd: held.balanceUsd == null ? null : readDecimal(String(held.balanceUsd)),
        },
      ];
    })
    .sort((a, b) => (b.usd ?? zero).cmp(a.usd ?? zero));
}

const zero = new Big(0);

const unreadableRow = (index: number, source: object, problem: string): BalanceRow => ({
  key: `unreadable-${index}`,
  problem,
  source,
  label: '?',
  chain: '',
  address: '',
  tokenAddress: null,
  amount: '',
  isBaseUnits: false,
  symbol: '',
  usd: null,
});
