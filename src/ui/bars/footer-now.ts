import type { Desk } from '../desk/desk.ts';
import { progressNow } from '../desk/progress.ts';
import { scopesNow } from '../keyboard/desk-keys.ts';
import { openOverlay } from '../overlays/open-overlay.ts';
import { type Line, muted, span } from '../text/span.ts';
import { footerLine, isGrave, noticeNow } from './footer.ts';

/** The bottom row: a filter being typed, or hints with progress or a notice. */
export function footerNow(desk: Desk, width: number): Line {
  const typed = typedFilter(desk);
  if (typed !== null)
    return [span(` / ${typed}`, 'accent'), span(' ', 'plain', { inverse: true }), muted('   ⏎ keep   Esc clear')];
  const notice = noticeNow(desk.notices.getState().notices, desk.now());
  const shown = notice && isGrave(notice) ? notice : (progressNow(desk) ?? notice);
  return footerLine(desk, scopesNow(desk), shown, width);
}

/** The text of a filter or a search that is being typed; null if none is. */
function typedFilter(desk: Desk): string | null {
  const [filter, help] = [openOverlay(desk, 'filter'), openOverlay(desk, 'help')];
  if (filter) return desk.ui.getState().filter[filter.pane] ?? '';
  return help?.isTyping ? (help.query ?? '') : null;
}
