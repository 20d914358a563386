import type { FoundToken } from '../../actions/tokens/find-token.ts';
import { type Chain, chains, isAddress } from '../../domain/market/chain.ts';
import { quoteToken, quoteTokens, sameToken, type TokenRef, tokenId } from '../../domain/market/token.ts';
import { shortAddress } from '../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { toProblem } from '../../stores/problem.ts';
import type { Desk } from '../desk/desk.ts';

export interface Token extends TokenRef {
  readonly symbol: string;
  readonly decimals: number;
  /** Number of other tokens on the chain with the same symbol. */
  readonly namesakes: number;
}

export type TokenLookup =
  | { readonly state: 'found'; readonly token: Token }
  | { readonly state: 'empty' | 'searching' | 'unknown' | 'failed'; readonly message: string };

export interface TokenField {
  /**
   * Resolves a symbol or address on this chain from what is known now, and starts a search if it is unknown.
   * `held`: address to search for instead of the symbol, since a sold symbol means the token in the wallet.
   */
  resolve(chain: Chain, text: string, held?: string | null): TokenLookup;
  /** Ignores responses from now on. */
  close(): void;
}

const minSymbolLength = 2;
const retryAfterMs = 5_000;

/**
 * Token lookup of one form field. Results are cached by chain and text, so a late response never applies to text typed
 * since.
 */
export function createTokenField(desk: Desk): TokenField {
  const answers = new Map<string, { readonly lookup: TokenLookup; readonly atMs: number }>();
  let isOpen = true;
  const keep = (key: string, lookup: TokenLookup): TokenLookup => {
    answers.set(key, { lookup, atMs: desk.now() });
    return lookup;
  };

  const search = (chain: Chain, text: string): TokenLookup => {
    const key = `${chain}:${text}`;
    const known = answers.get(key);
    const isRetry = known?.lookup.state === 'failed' && desk.now() - known.atMs >= retryAfterMs;
    if (known && !isRetry) return known.lookup;
    const settle = (lookup: TokenLookup): void => {
      keep(key, lookup);
      if (isOpen) desk.scheduler.request();
    };
    void desk.actions.findToken(chain, text).then(
      (found) => settle(found ? judge(chain, text, found) : unknown(chain, text)),
      (error: unknown) => settle(failed(chain, text, error)),
    );
    // A retry keeps showing the previous error until it is answered.
    return keep(key, known?.lookup ?? { state: 'searching', message: `Searching for ${named(text)} …` });
  };

  return {
    resolve: (chain, raw, held = null) => {
      const text = raw.trim();
      const problem = textProblem(chain, text);
      if (problem) return problem;
      const quote = knownToken(chain, text);
      return quote ? { state: 'found', token: quote } : search(chain, held ?? text);
    },
    close: () => {
      isOpen = false;
    },
  };
}

/** The symbol, or the short address if the symbol is empty. */
export const tokenName = ({ symbol, address }: Pick<Token, 'symbol' | 'address'>): string =>
  symbol || shortAddress(address);

/** Address of the only held token with this symbol; null if there is none or more than one. */
export function heldAddress(desk: Desk, chain: Chain, held: readonly string[], symbol: string): string | null {
  const wanted = symbol.trim().toLowerCase();
  const named = held.filter((address) => desk.data.token(tokenId({ chain, address }))?.symbol.toLowerCase() === wanted);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The native token and the USD stablecoins have fixed addresses, so another token cannot claim their symbol. */
function knownToken(chain: Chain, text: string): Token | null {
  const bySymbol = quoteTokens.find(
    (token) => token.chain === chain && token.symbol.toLowerCase() === text.toLowerCase(),
  );
  const token = bySymbol ?? quoteToken({ chain, address: text });
  return token && { chain, address: token.address, symbol: token.symbol, decimals: token.decimals, namesakes: 0 };
}

function textProblem(chain: Chain, text: string): TokenLookup | null {
  const { nativeSymbol, name } = chains[chain];
  const example = `such as ${nativeSymbol}`;
  if (text === '') return { state: 'empty', message: `Enter a token symbol or address, ${example}.` };
  if (isAddress(chain, text)) return null;
  if (text.length < minSymbolLength)
    return { state: 'unknown', message: `Enter at least ${minSymbolLength} letters of a symbol, or an address.` };
  if (text.length > textLimits.symbol || /^0x[0-9a-f]*$/i.test(text))
    return { state: 'unknown', message: `Not a token address on ${name}: enter a full address or a symbol.` };
  return null;
}

/** Accepts a result only if its chain, and its address if one was typed, match the request. */
function judge(chain: Chain, text: string, found: FoundToken): TokenLookup {
  const { address, symbol, decimals, namesakes } = found;
  const isAsked = !isAddress(chain, text) || sameToken({ chain, address: text }, { chain, address });
  if (found.chain !== chain || !isAddress(chain, address) || !isAsked)
    return { state: 'failed', message: `The service returned a different token than ${named(text)}.` };
  return { state: 'found', token: { chain, address, symbol, decimals, namesakes } };
}

const unknown = (chain: Chain, text: string): TokenLookup => ({
  state: 'unknown',
  message: `${named(text)} not found on ${chains[chain].name}: enter another symbol or address, such as ${chains[chain].nativeSymbol}.`,
});

function failed(chain: Chain, text: string, error: unknown): TokenLookup {
  const { kind, code, message } = toProblem(error);
  if (kind === 'not-found') return unknown(chain, text);
  return {
    state: 'failed',
    message: `Lookup of ${named(text)} failed: ${cleanText(code, textLimits.symbol)} ${cleanText(message, 200)}`,
  };
}

/** The typed text for a message: addresses shortened, symbols in full. */
const named = (text: string): string => (text.length >= 32 ? shortAddress(cleanText(text, 64)) : cleanText(text, 64));
