import type { WalletRow } from '../../../stores/account/account-rows.ts';
import { walletChains } from '../../../stores/account/wallets.ts';
import type { Desk } from '../../desk/desk.ts';
import { fittingWallets } from '../../forms/group/group-parts.ts';
import { groupsOf } from '../../forms/wallet/move-wallet-form.ts';
import type { AccountSection } from '../../panes/account/account-sections.ts';

export type WalletVerb = 'multisend' | 'archive' | 'unarchive' | 'archiveSeveral' | 'move';

/** Why a command is disabled for the selected wallet; null if it is enabled. */
export function whyNotOnWallet(
  desk: Desk,
  section: AccountSection,
  wallet: WalletRow | null,
): Readonly<Record<WalletVerb, string | null>> {
  const inWallets =
    section !== 'wallets'
      ? 'only for wallets: {account.next} goes to the Wallets section'
      : wallet
        ? null
        : 'no wallet is selected';
  const onActive = inWallets ?? (wallet?.isActive ? null : 'this wallet is archived');
  return {
    multisend:
      onActive ??
      (wallet && walletChains(wallet).includes('solana') ? null : 'only Solana wallets have nonce accounts'),
    archive: onActive && !inWallets ? 'this wallet is archived: {account.unarchive} brings it back' : onActive,
    unarchive: inWallets ?? (wallet?.isActive ? 'this wallet is active' : null),
    archiveSeveral: whyNotSeveral(desk, section),
    move: inWallets ?? (wallet && whyNotMoved(desk, wallet)),
  };
}

function whyNotSeveral(desk: Desk, section: AccountSection): string | null {
  if (section !== 'wallets' && section !== 'groups')
    return 'only for wallets and groups: {account.next} goes to their sections';
  return fittingWallets(desk, null).length > 0 ? null : 'the account has no active wallet';
}

function whyNotMoved(desk: Desk, wallet: WalletRow): string | null {
  if (!desk.data.read('groups').data) return 'the wallet groups have not been read yet';
  const { from, to } = groupsOf(desk, wallet);
  return from.length + to.length > 0 ? null : 'no group has this wallet or can take it: {account.next} goes to Groups';
}
