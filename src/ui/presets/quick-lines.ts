import type { Desk } from '../desk/desk.ts';
import type { QuickView } from '../desk/desk-ui.ts';
import { positionSubject } from '../forms/position-form-parts.ts';
import { keyLabel } from '../keys/keymap.ts';
import { blank, type Line, lineWidth, muted, plainText, span, wrap } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';
import { menuFrame } from './menu-frame.ts';
import { quickBlockReason, quickPosition, quickTrades } from './quick-trades.ts';

const widest = 76;
const keyWidth = 4;
const titleWidth = 14;

/** Quick trades of the selected position: one letter each, with its effect or why it is unavailable. */
export function quickLines(desk: Desk, view: QuickView, screen: Size): Line[] {
  const width = Math.min(widest, screen.columns - 4);
  const room = width - 4;
  const row = quickPosition(desk, view);
  const subject = row ? positionSubject(desk, row) : [muted('This position is closed.')];
  const entries = row
    ? quickTrades(desk, row).flatMap((trade): Line[] => {
        const key = keyLabel(desk.keymap.keysOf(trade.commandId)[0] ?? '');
        const why = quickBlockReason(desk, row, trade);
        const tone = why === null ? 'plain' : 'muted';
        const words = wrap(why ?? trade.effect, room - keyWidth - titleWidth, 'muted');
        return words.map(
          (line, index): Line =>
            index === 0
              ? [
                  span(key.padEnd(keyWidth), why === null ? 'accent' : 'muted'),
                  span(trade.title.padEnd(titleWidth), tone),
                  ...line,
                ]
              : [span(' '.repeat(keyWidth + titleWidth)), ...line],
        );
      })
    : [];
  const ask = desk.trading.getState().isOneClick
    ? `One-click is armed: a letter sends up to ${desk.caps.oneClickUsd ?? '0'} USD at once.`
    : 'A letter opens the confirmation; nothing is sent without it.';
  const head = lineWidth(subject) <= room ? [subject] : wrap(plainText(subject), room);
  const whole = [blank, ...head, blank, ...entries, blank, ...wrap(ask, room, 'muted'), blank];
  return menuFrame(desk, { title: 'Quick trades', width, lines: whole }, screen);
}
