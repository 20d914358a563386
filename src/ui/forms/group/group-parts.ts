import type { GroupBefore } from '../../../actions/account/wallet-groups.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { type GroupRow, groupRows, type WalletRow, walletRows } from '../../../stores/account/account-rows.ts';
import { walletChains } from '../../../stores/account/wallets.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';

/** Whether the wallet can join a group of this chain: any wallet if it is null. */
export const isFitting = (wallet: WalletRow, chain: string | null): boolean =>
  !chain || walletChains(wallet).some((one) => one === chain);

/** Usable wallets that can join a group of this chain; all of them if it is null. */
export const fittingWallets = (desk: Desk, chain: string | null): WalletRow[] =>
  walletRows(desk.data.read('wallets').data).filter(
    (wallet) => wallet.isActive && wallet.problem === null && isFitting(wallet, chain),
  );

/** The current group; null if it was deleted. */
export const groupNow = ({ data }: Desk, groupId: string): GroupRow | null =>
  groupRows(data.read('groups').data, data.read('wallets').data).find((row) => row.groupId === groupId) ?? null;

/** The group's wallets in order. A wallet missing from the account keeps its place, shown by id. */
export function membersOf(desk: Desk, group: GroupRow): WalletRow[] {
  const known = new Map(walletRows(desk.data.read('wallets').data).map((wallet) => [wallet.walletId, wallet]));
  return group.walletIds.map(
    (walletId, index): WalletRow =>
      known.get(walletId) ?? {
        key: `unknown ${index}`,
        walletId,
        label: cleanText(walletId, 64),
        chain: group.chain,
        state: 'not listed',
        isActive: false,
        address: '',
        archivedAt: null,
        problem: null,
      },
  );
}

export const beforeOf = ({ groupId, name, walletIds }: GroupRow): GroupBefore => ({ groupId, name, walletIds });

export const gone = 'This group no longer exists.';

/** Why the form is outdated: a change made for another list or order of wallets must not be sent. */
export const whyChanged = (desk: Desk, { groupId, walletIds }: GroupBefore): string | null => {
  const now = groupNow(desk, groupId);
  if (!now) return gone;
  return now.walletIds.join() === walletIds.join() ? null : 'The group has changed: close this form and open it again.';
};

/** Mode and service, and the group with its full id. */
export const groupRowsOf = (desk: Desk, group: GroupBefore | null): FormRow[] => [
  modeRow(desk),
  ...(group
    ? [
        { label: 'group', value: [span(group.name, 'title')] },
        { label: 'group id', value: [muted(cleanText(group.groupId, 200))], wraps: true },
      ]
    : []),
];

export function modeRow(desk: Desk): FormRow {
  const { mode, baseUrl } = desk.session.getState();
  return {
    label: 'mode',
    value: [span(mode.toUpperCase(), mode, { bold: true }), muted(` ${cleanText(baseUrl, 100)}`)],
  };
}

const maxNameLength = 32;

/** Parses a group name. Returns an error message if it is invalid. */
export function readName(text: string): { readonly name: string } | string {
  const name = text.trim();
  if (name === '') return `Enter a name of 1 to ${maxNameLength} characters.`;
  return name.length <= maxNameLength
    ? { name }
    : `Enter a name of at most ${maxNameLength} characters; this one has ${name.length}.`;
}
