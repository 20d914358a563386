import type { MoveWallet } from '../../../actions/account/wallets.ts';
import { cleanText } from '../../../domain/text/clean-text.ts';
import { type GroupRow, groupRows, type WalletRow } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { isFitting } from '../group/group-parts.ts';
import { walletRowsOf } from './archive-form.ts';

/** The choice for no group. */
const none = '';

/** Moves a wallet out of a group, into one, or between two. The wallet itself is not affected. */
export function moveWalletForm(desk: Desk, wallet: WalletRow): FormSpec<MoveWallet> {
  const { from: sources, to: targets } = groupsOf(desk, wallet);
  return {
    id: 'wallet-move',
    title: 'Move wallet',
    wants: ['groups'],
    initial: { from: sources[0]?.groupId ?? none, to: targets[0]?.groupId ?? none },
    subject: () => [span(wallet.label, 'title'), muted(`   ${wallet.chain ?? 'several chains'}`)],
    fields: () => [groupField('from', 'Out of', sources), groupField('to', 'Into', targets)],
    evaluate: (values) => evaluate(desk, wallet, values),
    confirmation: ({ from, to }) => [
      ...groupRow('out of', from),
      ...groupRow('into', to),
      ...walletRowsOf(desk, wallet),
    ],
    operation: (draft) => ({ kind: 'moveWallet', draft }),
    expiryReason: ({ from, to }) => whyChanged(desk, wallet, from?.groupId ?? none, to?.groupId ?? none),
    submit: (draft) => desk.actions.send({ kind: 'moveWallet', draft }),
  };
}

/** Groups that have the wallet, and those that can take it. */
export function groupsOf({ data }: Desk, wallet: WalletRow) {
  const groups = groupRows(data.read('groups').data, data.read('wallets').data).filter((row) => row.problem === null);
  const has = (group: GroupRow): boolean => group.walletIds.includes(wallet.walletId);
  return {
    from: groups.filter(has),
    to: wallet.isActive ? groups.filter((group) => !has(group) && isFitting(wallet, group.chain)) : [],
  };
}

const groupField = (id: string, label: string, groups: readonly GroupRow[]): Field => ({
  id,
  label,
  kind: 'choice',
  choices: [
    ...groups.map(({ groupId, name, chain }) => ({ value: groupId, label: `${name} · ${chain ?? 'any chain'}` })),
    { value: none, label: 'no group' },
  ],
});

function evaluate(desk: Desk, wallet: WalletRow, values: Values): Evaluation<MoveWallet> {
  const groups = groupsOf(desk, wallet);
  const from = groups.from.find(({ groupId }) => groupId === values.from) ?? null;
  const to = groups.to.find(({ groupId }) => groupId === values.to) ?? null;
  const form =
    whyChanged(desk, wallet, values.from ?? none, values.to ?? none) ??
    (from || to ? null : 'Choose a group that it leaves, one that it enters, or both.');
  return {
    problems: form ? { form } : {},
    preview: [
      {
        label: 'effect',
        value: [span('Changes the groups only: the wallet and what it holds stay as they are.')],
        wraps: true,
      },
      ...walletRowsOf(desk, wallet),
    ],
    draft: form
      ? null
      : { walletId: wallet.walletId, label: wallet.label, from: from && plain(from), to: to && plain(to) },
    submitLabel: from && !to ? 'Take out of group' : 'Move wallet',
  };
}

const plain = ({ groupId, name }: GroupRow) => ({ groupId, name });

function whyChanged(desk: Desk, wallet: WalletRow, fromId: string, toId: string): string | null {
  const { from, to } = groupsOf(desk, wallet);
  const isThere = (groups: readonly GroupRow[], id: string) =>
    id === none || groups.some(({ groupId }) => groupId === id);
  return isThere(from, fromId) && isThere(to, toId)
    ? null
    : 'The groups have changed: close this form and open it again.';
}

const groupRow = (label: string, group: MoveWallet['from']): FormRow[] =>
  group
    ? [{ label, value: [span(group.name, 'title'), muted(`  ${cleanText(group.groupId, 200)}`)], wraps: true }]
    : [];
