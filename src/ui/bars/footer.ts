import { cutEnd } from '../../domain/text-width.ts';
import type { Scope, StreamFacts } from '../../keys/command.ts';
import { type Keymap, keyLabel } from '../../keys/keymap.ts';
import type { Notice } from '../../stores/notices.ts';
import { fitTo, type Line, lineWidth, muted, span, spread, type Tone } from '../text/span.ts';

export const noticeTones: Readonly<Record<Notice['tone'], Tone>> = {
  ok: 'up',
  info: 'accent',
  warn: 'warn',
  error: 'danger',
};
export const noticeSigns: Readonly<Record<Notice['tone'], string>> = { ok: '✓', info: 'i', warn: '!', error: '✕' };

/** How long a notice takes the right side of the footer; an error stays longer. */
export const noticeShownMs = (notice: Notice): number =>
  notice.tone === 'error' || notice.tone === 'warn' ? 15_000 : 8_000;

/** One line of keys for what is focused, urgent and most useful first, cut whole; a notice takes its right side. */
export function footerLine(
  keymap: Keymap,
  scopes: readonly Scope[],
  notice: Omit<Notice, 'id'> | null,
  width: number,
  facts?: StreamFacts,
): Line {
  const noticePart: Line = notice
    ? [
        span(`${noticeSigns[notice.tone]} ${cutEnd(notice.text, Math.floor(width * 0.7))}`, noticeTones[notice.tone]),
        span(' '),
      ]
    : [];
  const room = width - lineWidth(noticePart) - 1;
  return spread(fitTo(hints(keymap, scopes, room, facts), Math.max(0, room)), noticePart, width);
}

/** The last hints (help, quit) are always worth their place: the middle gives way. */
function hints(keymap: Keymap, scopes: readonly Scope[], room: number, facts: StreamFacts | undefined): Line {
  const all = keymap
    .hints(scopes, facts)
    .map(({ key, command }): Line => [span(`  ${keyLabel(key)}`, 'accent'), muted(` ${command.title}`)]);
  const widthOf = (parts: readonly Line[]): number => parts.reduce((sum, part) => sum + lineWidth(part), 0);
  const last = scopes.includes('desk') ? all.slice(-2) : [];
  const kept = all.slice(0, all.length - last.length);
  while (kept.length > 0 && widthOf(kept) + widthOf(last) > room) kept.pop();
  return [...kept, ...(widthOf(kept) + widthOf(last) <= room ? last : [])].flat();
}
