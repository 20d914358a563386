import type { DeleteGroup } from '../../../actions/account/wallet-groups.ts';
import type { GroupRow } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { withKeys } from '../../keys/keymap.ts';
import { span } from '../../text/span.ts';
import type { FormRow, FormSpec } from '../form-spec.ts';
import { beforeOf, gone, groupNow, groupRowsOf } from './group-parts.ts';

/** Deletes a wallet group. Hard delete is offered because the API documents it, with a note that the service rejects it. */
export function deleteGroupForm(desk: Desk, group: GroupRow): FormSpec<DeleteGroup> {
  const before = beforeOf(group);
  return {
    id: 'group-delete',
    title: 'Delete wallet group',
    initial: { how: 'soft' },
    subject: () => [span(group.name, 'title')],
    fields: () => [
      {
        id: 'how',
        label: 'Type',
        kind: 'choice',
        choices: [
          { value: 'soft', label: 'soft delete' },
          { value: 'hard', label: 'hard delete' },
        ],
      },
    ],
    evaluate: ({ how }) => {
      const isGone = groupNow(desk, group.groupId) === null;
      return {
        problems: isGone ? { form: gone } : {},
        preview: [...effectRows(how === 'hard'), ...groupRowsOf(desk, before)],
        draft: isGone ? null : { group: before, isHard: how === 'hard' },
        submitLabel: how === 'hard' ? 'Hard delete group' : 'Delete group',
      };
    },
    confirmation: ({ isHard }) => [...effectRows(isHard), ...groupRowsOf(desk, before)],
    operation: (draft) => ({ kind: 'deleteGroup', draft }),
    remedy: (outcome, { how }) =>
      outcome.kind === 'rejected' && how === 'hard'
        ? {
            text: withKeys(notSupported, desk.keymap),
            open: (parent) => parent.showNote(withKeys(notSupported, desk.keymap)),
          }
        : null,
    submit: (draft) => desk.actions.send({ kind: 'deleteGroup', draft }),
  };
}

const notSupported =
  'Nothing was deleted: the service does not support hard delete yet. Choose soft delete with {form.choiceUp}.';

const effectRows = (isHard: boolean): FormRow[] => [
  {
    label: 'effect',
    value: [
      span(
        isHard
          ? 'Asks the service to erase the group. It documents this but answers 501 “not supported”: expect a rejection and no change.'
          : 'Removes the group from all lists. Its wallets and their balances are not affected.',
        isHard ? 'warn' : 'plain',
      ),
    ],
    wraps: true,
  },
];
