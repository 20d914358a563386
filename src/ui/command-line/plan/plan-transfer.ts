import { allChains, chains } from '../../../domain/market/chain.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { balanceOf } from '../../../stores/portfolio/spot-balance.ts';
import { walletNames, walletsNamed } from '../../desk/active-wallet.ts';
import type { Desk } from '../../desk/desk.ts';
import { readAmount } from '../../forms/amount-field.ts';
import { openForm } from '../../forms/open-form.ts';
import { walletLabel } from '../../forms/transfer/move-inputs.ts';
import { transferForm } from '../../forms/transfer/transfer-form.ts';
import { type SpotWallet, spotWallets } from '../../forms/wallet-choice.ts';
import { didYouMean } from '../../keys/nearest-words.ts';
import type { Intent } from './intent.ts';
import { asksFirst, type Plan } from './plan.ts';
import { amountWords, knownToken, walletFor } from './spot-parts.ts';

/** Opens the transfer form with the typed values. */
export function planTransfer(desk: Desk, intent: Extract<Intent, { kind: 'transfer' }>): Plan {
  const { token: name, amount } = intent;
  const wallets = spotWallets(desk, allChains);
  const senders = intent.from === null ? wallets : named(desk, wallets, intent.from);
  if (typeof senders === 'string') return { problem: senders };
  const from = walletFor(desk, senders, name);
  if (!from) return { problem: 'No active wallet for this.' };
  const receivers = named(desk, wallets, intent.to);
  if (typeof receivers === 'string') return { problem: receivers };
  const to = receivers.find(({ walletId, chain }) => chain === from.chain && walletId !== from.walletId);
  const where = chains[from.chain].name;
  if (!to)
    return { problem: `${cleanText(intent.to, 32)} is not another wallet on ${where} than ${walletLabel(from)}.` };
  const token = knownToken(desk, from, name);
  const read = token && readAmount(desk, amount, token, balanceOf(desk, from, token));
  if (typeof read === 'string') return { problem: read };
  const sent = amountWords(desk, amount, cleanText(name, 32), token, read);
  const values = { walletId: from.choice, token: name, amount, to: to.walletId };
  return {
    effect: `sends ${sent} from ${walletLabel(from)} to ${walletLabel(to)} on ${where}; ${asksFirst}`,
    blocked: desk.actions.whyRefused(null),
    run: () => openForm(desk, transferForm(desk, values)),
  };
}

/** The wallets of a name, on each of their chains; an error message if there is none. */
function named(desk: Desk, wallets: readonly SpotWallet[], name: string): readonly SpotWallet[] | string {
  const ids = walletsNamed(desk, name).map(({ walletId }) => walletId);
  const found = wallets.filter(({ walletId }) => ids.includes(walletId));
  if (found.length > 0) return found;
  const list = walletNames(desk).map((one) => one.name);
  return `No active wallet named ${cleanText(name, 32)}.${didYouMean(name, list)} Allowed: ${list.join(', ')}.`;
}
