import type { FoundToken } from '../../actions/find-token.ts';
import { type Chain, chains, isAddress } from '../../domain/chain.ts';
import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { shortAddress } from '../../domain/format.ts';
import { quoteToken, quoteTokens, sameToken, type TokenRef, tokenId } from '../../domain/token.ts';
import { toProblem } from '../../stores/problem.ts';
import type { Desk } from '../desk.ts';

export interface Token extends TokenRef {
  readonly symbol: string;
  readonly decimals: number;
  /** Other tokens of the chain with the same symbol. */
  readonly namesakes: number;
}

export type TokenLookup =
  | { readonly state: 'found'; readonly token: Token }
  | { readonly state: 'empty' | 'searching' | 'unknown' | 'failed'; readonly message: string };

export interface TokenField {
  /**
   * What the typed symbol or address means on this chain, as far as it is known now; starts the search when it is not.
   * `held` is the address to take for a symbol: a symbol that is sold means the token in the wallet.
   */
  resolve(chain: Chain, text: string, held?: string | null): TokenLookup;
  /** Answers that come later are of no interest any more. */
  close(): void;
}

const shortestSymbol = 2;
const retryAfterMs = 5_000;

/**
 * One token field of a form. Each text is asked for once and its answer is kept under that text, so that a late answer
 * can never fill in a token for something typed meanwhile.
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
    // A search that is tried again keeps its message until the answer is there.
    return keep(key, known?.lookup ?? { state: 'searching', message: `Still looking for ${named(text)}.` });
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

/** The name to show for a token whose symbol may be empty. */
export const tokenName = ({ symbol, address }: Pick<Token, 'symbol' | 'address'>): string =>
  symbol || shortAddress(address);

/**
 * Address of the one token in the wallet that goes by this symbol; null when there is none or more than one. Names come
 * from the desk's own token table, by address.
 */
export function heldAddress(desk: Desk, chain: Chain, held: readonly string[], symbol: string): string | null {
  const wanted = symbol.trim().toLowerCase();
  const named = held.filter((address) => desk.data.token(tokenId({ chain, address }))?.symbol.toLowerCase() === wanted);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The chain's native token and its dollar stables are known by address here: a namesake can't take their symbol. */
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
  if (text === '') return { state: 'empty', message: `Type a token's symbol or address, ${example}.` };
  if (isAddress(chain, text)) return null;
  if (text.length < shortestSymbol)
    return { state: 'unknown', message: `Type at least ${shortestSymbol} letters of a symbol, or an address.` };
  if (text.length > textLimits.symbol || /^0x[0-9a-f]*$/i.test(text))
    return { state: 'unknown', message: `This is not a token address on ${name}: type a whole one, or a symbol.` };
  return null;
}

/** What the service found is taken only when it is on the chain, and at the address, that was asked for. */
function judge(chain: Chain, text: string, found: FoundToken): TokenLookup {
  const { address, symbol, decimals, namesakes } = found;
  const isAsked = !isAddress(chain, text) || sameToken({ chain, address: text }, { chain, address });
  if (found.chain !== chain || !isAddress(chain, address) || !isAsked)
    return { state: 'failed', message: `The service answered with another token than ${named(text)}.` };
  return { state: 'found', token: { chain, address, symbol, decimals, namesakes } };
}

const unknown = (chain: Chain, text: string): TokenLookup => ({
  state: 'unknown',
  message: `${named(text)} is not known on ${chains[chain].name}: type another symbol or an address, such as ${chains[chain].nativeSymbol}.`,
});

function failed(chain: Chain, text: string, error: unknown): TokenLookup {
  const { kind, code, message } = toProblem(error);
  if (kind === 'not-found') return unknown(chain, text);
  return {
    state: 'failed',
    message: `${named(text)} cannot be looked up: ${cleanText(code, textLimits.symbol)} ${cleanText(message, 200)}`,
  };
}

/** What was typed: an address in short, a symbol whole. */
const named = (text: string): string => (text.length >= 32 ? shortAddress(cleanText(text, 64)) : cleanText(text, 64));
