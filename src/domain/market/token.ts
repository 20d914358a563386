import { type Chain, chains, isAddress, isChain } from './chain.ts';

/** Identifies a token. A symbol does not: anybody can mint another USDC. */
export interface TokenRef {
  readonly chain: Chain;
  readonly address: string;
}

/** A token that trades are priced in: a chain's native token or a dollar stablecoin. */
export interface QuoteToken extends TokenRef {
  readonly symbol: string;
  readonly decimals: number;
  readonly kind: 'native' | 'stable';
}

/** The service's id of a token: `chain:address`. */
export const tokenId = (token: TokenRef): string => `${token.chain}:${token.address}`;

/** Parses `chain:address`; null if the chain is unknown or the address is malformed. */
export function parseTokenId(text: string): TokenRef | null {
  const colon = text.indexOf(':');
  const chain = text.slice(0, Math.max(colon, 0));
  const address = text.slice(colon + 1);
  return isChain(chain) && isAddress(chain, address) ? { chain, address } : null;
}

/** Same chain and address. The case of an EVM address is only a checksum; Solana addresses are case-sensitive. */
export function sameToken(a: TokenRef, b: TokenRef): boolean {
  if (a.chain !== b.chain) return false;
  if (a.address === b.address) return true;
  return chains[a.chain].family === 'evm' && a.address.toLowerCase() === b.address.toLowerCase();
}

/**
 * Native tokens and dollar stablecoins by chain and address. Decimals differ: both stablecoins on BNB Chain have 18.
 */
export const quoteTokens: readonly QuoteToken[] = [
  native('solana'),
  stable('solana', 'USDC', 6, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
  stable('solana', 'USDT', 6, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
  native('base'),
  stable('base', 'USDC', 6, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
  stable('base', 'USDT', 6, '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2'),
  native('bsc'),
  stable('bsc', 'USDC', 18, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d'),
  stable('bsc', 'USDT', 18, '0x55d398326f99059fF775485246999027B3197955'),
  native('monad'),
  stable('monad', 'USDC', 6, '0x754704Bc059F8C67012fEd69BC8A327a5aafb603'),
];

/** The quote token at this address, or null if it is another token. */
export const quoteToken = (token: TokenRef): QuoteToken | null =>
  quoteTokens.find((quote) => sameToken(quote, token)) ?? null;

/** From money to a riskier asset: a stable into anything else, or the native token into another token. */
export const isBuy = (input: TokenRef, output: TokenRef): boolean => likeMoney(input) > likeMoney(output);

const likeMoney = (token: TokenRef): number => ({ stable: 2, native: 1, none: 0 })[quoteToken(token)?.kind ?? 'none'];

function native(chain: Chain): QuoteToken {
  const { nativeAddress, nativeSymbol, nativeDecimals } = chains[chain];
  return { chain, address: nativeAddress, symbol: nativeSymbol, decimals: nativeDecimals, kind: 'native' };
}

function stable(chain: Chain, symbol: string, decimals: number, address: string): QuoteToken {
  return { chain, address, symbol, decimals, kind: 'stable' };
}
