import { chains } from '../../domain/market/chain.ts';
import { quoteToken, type TokenRef } from '../../domain/market/token.ts';
import type { ResponseData } from '../../protocol/endpoint.ts';
import type { portfolioBalances, portfolioPositions } from '../../protocol/endpoints/portfolio.ts';
import { isUnreadable, readable } from '../../protocol/schema.ts';
import { nativeBaseUnits } from './native-balance.ts';
import { isHeld, isSameAddress } from './same-address.ts';

interface Balances {
  readonly holdings: ResponseData<typeof portfolioPositions> | undefined;
  readonly natives: ResponseData<typeof portfolioBalances> | undefined;
}

/** A wallet's balance in base units; null if it is unknown. A token without a row is 0 only in a complete response. */
export function balanceIn({ holdings, natives }: Balances, token: TokenRef, address: string): bigint | null {
  const row = readable(holdings?.positions ?? []).find((one) => isHeld(one, token.chain, token.address, address));
  if (row) return /^\d{1,80}$/.test(row.latestBalanceRaw) ? BigInt(row.latestBalanceRaw) : null;
  if (quoteToken(token)?.kind === 'native') {
    const native = readable(natives?.wallets ?? []).find(
      (one) => one.chain === token.chain && isSameAddress(one.walletAddress, address),
    );
    return native ? nativeBaseUnits(native.nativeBalance, chains[token.chain].nativeDecimals) : null;
  }
  if (!holdings) return null;
  const isCut = holdings.hasMore === true || (holdings.warnings?.length ?? 0) > 0;
  return isCut || holdings.positions.some(isUnreadable) ? null : 0n;
}
