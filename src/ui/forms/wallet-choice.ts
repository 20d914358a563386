import { allChains, type Chain, chains } from '../../domain/market/chain.ts';
import { cleanText, textLimits } from '../../domain/text/clean-text.ts';
import { cutEnd } from '../../domain/text/text-width.ts';
import { activeWallets, type DeskWallet, markedLabel, ownWallets, walletChains } from '../../stores/account/wallets.ts';
import type { Desk } from '../desk/desk.ts';
import { withKeys } from '../keys/keymap.ts';
import { span } from '../text/span.ts';
import type { Field, FormRow } from './form-spec.ts';

/** A wallet on one of its chains, as swaps and trigger orders require. */
export interface SpotWallet extends DeskWallet {
  readonly chain: Chain;
  /** Names the wallet on this chain among the choices of a form: its id, with the chain if it has several. */
  readonly choice: string;
}

/** Usable wallets on these chains, in the service's order; a wallet that names no chain once for each that fits its address. */
export const spotWallets = (desk: Desk, allowed: readonly Chain[]): SpotWallet[] =>
  activeWallets(desk.data.read('wallets').data).flatMap((wallet) => {
    const all = walletChains(wallet);
    const choiceOn = (chain: Chain) => (all.length === 1 ? wallet.walletId : `${wallet.walletId} ${chain}`);
    return all
      .filter((chain) => allowed.includes(chain))
      .map((chain) => ({ ...wallet, chain, choice: choiceOn(chain) }));
  });

/** The same, and after them the wallets whose keys the user holds: only swaps are signed with those. */
export const swapWallets = (desk: Desk, allowed: readonly Chain[]): SpotWallet[] => [
  ...spotWallets(desk, allowed),
  ...ownWallets(desk.data.read('own').data).flatMap((wallet) => {
    const all = allChains.filter((chain) => wallet.chain === chain || wallet.chain === chains[chain].family);
    const choiceOn = (chain: Chain) => (all.length === 1 ? wallet.walletId : `${wallet.walletId} ${chain}`);
    return all
      .filter((chain) => allowed.includes(chain))
      .map((chain) => ({ ...wallet, chain, choice: choiceOn(chain) }));
  }),
];

/** The active wallet, else the first on Solana, else the first. */
export const defaultWallet = (desk: Desk, wallets: readonly SpotWallet[]): SpotWallet | null =>
  wallets.find(({ walletId }) => walletId === desk.activeWallet.getState().spotId) ??
  wallets.find(({ chain }) => chain === 'solana') ??
  wallets[0] ??
  null;

export const walletField = (wallets: readonly SpotWallet[]): Field => ({
  id: 'walletId',
  label: 'Wallet',
  kind: 'choice',
  choices: wallets.map((wallet) => ({
    value: wallet.choice,
    label: `${cutEnd(cleanText(markedLabel(wallet), textLimits.name), 18)} · ${wallet.chain}`,
  })),
});

/** Why no wallet is selected, and what to do. */
export function missingWallet(desk: Desk, wallets: readonly SpotWallet[], allowed: readonly Chain[]): string {
  if (wallets.length > 0) return withKeys('Choose a wallet with {form.choiceUp}{form.choiceDown}.', desk.keymap);
  const { data, problem } = desk.data.read('wallets');
  if (data) return `No active wallet on ${allowed.map((chain) => chains[chain].name).join(', ')}.`;
  return problem
    ? `Wallets failed to load: ${cleanText(problem.code, textLimits.symbol)} ${cleanText(problem.message, 200)}`
    : 'Wallets are still loading.';
}

/** Mode and service, and the wallet with its chain and full address. */
export function walletRows(desk: Desk, wallet: Omit<SpotWallet, 'choice'>): FormRow[] {
  const { mode, baseUrl } = desk.session.getState();
  const { name } = chains[wallet.chain];
  return [
    {
      label: 'mode',
      value: [span(mode.toUpperCase(), mode, { bold: true }), span(` ${cleanText(baseUrl, 100)}`, 'muted')],
    },
    {
      label: 'wallet',
      value: [span(`${cleanText(markedLabel(wallet), textLimits.name)} on ${name} ${cleanText(wallet.address, 100)}`)],
      wraps: true,
    },
  ];
}
