import type { GroupBefore } from '../../../actions/wallet-groups.ts';
import { cleanText } from '../../../domain/clean-text.ts';
import { type GroupRow, groupRows, type WalletRow, walletRows } from '../../../stores/account-rows.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { FormRow } from '../form-spec.ts';

/** What a wallet's chain is called as the chain of a group. */
const groupChain = (chain: string): string => (chain.toLowerCase() === 'solana' ? 'svm' : chain.toLowerCase());

/** Active wallets that a group of this chain takes: of that chain, or of several; every one where the group has none. */
export const fittingWallets = (desk: Desk, chain: string | null): WalletRow[] =>
  walletRows(desk.data.read('wallets').data).filter(
    (wallet) =>
      wallet.isActive &&
      wallet.problem === null &&
      (!chain || wallet.chain === null || groupChain(wallet.chain) === chain),
  );

/** The group as it stands now; null when it is gone. */
export const groupNow = ({ data }: Desk, groupId: string): GroupRow | null =>
  groupRows(data.read('groups').data, data.read('wallets').data).find((row) => row.groupId === groupId) ?? null;

/** The group's wallets in its order. One that the account does not list keeps its place, by its id. */
export function membersOf(desk: Desk, group: GroupRow): WalletRow[] {
  const known = new Map(walletRows(desk.data.read('wallets').data).map((wallet) => [wallet.walletId, wallet]));
  return group.walletIds.map(
    (walletId, index): WalletRow =>
      known.get(walletId) ?? {
        ...{ key: `unknown ${index}`, walletId, label: cleanText(walletId, 64), chain: group.chain },
        ...{ state: 'not listed', isActive: false, address: '', archivedAt: null, problem: null },
      },
  );
}

export const beforeOf = ({ groupId, name, walletIds }: GroupRow): GroupBefore => ({ groupId, name, walletIds });

export const gone = 'This group is not there any more.';

/** The order of wallets matters: a change meant for another list is not sent. */
export const whyChanged = (desk: Desk, { groupId, walletIds }: GroupBefore): string | null => {
  const now = groupNow(desk, groupId);
  if (!now) return gone;
  return now.walletIds.join() === walletIds.join() ? null : 'The group was changed meanwhile: read it again.';
};

/** Mode and service, and the group with its id whole. */
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

const longestName = 32;

/** The name as it will be sent; or a sentence that says what is allowed. */
export function readName(text: string): { readonly name: string } | string {
  const name = text.trim();
  if (name === '') return 'Type a name of 1 to 32 characters.';
  return name.length <= longestName
    ? { name }
    : `A name has at most ${longestName} characters; this one has ${name.length}.`;
}
