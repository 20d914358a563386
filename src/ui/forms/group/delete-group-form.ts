import type { DeleteGroup } from '../../../actions/wallet-groups.ts';
import { withKeys } from '../../../keys/keymap.ts';
import type { GroupRow } from '../../../stores/account-rows.ts';
import type { Desk } from '../../desk.ts';
import { span } from '../../text/span.ts';
import type { FormRow, FormSpec } from '../form-spec.ts';
import { beforeOf, gone, groupNow, groupRowsOf } from './group-parts.ts';

/** Deletes a wallet group. The hard delete is offered because the service announces it, and said to be refused because it is. */
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
        label: 'How',
        kind: 'choice',
        choices: [
          { value: 'soft', label: 'delete' },
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
        submitLabel: how === 'hard' ? 'Ask for the hard delete' : 'Delete the group',
      };
    },
    confirmation: ({ isHard }) => [...effectRows(isHard), ...groupRowsOf(desk, before)],
    order: (draft) => ({ kind: 'deleteGroup', draft }),
    remedy: (outcome, { how }) =>
      outcome.kind === 'rejected' && how === 'hard'
        ? { words: withKeys(refused, desk.keymap), open: (back) => back.say(withKeys(refused, desk.keymap)) }
        : null,
    submit: (draft) => desk.actions.send({ kind: 'deleteGroup', draft }),
  };
}

const refused =
  'Nothing was deleted: the service announces hard deletes but does not do them yet. The ordinary delete it does: choose it with {form.choiceUp}.';

const effectRows = (isHard: boolean): FormRow[] => [
  {
    label: 'then',
    value: [
      span(
        isHard
          ? 'The service is asked to erase the group. It announces this but answers 501, “not supported”: expect a refusal, and the group as it is.'
          : 'The group is gone from every list; its wallets and what they hold are untouched.',
        isHard ? 'warn' : 'plain',
      ),
    ],
    wraps: true,
  },
];
