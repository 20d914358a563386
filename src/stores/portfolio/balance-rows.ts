import Big from 'big.js';
import { readChain } from '../../domain/market/chain.ts';
import { quoteToken, tokenId } from '../../domain/market/token.ts';
import { formatAmount } from '../../domain/numbers/amount.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { activeWallets } from '../account/wallets.ts';
import type { DeskData } from '../desk-data.ts';

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
  return [...natives, ...tokenRows(data, labelOf)];
}

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
