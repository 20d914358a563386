import { type Chain, isAddress, readChain } from '../../domain/market/chain.ts';
import type { TokenRef } from '../../domain/market/token.ts';
import { readDecimal } from '../../domain/numbers/decimal.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { searchTokens as searchEndpoint, tokenPools } from '../../protocol/endpoints/tokens.ts';
import { readable } from '../../protocol/schema.ts';
import { deepestFirst } from '../../stores/market/token-sheet.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** A token that the service found, with a supported chain and a valid address. */
export interface ListedToken extends TokenRef {
  readonly symbol: string;
  readonly name: string;
}

/** Liquidity of a token's pools, USD as decimal text; null if unknown. */
export interface TokenDepth {
  readonly priceUsd: string | null;
  /** Sum over all its pools. */
  readonly liquidityUsd: string | null;
  readonly marketCapUsd: string | null;
}

const mostFound = 30;

/**
 * Searches tokens of all chains by symbol, name or address, in the service's order. A read: rejects with the client's
 * error.
 */
export async function searchTokens({ client }: ActionContext, text: string): Promise<readonly ListedToken[]> {
  const { data } = await client.call(searchEndpoint, { query: { q: text, limit: mostFound } });
  return readable(data.tokens).flatMap(({ chain: name, address, symbol, name: title }): ListedToken[] => {
    const chain: Chain | null = readChain(name);
    if (!chain || !isAddress(chain, address)) return [];
    return [
      {
        chain,
        address,
        symbol: cleanText(symbol ?? '', textLimits.symbol),
        name: cleanText(title ?? '', textLimits.name),
      },
    ];
  });
}

/** Reads a token's current liquidity. A read: rejects with the client's error. */
export async function tokenDepth({ client }: ActionContext, tokenId: string): Promise<TokenDepth> {
  const { data } = await client.call(tokenPools, { params: { tokenId } });
  const pools = deepestFirst(data.pools);
  const known = pools.flatMap(({ liquidityUsd }) => readDecimal(liquidityUsd) ?? []);
  const [deepest] = pools;
  return {
    priceUsd: deepest?.priceUsd ?? null,
    marketCapUsd: deepest?.marketCapUsd ?? null,
    liquidityUsd: known.length > 0 ? known.reduce((a, b) => a.plus(b)).toFixed() : null,
  };
}
