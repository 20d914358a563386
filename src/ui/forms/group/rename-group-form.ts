import type { RenameGroup } from '../../../actions/wallet-groups.ts';
import type { GroupRow } from '../../../stores/account-rows.ts';
import type { Desk } from '../../desk.ts';
import { span } from '../../text/span.ts';
import type { FormSpec } from '../form-spec.ts';
import { beforeOf, gone, groupNow, groupRowsOf, readName } from './group-parts.ts';

/** Gives a wallet group another name. */
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
        typeof read === 'string' ? read : read.name === group.name ? 'The group has this name already.' : null;
      return {
        problems: { ...(problem ? { name: problem } : {}), ...(isGone ? { form: gone } : {}) },
        preview: groupRowsOf(desk, before),
        draft: problem || isGone || typeof read === 'string' ? null : { group: before, name: read.name },
        submitLabel: 'Rename',
      };
    },
    confirmation: ({ name }) => [
      ...groupRowsOf(desk, before),
      { label: 'new name', value: [span(name, 'title')], wraps: true },
    ],
    order: (draft) => ({ kind: 'renameGroup', draft }),
    whyExpired: () => (groupNow(desk, group.groupId) ? null : gone),
    submit: (draft) => desk.actions.send({ kind: 'renameGroup', draft }),
  };
}
