import { type FoundToken, findTokens } from '../../actions/tokens/find-token.ts';
import type { ApiClient } from '../../client/http/api-client.ts';
import { type Chain, chains, isAddress } from '../../domain/market/chain.ts';
import { quoteToken, quoteTokens, sameToken } from '../../domain/market/token.ts';
import { shortAddress } from '../../domain/numbers/format.ts';
import { cleanText } from '../../domain/text/clean-text.ts';
import type { SpotToken } from '../../plans/plan-kind.ts';
import { PlainError } from '../../platform/process/plain-error.ts';
import { toProblem } from '../../stores/problem.ts';

type Client = Pick<ApiClient, 'call'>;

export type LookUp = (chain: Chain, text: string) => Promise<readonly SpotToken[]>;

/** `tokensNamed` that asks once for each text on a chain, whatever the number of wallets there. */
export function lookUpOnce(client: Client): LookUp {
  const answers = new Map<string, ReturnType<LookUp>>();
  return (chain, text) => {
    const key = `${chain}:${text}`;
    const answer = answers.get(key) ?? tokensNamed(client, chain, text);
    answers.set(key, answer);
    return answer;
  };
}

/**
 * The tokens on the chain that the text may mean: one by its address, money by its fixed address, and whatever else has the
 * symbol. Throws PlainError if the service answers with another token; rejects with ApiError.
 */
async function tokensNamed(client: Client, chain: Chain, text: string): Promise<readonly SpotToken[]> {
  const known =
    quoteTokens.find((token) => token.chain === chain && isSame(token.symbol, text)) ??
    quoteToken({ chain, address: text });
  if (known) return [toToken(known)];
  const found = await findTokens(client, chain, text).catch((error: unknown) => {
    if (toProblem(error).kind === 'not-found') return [];
    throw error;
  });
  const isAsked = (token: FoundToken): boolean =>
    isAddress(chain, token.address) &&
    (!isAddress(chain, text) || sameToken({ chain, address: text }, { chain, address: token.address }));
  if (!found.every((token) => token.chain === chain && isAsked(token)))
    throw new PlainError(`The service returned a different token than ${named(text)}.`);
  return found.map(toToken);
}

/** Whether the symbol is that of money on some chain: elsewhere a token of this name is another one. */
export const isMoneySymbol = (text: string): boolean => quoteTokens.some(({ symbol }) => isSame(symbol, text));

/** `2 tokens on Solana are called JUP: …`, with their addresses. */
export const namesakesText = (chain: Chain, text: string, found: readonly SpotToken[]): string =>
  `${found.length} tokens on ${chains[chain].name} are called ${named(text)}: give the address of the one that you mean, ${found
    .slice(0, 5)
    .map(({ address }) => address)
    .join(' or ')}.`;

/** The typed text for a message: addresses shortened, symbols in full. */
export const named = (text: string): string =>
  text.length > 32 ? shortAddress(cleanText(text, 64)) : cleanText(text, 32);

const isSame = (symbol: string, text: string): boolean => symbol.toLowerCase() === text.toLowerCase();

const toToken = ({ address, symbol, decimals }: SpotToken): SpotToken => ({
  address,
  symbol: symbol || shortAddress(address),
  decimals,
});
