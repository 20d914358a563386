import { isAddress } from '../../../domain/market/chain.ts';
import { quoteTokens, sameToken, type TokenRef, tokenId } from '../../../domain/market/token.ts';
import { isLookalike } from '../../../domain/text/lookalike.ts';
import { type CallFigures, callFigures } from '../../../stores/signals/call-figures.ts';
import type { SignalToken } from '../../../stores/signals/signal-token.ts';
import { isSignal, type SignalRow } from '../../../stores/signals/signals.ts';
import type { DeskView } from '../../desk/desk.ts';
import type { KnownTokens } from './known-tokens.ts';

/** A signal, and what the desk knows about its token. */
export interface SignalEntry {
  readonly key: string;
  readonly row: SignalRow;
  /** Cleaned; '' if unknown. A symbol alone does not identify a token. */
  readonly symbol: string;
  /** The symbol is, or looks like, that of another token. */
  readonly isLookalike: boolean;
  /** How often the token was called, and how it did since; empty for rows that are no call. */
  readonly figures: CallFigures;
  readonly nowMs: number;
}

const noFigures: CallFigures = {
  mentions: null,
  firstSeenMs: null,
  priceAtCallUsd: null,
  priceNowUsd: null,
  changePct: null,
};

/** Rows of the pane, newest first: signals of the selected kind, and gaps and unreadable items between them. */
export function signalEntries(desk: DeskView): SignalEntry[] {
  const { kind, held } = desk.ui.getState().signals;
  const nowMs = desk.now();
  const known = knownTokens(desk);
  return (held ?? desk.signals.getState()).rows
    .filter((row) => kind === null || !isSignal(row) || row.kind === kind)
    .map((row) => entryOf(row, known, nowMs));
}

function entryOf(row: SignalRow, known: KnownTokens, nowMs: number): SignalEntry {
  const token = isSignal(row) ? row.token : null;
  // The service's symbol of a known token takes precedence over the signal's.
  const symbol = token ? known.symbolOf(token) || token.symbol || '' : '';
  return {
    key: row.key,
    row,
    symbol,
    nowMs,
    // Getters: they are needed for visible rows only.
    get isLookalike() {
      return token !== null && known.isDisguised(token, symbol);
    },
    get figures() {
      return isSignal(row) && row.kind === 'call' ? callFigures(row) : noFigures;
    },
  };
}

const remembered = 2_000;

/** Checking a symbol compares it with every known one, so results are cached until the list of tokens changes. */
function knownTokens(desk: DeskView): KnownTokens {
  const tokens = desk.data.tokens();
  const signature = tokens.map((token) => `${token.tokenId} ${token.symbol}`).join();
  const before = desk.memory.signalTokens;
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
  desk.memory.signalTokens = known;
  return known;
}
