import type { TokenFacts } from '../chain/chain-rpc.ts';
import { contradicts, type Finding } from '../rules/review.ts';

/** A token as the desk knows it, from the service. */
export interface ClaimedToken {
  readonly address: string;
  readonly decimals: number;
  readonly symbol: string;
}

/** Where the chain knows a token otherwise than the service: amounts would mean something else. */
export const tokenMismatches = (
  claimed: readonly ClaimedToken[],
  facts: ReadonlyMap<string, TokenFacts>,
): readonly Finding[] =>
  claimed.flatMap(({ address, decimals, symbol }) => {
    const chain = facts.get(address);
    if (!chain) return [];
    return [
      ...(chain.decimals === decimals
        ? []
        : [contradicts(`The token ${address} has ${chain.decimals} decimals on the chain, not ${decimals}.`)]),
      ...(chain.symbol === null || plain(chain.symbol) === plain(symbol)
        ? []
        : [contradicts(`The token ${address} has another symbol on the chain.`)]),
    ];
  });

const plain = (symbol: string): string => symbol.normalize('NFKC').trim().toLowerCase();
