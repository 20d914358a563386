import type { ApiClient } from '../../client/http/api-client.ts';
import { type Chain, isAddress } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { getToken, searchTokens } from '../../protocol/endpoints/tokens.ts';
import { readable } from '../../protocol/schema.ts';
import type { ActionContext } from '../pipeline/action-context.ts';

/** A token of the service's list, its texts cleaned. */
export interface FoundToken {
  readonly chain: string;
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Other tokens on the chain that match the same text: a symbol is not unique. */
  readonly namesakes: number;
}

/** Finds a token by address or exact symbol. Null if the service knows none. A read, so it may reject. */
export async function findToken(
  { client }: Pick<ActionContext, 'client'>,
  chain: Chain,
  text: string,
): Promise<FoundToken | null> {
  return (await findTokens(client, chain, text))[0] ?? null;
}

/** Every token on the chain with this address or exact symbol, in the service's order. A read, so it may reject. */
export async function findTokens(client: Pick<ApiClient, 'call'>, chain: Chain, text: string): Promise<FoundToken[]> {
  if (isAddress(chain, text)) {
    const { data } = await client.call(getToken, { params: { tokenId: `${chain}:${text}` } });
    return [toFound(data, 0)];
  }
  const { data } = await client.call(searchTokens, { query: { q: text, chain } });
  const named = readable(data.tokens).filter(
    (token) => token.chain === chain && token.symbol?.toLowerCase() === text.toLowerCase(),
  );
  return named.map((token) => toFound(token, named.length - 1));
}

interface Wire {
  readonly chain: string;
  readonly address: string;
  readonly symbol?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly decimals: number;
}

const toFound = ({ chain, address, symbol, name, decimals }: Wire, namesakes: number): FoundToken => ({
  chain,
  address,
  decimals,
  namesakes,
  symbol: cleanText(symbol ?? '', textLimits.symbol),
  name: cleanText(name ?? '', textLimits.name),
});
