import { createStore, type StoreApi } from 'zustand/vanilla';
import { isChain } from '../domain/chain.ts';
import { dec } from '../domain/decimal.ts';
import { groupThousands, shortAddress } from '../domain/format.ts';
import { parseTokenId, quoteToken, quoteTokens, tokenId } from '../domain/token.ts';

/** What has a price: a token by chain and address, or a perp coin by its market's name. */
export type Priced =
  | { readonly kind: 'token'; readonly tokenId: string }
  | { readonly kind: 'perp'; readonly coin: string };

export interface PriceRule {
  readonly id: string;
  readonly of: Priced;
  /** How the person calls it: `SOL`, `BTC perp`. */
  readonly name: string;
  readonly direction: 'above' | 'below';
  /** Decimal text, USD, above zero. */
  readonly value: string;
}

export interface PriceRules {
  /** In the order in which they were set. */
  readonly rules: readonly PriceRule[];
  /** Number of the next rule: an id is never used twice. */
  readonly nextId: number;
}

export type PriceRulesStore = StoreApi<PriceRules>;

/** More would not be read, and each token costs a request every few seconds. */
export const mostRules = 50;

export const createPriceRules = (rules: readonly Omit<PriceRule, 'id'>[] = []): PriceRulesStore =>
  createStore<PriceRules>(() => ({
    rules: rules.map((rule, index) => ({ ...rule, id: `price-${index + 1}` })),
    nextId: rules.length + 1,
  }));

export const addRule = (store: PriceRulesStore, rule: Omit<PriceRule, 'id'>): void =>
  store.setState(({ rules, nextId }) => ({
    rules: [...rules, { ...rule, id: `price-${nextId}` }],
    nextId: nextId + 1,
  }));

export const removeRule = (store: PriceRulesStore, id: string): void =>
  store.setState(({ rules }) => ({ rules: rules.filter((rule) => rule.id !== id) }));

/** Same thing, same side, same value: a second one would only say everything twice. */
export const isSameRule = (a: Omit<PriceRule, 'id'>, b: Omit<PriceRule, 'id'>): boolean =>
  idOf(a.of) === idOf(b.of) && a.direction === b.direction && dec(a.value).eq(dec(b.value));

const idOf = (of: Priced): string => (of.kind === 'perp' ? `perp:${of.coin}` : of.tokenId);

/** `SOL above 200 USD` */
export const ruleWords = ({ name, direction, value }: Omit<PriceRule, 'id'>): string =>
  `${name} ${direction} ${groupThousands(value)} USD`;

/**
 * Reads `SOL`, `solana:ADDRESS` or `perp:BTC`; null for anything else. Of symbols only those of native coins are taken:
 * anybody can mint another of any other name.
 */
export function parsePriced(text: string): Pick<PriceRule, 'of' | 'name'> | null {
  const coin = /^perp:([A-Za-z0-9][A-Za-z0-9:@._-]{0,31})$/.exec(text)?.[1];
  if (coin) return { of: { kind: 'perp', coin }, name: `${coin} perp` };
  const native = quoteTokens.find(({ kind, symbol }) => kind === 'native' && symbol === text);
  if (native) return { of: { kind: 'token', tokenId: tokenId(native) }, name: native.symbol };
  const token = parseTokenId(text);
  if (!token || !isChain(token.chain)) return null;
  return {
    of: { kind: 'token', tokenId: tokenId(token) },
    name: quoteToken(token)?.symbol ?? shortAddress(token.address),
  };
}
