import type Big from 'big.js';
import { formatAmount } from '../domain/amount.ts';
import { chainNamed } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { readDecimal } from '../domain/decimal.ts';
import { tokenId } from '../domain/token.ts';
import { isUnreadable, readable } from '../protocol/schema.ts';
import type { DeskData } from './desk-data.ts';
import { activeWallets } from './wallets.ts';

export interface HeldToken {
  readonly symbol: string;
  /** Whole tokens as exact decimal text; base units, said so, where the decimals are not known. */
  readonly amount: string;
  readonly usd: Big | null;
}

export interface BalanceRow {
  readonly key: string;
  readonly problem: string | null;
  readonly label: string;
  readonly chain: string;
  readonly address: string;
  /** As the service gives it. */
  readonly native: string;
  readonly symbol: string;
  readonly usd: Big | null;
  readonly tokens: readonly HeldToken[];
}

/** Native balance per wallet and chain, with the tokens that the wallet holds beside it. */
export function balanceRows(data: DeskData): BalanceRow[] {
  const labels = new Map(activeWallets(data.read('wallets').data).map(({ address, label }) => [address, label]));
  return (data.read('balances').data?.wallets ?? []).map((wallet, index): BalanceRow => {
    if (isUnreadable(wallet)) return unreadableRow(index, wallet.unreadable);
    const chain = cleanText(wallet.chain, textLimits.symbol);
    return {
      key: `${wallet.chain}:${wallet.walletAddress}`,
      problem: null,
      label: cleanText(labels.get(wallet.walletAddress) ?? '', textLimits.name) || '–',
      chain,
      address: cleanText(wallet.walletAddress, 100),
      native: wallet.nativeBalance,
      symbol: cleanText(wallet.nativeSymbol, textLimits.symbol),
      usd: readDecimal(String(wallet.nativeBalanceUsd)),
      tokens: heldTokens(data, wallet.chain, wallet.walletAddress),
    };
  });
}

function heldTokens(data: DeskData, chainName: string, address: string): HeldToken[] {
  const chain = chainNamed(chainName);
  return readable(data.read('holdings').data?.positions ?? [])
    .filter((held) => held.walletAddress === address && chain !== null && chainNamed(held.network ?? '') === chain)
    .map((held) => {
      const token = chain && data.token(tokenId({ chain, address: held.tokenAddress }));
      const decimals = token?.decimals ?? held.tokenDecimal;
      const isWhole = /^\d+$/.test(held.latestBalanceRaw) && decimals != null;
      return {
        symbol: token?.symbol || cleanText(held.tokenAddress, 12),
        amount: isWhole
          ? formatAmount(BigInt(held.latestBalanceRaw), decimals)
          : `${cleanText(held.latestBalanceRaw, 40)} base units`,
        usd: held.balanceUsd == null ? null : readDecimal(String(held.balanceUsd)),
      };
    });
}

const unreadableRow = (index: number, problem: string): BalanceRow => ({
  key: `unreadable-${index}`,
  problem,
  label: '?',
  chain: '',
  address: '',
  native: '',
  symbol: '',
  usd: null,
  tokens: [],
});
