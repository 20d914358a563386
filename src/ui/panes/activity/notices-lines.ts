import { noticeSigns, noticeTones } from '../../bars/footer.ts';
import { blockWindow } from '../../components/block-window.ts';
import { paneFrame } from '../../components/pane-frame.ts';
import type { DeskView } from '../../desk/desk.ts';
import { aimed, type Line, muted, span, wrap } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';
import type { Rect } from '../../workspaces/layout.ts';
import { paneKey } from '../../workspaces/pane-key.ts';
import { noRowContains } from '../pane-body.ts';
import type { VisibleRows } from '../table-pane.ts';
import { type NoticeEntry, noticesPane } from './notices-pane.ts';

/** Draws the notices in full, newest first. */
export function noticesLines(
  desk: DeskView,
  rect: Rect,
  visible: VisibleRows<NoticeEntry>,
  isCovered: boolean,
): Line[] {
  const { focus, filter } = desk.ui.getState();
  const rows = visible.rows;
  const text = filter.notices ?? '';
  const [width, height] = [rect.width - 4, rect.height - 2];
  const focused = focus === 'notices';
  const isMarked = focused && !isCovered;
  const blocks = rows.map((entry, index) =>
    aimed(noticeLines(entry, width, index === visible.selected, isMarked), noticesPane.keyOf(entry)),
  );
  const instead = text === '' ? noticesPane.empty : noRowContains(text, desk.keymap, 'notice');
  return paneFrame({
    number: paneKey(desk, 'notices'),
    title: noticesPane.title,
    right: [
      ...(text === '' ? [] : [span(`/${text} ${rows.length} of ${visible.all.length}`, 'accent'), span('  ')]),
      ...noticesPane.summary(desk, visible.all),
    ],
    focused,
    width: rect.width,
    height: rect.height,
    body: rows.length === 0 ? wrap(instead, width, 'muted') : blockWindow(blocks, height, visible.selected),
  });
}

/** One notice in full, wrapped. */
function noticeLines({ notice, nowMs }: NoticeEntry, width: number, isSelected: boolean, isMarked: boolean): Line[] {
  const time = timeText(notice.atMs, nowMs);
  const head = [
    isSelected ? span('▸ ', isMarked ? 'accent' : 'muted') : span('  '),
    muted(`${time}  `),
    span(`${noticeSigns[notice.tone]} `, noticeTones[notice.tone]),
  ];
  const indent = span(' '.repeat(time.length + 6));
  return wrap(notice.text, Math.max(8, width - indent.text.length)).map((line, index) =>
    index === 0 ? [...head, ...line] : [indent, ...line],
  );
}
