import type { Order } from '../../../actions/orders.ts';
import type { AddToGroup } from '../../../actions/wallet-groups.ts';
import type { GroupRow, WalletRow } from '../../../stores/account-rows.ts';
import type { Desk } from '../../desk.ts';
import { muted, span } from '../../text/span.ts';
import type { Evaluation, Field, FormRow, FormSpec, Values } from '../form-spec.ts';
import { beforeOf, fittingWallets, gone, groupNow, groupRowsOf, membersOf, whyChanged } from './group-parts.ts';
import { listRows, numbersField, readNumbers, walletLines } from './wallet-numbers.ts';

export type GroupChange = 'add' | 'remove' | 'order';

interface Draft extends AddToGroup {
  readonly wallets: readonly WalletRow[];
}

interface Words {
  readonly title: string;
  readonly field: string;
  readonly submit: string;
  readonly none: string;
  readonly kind: 'addToGroup' | 'removeFromGroup' | 'reorderGroup';
}

const words: Readonly<Record<GroupChange, Words>> = {
  add: {
    title: 'Add wallets to a group',
    field: 'Add',
    submit: 'Add them',
    none: 'Name at least one wallet by its number in the list.',
    kind: 'addToGroup',
  },
  remove: {
    title: 'Take wallets out of a group',
    field: 'Take out',
    submit: 'Take them out',
    none: 'Name at least one wallet by its number in the list.',
    kind: 'removeFromGroup',
  },
  order: {
    title: 'Reorder the wallets of a group',
    field: 'New order',
    submit: 'Reorder',
    none: 'Name every wallet of the group once, in the new order.',
    kind: 'reorderGroup',
  },
};

/** Adds wallets to a group, takes some out, or puts them in another order; the wallets themselves stay as they are. */
export function groupWalletsForm(desk: Desk, group: GroupRow, change: GroupChange): FormSpec<Draft> {
  const before = beforeOf(group);
  // The numbers mean the list as it stood when the form was opened.
  const members = membersOf(desk, group);
  const others = fittingWallets(desk, group.chain).filter(({ walletId }) => !group.walletIds.includes(walletId));
  const list = change === 'add' ? others : members;
  const order = (draft: Draft): Order => orderOf(change, draft);
  return {
    id: `group-${change}`,
    title: words[change].title,
    initial: { wallets: change === 'order' ? members.map((_, index) => index + 1).join(' ') : '', position: '' },
    subject: () => [span(group.name, 'title'), muted(`   ${group.wallets.join(', ') || 'no wallets yet'}`)],
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
    order,
    whyExpired: () => whyChanged(desk, before),
    submit: (draft) => desk.actions.send(order(draft)),
  };
}

function orderOf(change: GroupChange, { group, walletIds, position }: Draft): Order {
  if (change === 'add') return { kind: 'addToGroup', draft: { group, walletIds, position } };
  return { kind: change === 'remove' ? 'removeFromGroup' : 'reorderGroup', draft: { group, walletIds } };
}

const fieldsOf = (change: GroupChange, list: readonly WalletRow[]): Field[] => [
  numbersField(words[change].field, list.length),
  ...(change === 'add'
    ? [{ id: 'position', label: 'Before place', kind: 'text', width: 6, unit: 'empty: at the end' } as const]
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
        : [{ label: 'list', value: [muted('No other active wallet of this chain can join the group.')], wraps: true }],
    draft:
      problem || typeof position === 'string'
        ? null
        : { group: beforeOf(group), walletIds: wallets.map(({ walletId }) => walletId), position, wallets },
    submitLabel: words[change].submit,
  };
}

function walletsProblem(change: GroupChange, wallets: readonly WalletRow[], group: GroupRow): string | null {
  if (wallets.length === 0) return words[change].none;
  if (change !== 'order') return null;
  if (wallets.length !== group.walletIds.length) return words.order.none;
  return wallets.every(({ walletId }, index) => walletId === group.walletIds[index])
    ? 'They stand in this order already.'
    : null;
}

/** A place counted from 1 as a position counted from 0; null for the end. */
function readPlace(text: string, count: number): number | null | string {
  if (text.trim() === '') return null;
  const place = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return place >= 1 && place <= count + 1 ? place - 1 : `A place is a whole number from 1 to ${count + 1}, or nothing.`;
}

const placeRow = ({ position }: Draft, group: GroupRow): FormRow => ({
  label: 'place',
  value: [span(position === null ? `at the end, after ${group.walletIds.length}` : `from place ${position + 1}`)],
});
