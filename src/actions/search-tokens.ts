import { type Chain, chainNamed, isAddress } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { readDecimal } from '../domain/decimal.ts';
import type { TokenRef } from '../domain/token.ts';
import { searchTokens as searchEndpoint, tokenPools } from '../protocol/endpoints/tokens.ts';
import { readable } from '../protocol/schema.ts';
import { deepestFirst } from '../stores/token-sheet.ts';
import type { ActionContext } from './action-context.ts';

/** A token that the service found, on a chain and with an address that the desk can use. */
export interface ListedToken extends TokenRef {
  readonly symbol: string;
  readonly name: string;
}

/** What one look at a token's pools says, USD as decimal text; null where they do not tell. */
export interface TokenDepth {
  readonly priceUsd: string | null;
  /** Of all its pools together. */
  readonly liquidityUsd: string | null;
  readonly marketCapUsd: string | null;
}

const mostFound = 30;

/** Tokens of all chains by symbol, name or address, in the order of the service. A read: rejects with the client's error. */
export async function searchTokens({ client }: ActionContext, text: string): Promise<readonly ListedToken[]> {
  const { data } = await client.call(searchEndpoint, { query: { q: text, limit: mostFound } });
  return readable(data.tokens).flatMap(({ chain: name, address, symbol, name: title }): ListedToken[] => {
    const chain: Chain | null = chainNamed(name);
    if (!chain || !isAddress(chain, address)) return [];
    return [
      {
        ...{ chain, address },
        symbol: cleanText(symbol ?? '', textLimits.symbol),
        name: cleanText(title ?? '', textLimits.name),
      },
    ];
  });
}

/** How much a token can be traded for, from its pools now. A read: rejects with the client's error. */
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
