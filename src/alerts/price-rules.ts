import type Big from 'big.js';
import { createStore } from 'zustand/vanilla';
import { isChain } from '../domain/market/chain.ts';
import { parseTokenId, quoteToken, quoteTokens, tokenId } from '../domain/market/token.ts';
import { dec } from '../domain/numbers/decimal.ts';
import { groupThousands, shortAddress } from '../domain/numbers/format.ts';
import type { Store } from '../stores/store.ts';

/** Something with a price: a token by chain and address, or a perp coin by its market's name. */
type Priced = { readonly kind: 'token'; readonly tokenId: string } | { readonly kind: 'perp'; readonly coin: string };

export interface PriceCondition {
  readonly of: Priced;
  /** Display name: `SOL`, `BTC perp`. */
  readonly name: string;
  readonly direction: 'above' | 'below';
  /** Decimal text, USD, above zero. */
  readonly value: string;
}

export interface PriceRule extends PriceCondition {
  readonly id: string;
  /** It comes from the configuration; the others were set on the desk. */
  readonly isConfigured: boolean;
  /** It fires once and is then removed. */
  readonly isOnce: boolean;
  /** It was false at the last check: it fires when it becomes true. */
  readonly isArmed: boolean;
}

/** Input for a new rule. */
export type SetPriceRule = PriceCondition & Pick<PriceRule, 'isOnce' | 'isArmed'>;

export interface PriceRules {
  /** In the order in which they were set. */
  readonly rules: readonly PriceRule[];
  /** Number of the next rule: ids are never reused. */
  readonly nextId: number;
}

export type PriceRulesStore = Store<PriceRules>;

/** More would not be readable, and each token costs a request every few seconds. */
export const maxRules = 50;

export const createPriceRulesStore = (configured: readonly PriceCondition[] = []): PriceRulesStore =>
  createStore<PriceRules>(() => ({
    rules: configured.map((condition, index) => ({
      ...condition,
      id: `price-${index + 1}`,
      isConfigured: true,
      isOnce: false,
      isArmed: false,
    })),
    nextId: configured.length + 1,
  }));

export const addRule = (store: PriceRulesStore, rule: SetPriceRule): void =>
  store.setState(({ rules, nextId }) => ({
    rules: [...rules, { ...rule, id: `price-${nextId}`, isConfigured: false }],
    nextId: nextId + 1,
  }));

export const removeRule = (store: PriceRulesStore, id: string): void =>
  store.setState(({ rules }) => ({ rules: rules.filter((rule) => rule.id !== id) }));

/** After a check: removes one-time rules that have fired, and re-arms the others. */
export function settleRules(
  store: PriceRulesStore,
  { fired, armed }: { readonly fired: ReadonlySet<string>; readonly armed: ReadonlyMap<string, boolean> },
): void {
  const { rules } = store.getState();
  const settled = rules
    .filter(({ id, isOnce }) => !(isOnce && fired.has(id)))
    .map((rule) => {
      const isArmed = armed.get(rule.id) ?? rule.isArmed;
      return isArmed === rule.isArmed ? rule : { ...rule, isArmed };
    });
  if (settled.length < rules.length || settled.some((rule, at) => rule !== rules[at]))
    store.setState({ rules: settled });
}

/** Same subject, direction and value: a second rule would only alert twice. */
export const isSameRule = (a: PriceCondition, b: PriceCondition): boolean =>
  pricedText(a.of) === pricedText(b.of) && a.direction === b.direction && dec(a.value).eq(dec(b.value));

export const isReached = ({ direction, value }: PriceCondition, price: Big): boolean =>
  direction === 'above' ? price.gte(value) : price.lte(value);

/** `SOL above 200 USD` */
export const ruleWords = ({ name, direction, value }: PriceCondition): string =>
  `${name} ${direction} ${groupThousands(value)} USD`;

/** The tokens that alerts are about, as `chain:address`. */
export const pricedTokens = (store: PriceRulesStore): string[] =>
  store.getState().rules.flatMap(({ of }) => (of.kind === 'token' ? [of.tokenId] : []));

/** As parsed by `parsePriced`. */
export const pricedText = (of: Priced): string => (of.kind === 'perp' ? `perp:${of.coin}` : of.tokenId);

/**
 * Parses `SOL`, `solana:ADDRESS` or `perp:BTC`; null for anything else. Only symbols of native coins are accepted:
 * anybody can mint a token with any other symbol.
 */
export function parsePriced(text: string): Pick<PriceCondition, 'of' | 'name'> | null {
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
