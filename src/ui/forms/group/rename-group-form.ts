import type { RenameGroup } from '../../../actions/account/wallet-groups.ts';
import type { GroupRow } from '../../../stores/account/account-rows.ts';
import type { Desk } from '../../desk/desk.ts';
import { span } from '../../text/span.ts';
import type { FormSpec } from '../form-spec.ts';
import { beforeOf, gone, groupNow, groupRowsOf, readName } from './group-parts.ts';

/** Renames a wallet group. */
export function renameGroupForm(desk: Desk, group: GroupRow): FormSpec<RenameGroup> {
  const before = beforeOf(group);
  return {
    id: 'group-rename',
    title: 'Rename wallet group',
    initial: { name: group.name },
    subject: () => [span(group.name, 'title')],
    fields: () => [{ id: 'name', label: 'New name', kind: 'text', width: 32 }],
    evaluate: (values) => {
      const read = readName(values.name ?? '');
      const isGone = groupNow(desk, group.groupId) === null;
      const problem =
        typeof read === 'string' ? read : read.name === group.name ? 'The group already has this name.' : null;
      return {
        problems: { ...(problem ? { name: problem } : {}), ...(isGone ? { form: gone } : {}) },
        preview: groupRowsOf(desk, before),
        draft: problem || isGone || typeof read === 'string' ? null : { group: before, name: read.name },
        submitLabel: 'Rename group',
      };
    },
    confirmation: ({ name }) => [
      ...groupRowsOf(desk, before),
      { label: 'new name', value: [span(name, 'title')], wraps: true },
    ],
    operation: (draft) => ({ kind: 'renameGroup', draft }),
    expiryReason: () => (groupNow(desk, group.groupId) ? null : gone),
    submit: (draft) => desk.actions.send({ kind: 'renameGroup', draft }),
  };
}
