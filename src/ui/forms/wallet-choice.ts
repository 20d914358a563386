import { type Chain, chainNamed, chains } from '../../domain/chain.ts';
import { cleanText, textLimits } from '../../domain/clean-text.ts';
import { cutEnd } from '../../domain/text-width.ts';
import { withKeys } from '../../keys/keymap.ts';
import { activeWallets, type DeskWallet } from '../../stores/wallets.ts';
import type { Desk } from '../desk.ts';
import { span } from '../text/span.ts';
import type { Field, FormRow } from './form-spec.ts';

/** A wallet that sits on one chain, as swaps and trigger orders need it. */
export interface SpotWallet extends DeskWallet {
  readonly chain: Chain;
}

/** The active wallets of these chains, in the service's order. */
export const spotWallets = (desk: Desk, allowed: readonly Chain[]): SpotWallet[] =>
  activeWallets(desk.data.read('wallets').data).flatMap((wallet) => {
    const chain = chainNamed(wallet.chain ?? '');
    return chain && allowed.includes(chain) ? [{ ...wallet, chain }] : [];
  });

/** The wallet in hand, else the first on Solana, else the first. */
export const defaultWallet = (desk: Desk, wallets: readonly SpotWallet[]): SpotWallet | null =>
  wallets.find(({ walletId }) => walletId === desk.walletInHand.getState().spotId) ??
  wallets.find(({ chain }) => chain === 'solana') ??
  wallets[0] ??
  null;

export const walletField = (wallets: readonly SpotWallet[]): Field => ({
  id: 'walletId',
  label: 'Wallet',
  kind: 'choice',
  choices: wallets.map((wallet) => ({
    value: wallet.walletId,
    label: `${cutEnd(cleanText(wallet.label, textLimits.name), 14)} · ${wallet.chain}`,
  })),
});

/** Why no wallet stands in the field, in words that say what to do. */
export function missingWallet(desk: Desk, wallets: readonly SpotWallet[], allowed: readonly Chain[]): string {
  if (wallets.length > 0) return withKeys('Choose a wallet with {form.choiceUp} and {form.choiceDown}.', desk.keymap);
  const { data, problem } = desk.data.read('wallets');
  if (data) return `No active wallet is on ${allowed.map((chain) => chains[chain].name).join(', ')}.`;
  return problem
    ? `The wallets cannot be read: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
    : 'The wallets are still being read.';
}

/** Mode, and the wallet with its chain and whole address. */
export function walletRows(desk: Desk, wallet: SpotWallet): FormRow[] {
  const { mode, baseUrl } = desk.session.getState();
  const { name } = chains[wallet.chain];
  return [
    {
      label: 'mode',
      value: [span(mode.toUpperCase(), mode, { bold: true }), span(` ${cleanText(baseUrl, 100)}`, 'muted')],
    },
    {
      label: 'wallet',
      value: [span(`${cleanText(wallet.label, textLimits.name)} on ${name} ${cleanText(wallet.address, 100)}`)],
      wraps: true,
    },
  ];
}
