import { type Problems, walletProblems } from '../../../actions/pipeline/limits.ts';
import { allChains, chains } from '../../../domain/market/chain.ts';
import type { TokenRef } from '../../../domain/market/token.ts';
import { shortAddress } from '../../../domain/numbers/format.ts';
import { cleanText, textLimits } from '../../../domain/text/clean-text.ts';
import { cutEnd } from '../../../domain/text/text-width.ts';
import { balanceOf, heldTokens } from '../../../stores/portfolio/spot-balance.ts';
import type { Desk } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { muted, span } from '../../text/span.ts';
import type { Field, FormRow, Values } from '../form-spec.ts';
import { lookupText, tokenOf, tokenProblem } from '../spot-inputs.ts';
import { createTokenField, heldAddress, type Token } from '../token-field.ts';
import { defaultWallet, missingWallet, type SpotWallet, spotWallets, walletField } from '../wallet-choice.ts';

/** Parsed fields shared by transfer and retire: both wallets and the token. */
export interface MoveInputs {
  readonly from: SpotWallet | null;
  readonly to: SpotWallet | null;
  readonly token: Token | null;
  /** Base units of the token in the sending wallet; null if unknown. */
  readonly balance: bigint | null;
  readonly problems: Problems;
}

export interface MoveFields {
  readonly initial: Values;
  read(values: Values): MoveInputs;
  /** From, token, to. */
  fields(values: Values): readonly [Field, Field, Field];
  /** Values with a found token filled in, or an error message. */
  fillToken(field: string, token: TokenRef, values: Values): Values | string;
  close(): void;
}

/** Wallets that this one can send to: the others on its chain. */
const receivers = (desk: Desk, from: SpotWallet | null): SpotWallet[] =>
  from ? spotWallets(desk, [from.chain]).filter(({ walletId }) => walletId !== from.walletId) : [];

/** The fields, and their first values: the active wallet, its native token, and the first wallet that can receive. */
export function createMoveFields(desk: Desk, prefill: Values): MoveFields {
  const tokenField = createTokenField(desk);
  const wallets = () => spotWallets(desk, allChains);
  const walletOf = (values: Values) => wallets().find(({ choice }) => choice === values.walletId) ?? null;
  const lookUp = (values: Values) => {
    const from = walletOf(values);
    const typed = values.token ?? '';
    const held = from && heldAddress(desk, from.chain, heldTokens(desk, from), typed);
    const found = from && tokenField.resolve(from.chain, typed, held);
    const token = tokenOf(found);
    return { from, found, token, balance: from && token && balanceOf(desk, from, token) };
  };
  const first = wallets().find(({ choice }) => choice === prefill.walletId) ?? defaultWallet(desk, wallets());
  return {
    initial: {
      walletId: first?.choice ?? '',
      token: first ? chains[first.chain].nativeSymbol : '',
      to: receivers(desk, first)[0]?.walletId ?? '',
      ...prefill,
    },
    read: (values) => {
      const { from, found, token, balance } = lookUp(values);
      const others = receivers(desk, from);
      const to = others.find(({ walletId }) => walletId === values.to) ?? null;
      return {
        from,
        to,
        token,
        balance,
        problems: {
          ...(from ? walletProblems(desk, from) : { walletId: missingWallet(desk, wallets(), allChains) }),
          ...tokenProblem('token', found),
          ...(from && !to ? { to: whyNoReceiver(desk, from, others) } : {}),
          ...(to && walletProblems(desk, to).walletId ? { to: 'The key does not allow this wallet.' } : {}),
        },
      };
    },
    fields: (values) => {
      const { from, found } = lookUp(values);
      return [
        { ...walletField(wallets()), label: 'From' },
        { id: 'token', label: 'Token', kind: 'text', isToken: true, width: 24, unit: lookupText(desk, found) },
        { id: 'to', label: 'To', kind: 'choice', choices: receivers(desk, from).map(receiverChoice) },
      ];
    },
    fillToken: (field, token, values) => {
      if (walletOf(values)?.chain === token.chain) return { ...values, [field]: token.address };
      const wallet = spotWallets(desk, [token.chain])[0];
      if (!wallet) return `That token is on ${chains[token.chain].name}, where you have no active wallet.`;
      const to = receivers(desk, wallet)[0]?.walletId ?? '';
      return { ...values, walletId: wallet.choice, to, [field]: token.address };
    },
    close: () => tokenField.close(),
  };
}

const receiverChoice = ({ walletId, label, address }: SpotWallet) => ({
  value: walletId,
  label: `${cutEnd(walletLabel({ label }), 14)} · ${shortAddress(cleanText(address, 100))}`,
});

const whyNoReceiver = (desk: Desk, from: SpotWallet, others: readonly SpotWallet[]): string =>
  others.length > 0
    ? withKeys('Choose the receiving wallet with {form.choiceUp}{form.choiceDown}.', desk.keymap)
    : `There is no other active wallet on ${chains[from.chain].name} to send to.`;

export const walletLabel = ({ label }: { readonly label: string }): string => cleanText(label, textLimits.name);

/** The receiving wallet with its chain and full address. */
export const receiverRow = (to: SpotWallet): FormRow => ({
  label: 'to',
  value: [span(`${walletLabel(to)} on ${chains[to.chain].name} ${cleanText(to.address, 100)}`, 'title')],
  wraps: true,
});

/** The API does not say what the network will charge. */
export const networkFeeRow = ({ chain, label }: SpotWallet): FormRow => ({
  label: 'network fee',
  value: [muted(`paid in ${chains[chain].nativeSymbol} by ${walletLabel({ label })}; unknown in advance`)],
  wraps: true,
});
