import { type Chain, isAddress } from '../domain/chain.ts';
import { cleanText, textLimits } from '../domain/clean-text.ts';
import { getToken, searchTokens } from '../protocol/endpoints/tokens.ts';
import { readable } from '../protocol/schema.ts';
import type { ActionContext } from './action-context.ts';

export interface FoundToken {
  readonly chain: string;
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  /** Other tokens of the chain that answer to the same text: a symbol is no identity. */
  readonly namesakes: number;
}

/** Finds a token of a chain by address or by its exact symbol. Null when the service knows none; a read, so it may reject. */
export async function findToken({ client }: ActionContext, chain: Chain, text: string): Promise<FoundToken | null> {
  if (isAddress(chain, text)) {
    const { data } = await client.call(getToken, { params: { tokenId: `${chain}:${text}` } });
    return toFound(data, 0);
  }
  const { data } = await client.call(searchTokens, { query: { q: text, chain } });
  const named = readable(data.tokens).filter(
    (token) => token.chain === chain && token.symbol?.toLowerCase() === text.toLowerCase(),
  );
  return named[0] ? toFound(named[0], named.length - 1) : null;
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
