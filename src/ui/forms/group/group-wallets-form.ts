import type { AddToGroup } from '../../../actions/account/wallet-groups.ts';
import type { Operation } from '../../../actions/operations.ts';
import type { GroupRow, WalletRow } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { beforeOf, fittingWallets, gone, groupNow, groupRowsOf, membersOf, whyChanged } from './group-parts.ts';
import { listRows, numbersField, readNumbers, walletLines } from './wallet-numbers.ts';

export type GroupChange = 'add' | 'remove' | 'order';

interface Draft extends AddToGroup {
  readonly wallets: readonly WalletRow[];
}

interface Labels {
  readonly title: string;
  readonly field: string;
  readonly submit: string;
  readonly none: string;
  readonly kind: 'addToGroup' | 'removeFromGroup' | 'reorderGroup';
}

const labels: Readonly<Record<GroupChange, Labels>> = {
  add: {
    title: 'Add wallets to a group',
    field: 'Add',
    submit: 'Add wallets',
    none: 'Enter at least one wallet number from the list.',
    kind: 'addToGroup',
  },
  remove: {
    title: 'Remove wallets from a group',
    field: 'Remove',
    submit: 'Remove wallets',
    none: 'Enter at least one wallet number from the list.',
    kind: 'removeFromGroup',
  },
  order: {
    title: 'Reorder the wallets of a group',
    field: 'New order',
    submit: 'Reorder wallets',
    none: 'Enter every wallet number of the group once, in the new order.',
    kind: 'reorderGroup',
  },
};

/** Adds, removes or reorders wallets of a group. The wallets themselves are not affected. */
export function groupWalletsForm(desk: Desk, group: GroupRow, change: GroupChange): FormSpec<Draft> {
  const before = beforeOf(group);
  // Numbers refer to the list as it was when the form opened.
  const members = membersOf(desk, group);
  const others = fittingWallets(desk, group.chain).filter(({ walletId }) => !group.walletIds.includes(walletId));
  const list = change === 'add' ? others : members;
  const toOperation = (draft: Draft): Operation => orderOf(change, draft);
  return {
    id: `group-${change}`,
    title: labels[change].title,
    initial: { wallets: change === 'order' ? members.map((_, index) => index + 1).join(' ') : '', position: '' },
    subject: () => [span(group.name, 'title'), muted(`   ${group.wallets.join(', ') || 'no wallets'}`)],
    fields: () => fieldsOf(change, list),
    evaluate: (values) => {
      const evaluation = evaluate(change, values, list, group);
      const form = groupNow(desk, group.groupId) ? whyChanged(desk, before) : gone;
      return form ? { ...evaluation, draft: null, problems: { ...evaluation.problems, form } } : evaluation;
    },
    confirmation: (draft) => [
      ...groupRowsOf(desk, before),
      ...(change === 'add' ? [placeRow(draft, group)] : []),
      ...walletLines(draft.wallets),
    ],
    operation: toOperation,
    expiryReason: () => whyChanged(desk, before),
    submit: (draft) => desk.actions.send(toOperation(draft)),
  };
}

function orderOf(change: GroupChange, { group, walletIds, position }: Draft): Operation {
  if (change === 'add') return { kind: 'addToGroup', draft: { group, walletIds, position } };
  return { kind: change === 'remove' ? 'removeFromGroup' : 'reorderGroup', draft: { group, walletIds } };
}

const fieldsOf = (change: GroupChange, list: readonly WalletRow[]): Field[] => [
  numbersField(labels[change].field, list.length),
  ...(change === 'add'
    ? [{ id: 'position', label: 'At position', kind: 'text', width: 6, unit: 'empty: at the end' } as const]
    : []),
];

function evaluate(change: GroupChange, values: Values, list: readonly WalletRow[], group: GroupRow): Evaluation<Draft> {
  const chosen = readNumbers(values.wallets ?? '', list);
  const wallets = typeof chosen === 'string' ? [] : chosen;
  const position = change === 'add' ? readPlace(values.position ?? '', group.walletIds.length) : null;
  const problem = typeof chosen === 'string' ? chosen : walletsProblem(change, wallets, group);
  const problems = {
    ...(problem ? { wallets: problem } : {}),
    ...(typeof position === 'string' ? { position } : {}),
  };
  return {
    problems,
    preview:
      list.length > 0
        ? listRows(list, wallets)
        : [{ label: 'list', value: [muted('No other active wallet can join this group.')], wraps: true }],
    draft:
      problem || typeof position === 'string'
        ? null
        : { group: beforeOf(group), walletIds: wallets.map(({ walletId }) => walletId), position, wallets },
    submitLabel: labels[change].submit,
  };
}

function walletsProblem(change: GroupChange, wallets: readonly WalletRow[], group: GroupRow): string | null {
  if (wallets.length === 0) return labels[change].none;
  if (change !== 'order') return null;
  if (wallets.length !== group.walletIds.length) return labels.order.none;
  return wallets.every(({ walletId }, index) => walletId === group.walletIds[index])
    ? 'The wallets are already in this order.'
    : null;
}

/** Converts a 1-based position to a 0-based index; null for the end. Returns an error message if it is invalid. */
function readPlace(text: string, count: number): number | null | string {
  if (text.trim() === '') return null;
  const place = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return place >= 1 && place <= count + 1
    ? place - 1
    : `Enter a whole number from 1 to ${count + 1}, or leave it empty.`;
}

const placeRow = ({ position }: Draft, group: GroupRow): FormRow => ({
  label: 'position',
  value: [span(position === null ? `at the end, after ${group.walletIds.length}` : `from ${position + 1}`)],
});
