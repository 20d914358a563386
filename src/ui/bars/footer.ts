import { cutEnd } from '../../domain/text/text-width.ts';
import type { Notice } from '../../stores/notices.ts';
import type { Desk } from '../desk/desk.ts';
import { keyLabel } from '../keys/keymap.ts';
import type { Scope } from '../keys/scopes.ts';
import { fitTo, type Line, lineWidth, muted, span, spread, type Tone } from '../text/span.ts';

export const noticeTones: Readonly<Record<Notice['tone'], Tone>> = {
  ok: 'up',
  info: 'accent',
  warn: 'warn',
  error: 'danger',
};
export const noticeSigns: Readonly<Record<Notice['tone'], string>> = { ok: '✓', info: 'i', warn: '!', error: '✕' };

/** So long a warning or an error stands before good news takes its place, ms. */
const graveForMs = 1_500;

export const isGrave = ({ tone }: Notice): boolean => tone === 'error' || tone === 'warn';

/** How long a notice is shown, ms; warnings and errors stay longer. */
export const noticeShownMs = (notice: Notice): number => (isGrave(notice) ? 15_000 : 8_000);

/** The newest notice, or the warning just before it that nobody has had time to read; null where all are old. */
export function noticeNow(notices: readonly Notice[], nowMs: number): Notice | null {
  const newest = notices.at(-1);
  if (!newest || nowMs - newest.atMs >= noticeShownMs(newest)) return null;
  if (isGrave(newest)) return newest;
  const grave = notices.findLast(isGrave);
  return grave && nowMs - grave.atMs < graveForMs ? grave : newest;
}

/** Key hints for the focused element, most important first, never truncated mid-hint. A notice takes the right side. */
export function footerLine(
  desk: Desk,
  scopes: readonly Scope[],
  notice: Omit<Notice, 'id'> | null,
  width: number,
): Line {
  const noticePart: Line = notice
    ? [
        span(`${noticeSigns[notice.tone]} ${cutEnd(notice.text, Math.floor(width * 0.7))}`, noticeTones[notice.tone]),
        span(' '),
      ]
    : [];
  const room = width - lineWidth(noticePart) - 1;
  return spread(fitTo(hints(desk, scopes, room), Math.max(0, room)), noticePart, width);
}

/** Hints that fit. The last two (help, quit) are kept; those before them are dropped from the end. */
function hints(desk: Desk, scopes: readonly Scope[], room: number): Line {
  const all = desk.keymap
    .hints(scopes, ({ isUrgent }) => isUrgent?.(desk) ?? false)
    .map(
      ({ key, command }): Line => [
        span('  '),
        { ...span(keyLabel(key), 'accent'), target: command.id },
        { ...muted(` ${command.titleNow?.(desk) ?? command.title}`), target: command.id },
      ],
    );
  const widthOf = (parts: readonly Line[]): number => parts.reduce((sum, part) => sum + lineWidth(part), 0);
  const last = scopes.includes('desk') ? all.slice(-2) : [];
  const kept = all.slice(0, all.length - last.length);
  while (kept.length > 0 && widthOf(kept) + widthOf(last) > room) kept.pop();
  return [...kept, ...(widthOf(kept) + widthOf(last) <= room ? last : [])].flat();
}
