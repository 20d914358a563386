import { formatClock } from '../../../domain/numbers/format.ts';
import type { Notice } from '../../../stores/notices.ts';
import type { DeskView } from '../../desk/desk.ts';
import { isoTime } from '../../export/field.ts';
import { muted } from '../../text/span.ts';
import { wholeTime } from '../../text/time-text.ts';
import type { TablePane } from '../table-pane.ts';

/** A notice, as a row. */
export interface NoticeEntry {
  readonly key: string;
  readonly notice: Notice;
  readonly nowMs: number;
}

function noticeEntries(desk: DeskView): NoticeEntry[] {
  const nowMs = desk.now();
  return desk.notices
    .getState()
    .notices.map((notice): NoticeEntry => ({ key: `notice ${notice.id}`, notice, nowMs }))
    .reverse();
}

/** Keys, filter and export of the notices pane, newest first; notices-lines draws it. */
export const noticesPane: TablePane<NoticeEntry> = {
  id: 'notices',
  title: 'Notices',
  heading: 'Notices pane',
  home: 'activity',
  focus: { title: 'notices', description: 'Focus the notices', keys: ['M-n'] },
  columns: [],
  reading: (desk) => ({ data: true, updatedAtMs: desk.now(), problem: null, problemAtMs: 0, isFetching: false }),
  refreshMs: () => Number.POSITIVE_INFINITY,
  rows: noticeEntries,
  keyOf: ({ key }) => key,
  problemOf: () => null,
  sortValue: () => null,
  searchText: ({ notice }) => `${formatClock(notice.atMs)} ${notice.text}`,
  fields: ({ notice }) => [
    { name: 'time', value: isoTime(notice.atMs) },
    { name: 'tone', value: notice.tone },
    { name: 'notice', value: notice.text },
  ],
  summary: (_desk, rows) => [muted(`${rows.length} ${rows.length === 1 ? 'notice' : 'notices'}`)],
  empty: 'No notices yet. Every notice of the footer is kept here in full.',
  loading: '',
  details: ({ notice }) => [
    { label: 'time', value: wholeTime(notice.atMs) },
    { label: 'notice', value: notice.text },
  ],
};
