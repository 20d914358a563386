import { isAddress } from '../../../domain/chain.ts';
import { isLookalike } from '../../../domain/lookalike.ts';
import { quoteTokens, sameToken, type TokenRef, tokenId } from '../../../domain/token.ts';
import { isSignal, type SignalRow, type SignalToken } from '../../../stores/signals.ts';
import type { Desk } from '../../desk.ts';

/** A row of the pane: the signal, and what the desk knows of its token. */
export interface SignalEntry {
  readonly key: string;
  readonly row: SignalRow;
  /** Clean; '' where nobody gave one. It never says alone which token it is. */
  readonly symbol: string;
  /** The symbol is drawn like another token's, or is another token's. */
  readonly isLookalike: boolean;
  readonly nowMs: number;
}

/** Rows of the pane, newest first: those of the chosen kind, with gaps and what could not be read between them. */
export function signalEntries(desk: Desk): SignalEntry[] {
  const { kind, held } = desk.ui.getState().signals;
  const nowMs = desk.now();
  const known = knownTokens(desk);
  return (held?.rows ?? desk.signals.rows())
    .filter((row) => kind === null || !isSignal(row) || row.kind === kind)
    .map((row) => entryOf(row, known, nowMs));
}

function entryOf(row: SignalRow, known: KnownTokens, nowMs: number): SignalEntry {
  const token = isSignal(row) ? row.token : null;
  // The service's own name for a known token comes before the one that the signal brings.
  const symbol = token ? known.symbolOf(token) || token.symbol || '' : '';
  return {
    ...{ key: row.key, row, symbol, nowMs },
    // Asked for the rows on screen alone.
    get isLookalike() {
      return token !== null && known.isDisguised(token, symbol);
    },
  };
}

interface KnownTokens {
  readonly signature: string;
  symbolOf(token: SignalToken): string | undefined;
  isDisguised(token: SignalToken, symbol: string): boolean;
}

const remembered = 2_000;
const knownOf = new WeakMap<Desk, KnownTokens>();

/** Judging a symbol compares it with every known one: each is judged once, until other tokens are known. */
function knownTokens(desk: Desk): KnownTokens {
  const tokens = desk.data.tokens();
  const signature = tokens.map((token) => `${token.tokenId} ${token.symbol}`).join();
  const before = knownOf.get(desk);
  if (before?.signature === signature) return before;
  const symbols = tokens.map(({ symbol }) => symbol);
  const symbolById = new Map(tokens.map((token) => [token.tokenId, token.symbol]));
  const refs = [
    ...quoteTokens.map((token) => ({ ref: token as TokenRef, symbol: token.symbol })),
    ...tokens.map(({ tokenId: id, symbol }) => {
      const colon = id.indexOf(':');
      return { ref: { chain: id.slice(0, colon), address: id.slice(colon + 1) } as TokenRef, symbol };
    }),
  ];
  const judged = new Map<string, boolean>();
  const judge = ({ chain, address }: SignalToken, symbol: string): boolean => {
    if (symbol === '') return false;
    const ref = chain && isAddress(chain, address) ? { chain, address } : null;
    const namesake = refs.some(
      (one) =>
        one.symbol.toLowerCase() === symbol.toLowerCase() &&
        one.ref.chain === chain &&
        !(ref && sameToken(one.ref, ref)),
    );
    return namesake || isLookalike(symbol, symbols);
  };
  const known: KnownTokens = {
    signature,
    symbolOf: ({ chain, address }) => (chain ? symbolById.get(tokenId({ chain, address })) : undefined),
    isDisguised: (token, symbol) => {
      const key = `${token.chain}:${token.address} ${symbol}`;
      if (judged.size > remembered) judged.clear();
      const verdict = judged.get(key) ?? judge(token, symbol);
      judged.set(key, verdict);
      return verdict;
    },
  };
  knownOf.set(desk, known);
  return known;
}
