import { noticeSigns, noticeTones } from '../../footer.ts';
import { type Line, muted, span, wrap } from '../../text/span.ts';
import { timeText } from '../../text/time-text.ts';
import type { NoticeEntry } from './activity-entry.ts';

/** One notice, whole, over as many lines as it takes. */
export function noticeLines({ notice, nowMs }: NoticeEntry, width: number, isSelected: boolean): Line[] {
  const time = timeText(notice.atMs, nowMs);
  const head = [
    isSelected ? span('▸ ', 'accent') : span('  '),
    muted(`${time}  `),
    span(`${noticeSigns[notice.tone]} `, noticeTones[notice.tone]),
  ];
  const indent = span(' '.repeat(time.length + 6));
  return wrap(notice.text, Math.max(8, width - indent.text.length)).map((line, index) =>
    index === 0 ? [...head, ...line] : [indent, ...line],
  );
}
