import { type Problems, slippageProblems, walletProblems } from '../../actions/pipeline/limits.ts';
import { type Chain, chains } from '../../domain/market/chain.ts';
import { quoteToken, sameToken, type TokenRef } from '../../domain/market/token.ts';
import { amountText, balanceOf, heldTokens } from '../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../desk/desk.ts';
import { keyOf } from '../keys/keymap.ts';
import { amountField, createAmountReader, type TypedAmount } from './amount-field.ts';
import type { Field, Values } from './form-spec.ts';
import { readSlippage, slippageField } from './slippage-field.ts';
import { createTokenField, heldAddress, type Token, type TokenLookup, tokenName } from './token-field.ts';
import { defaultWallet, missingWallet, type SpotWallet, spotWallets, walletField } from './wallet-choice.ts';

/** Parsed fields shared by all spot orders: wallet, sold token, amount, bought token, slippage. */
export interface SpotInputs {
  readonly wallet: SpotWallet | null;
  readonly sell: Token | null;
  readonly buy: Token | null;
  /** Balance of the sold token in base units; null if unknown. */
  readonly balance: bigint | null;
  readonly amount: TypedAmount | null;
  readonly slippageBps: number | null;
  /** Message if the amount exceeds the balance; otherwise null. */
  readonly shortfall: string | null;
  readonly problems: Problems;
}

export interface SpotFields {
  read(values: Values): SpotInputs;
  /** In form order, without slippage, which each form places itself. */
  fields(values: Values): readonly Field[];
  /** Values with a found token filled in, or an error message. */
  fillToken(field: string, token: TokenRef, values: Values): Values | string;
  slippageField(values: Values): Field;
  close(): void;
}

const tokenWidth = 24;

/** Shared fields of a spot order on one of these chains, with their token lookups. `walletsOf`: those it may be sent from. */
export function createSpotFields(desk: Desk, allowed: readonly Chain[], walletsOf = spotWallets): SpotFields {
  const sellField = createTokenField(desk);
  const buyField = createTokenField(desk);
  const readAmount = createAmountReader(desk);

  const lookUp = (values: Values) => {
    const wallets = walletsOf(desk, allowed);
    const wallet = wallets.find(({ choice }) => choice === values.walletId) ?? null;
    if (!wallet) return { wallets, wallet, sold: null, bought: null, sell: null, balance: null };
    const { chain } = wallet;
    const typed = values.sell ?? '';
    const sold = sellField.resolve(chain, typed, heldAddress(desk, chain, heldTokens(desk, wallet), typed));
    const bought = buyField.resolve(chain, values.buy ?? '');
    const sell = tokenOf(sold);
    return { wallets, wallet, sold, bought, sell, balance: sell && balanceOf(desk, wallet, sell) };
  };

  return {
    read: (values) => {
      const { wallets, wallet, sold, bought, sell, balance } = lookUp(values);
      const buy = tokenOf(bought);
      const amount = readAmount(values.amount ?? '', sell, balance);
      const slippage = readSlippage(values.slippage ?? '');
      const typed = typeof amount === 'string' ? null : amount;
      return {
        wallet,
        sell,
        buy,
        balance,
        amount: typed,
        slippageBps: typeof slippage === 'number' ? slippage : null,
        shortfall: shortfallOf(typed, sell, balance),
        problems: {
          ...(wallet ? walletProblems(desk, wallet) : { walletId: missingWallet(desk, wallets, allowed) }),
          ...tokenProblem('sell', sold),
          ...tokenProblem('buy', bought),
          ...(sell && buy && sameToken(sell, buy) ? { buy: 'This is the token being sold: enter another one.' } : {}),
          ...(typeof amount === 'string' ? { amount } : {}),
          ...(typeof slippage === 'string' ? { slippage } : slippageProblems(desk, slippage)),
        },
      };
    },
    fields: (values) => {
      const { wallets, sold, bought, sell, balance } = lookUp(values);
      return [
        walletField(wallets),
        { id: 'sell', label: 'Sell', kind: 'text', isToken: true, width: tokenWidth, unit: lookupText(desk, sold) },
        amountField(sell, balance, values.amount),
        { id: 'buy', label: 'Buy', kind: 'text', isToken: true, width: tokenWidth, unit: lookupText(desk, bought) },
      ];
    },
    fillToken: (field, token, values) => fillToken(desk, walletsOf(desk, allowed), field, token, values),
    slippageField: ({ slippage }) => slippageField(slippage ?? ''),
    close: () => {
      sellField.close();
      buyField.close();
    },
  };
}

/** A token on another chain also switches to a wallet on that chain and to its native token on the other side. */
function fillToken(
  desk: Desk,
  all: readonly SpotWallet[],
  field: string,
  token: TokenRef,
  values: Values,
): Values | string {
  const { name, nativeSymbol } = chains[token.chain];
  const wallets = all.filter(({ chain }) => chain === token.chain);
  if (wallets.some(({ choice }) => choice === values.walletId)) return { ...values, [field]: token.address };
  const wallet = defaultWallet(desk, wallets);
  if (!wallet) return `That token is on ${name}, where you have no active wallet.`;
  const other = field === 'buy' ? 'sell' : 'buy';
  return { ...values, walletId: wallet.choice, amount: '', [other]: nativeSymbol, [field]: token.address };
}

export const tokenOf = (lookup: TokenLookup | null): Token | null => (lookup?.state === 'found' ? lookup.token : null);

/** A pending lookup is an error of the form, not of the field: it only blocks sending. */
export const tokenProblem = (id: string, lookup: TokenLookup | null): Problems =>
  !lookup || lookup.state === 'found' ? {} : { [lookup.state === 'searching' ? 'form' : id]: lookup.message };

/** Right of a token field: what was found, or how to search. */
export function lookupText(desk: Desk, lookup: TokenLookup | null): string {
  if (lookup?.state === 'found') return `✓ ${tokenName(lookup.token)}`;
  return lookup?.state === 'searching' ? 'searching …' : `${keyOf(desk.keymap, 'form.find')} to search`;
}

/** Message if the amount exceeds the balance; null if it does not, or either is unknown. */
export function shortfallOf(amount: TypedAmount | null, sell: Token | null, balance: bigint | null): string | null {
  if (!amount || !sell || balance === null || amount.baseUnits <= balance) return null;
  return `Insufficient balance: ${amountText(balance, sell, tokenName(sell))} available.`;
}

/** The token that a spot order buys; `none` while the field is empty or being looked up, null for a sale for money. */
export function boughtBy({ buy }: SpotInputs): TokenRef | 'none' | null {
  if (!buy) return 'none';
  return quoteToken(buy) ? null : buy;
}
