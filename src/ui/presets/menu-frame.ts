import { paneFrame } from '../components/pane-frame.ts';
import type { Desk } from '../desk/desk.ts';
import { type Line, plainText, span } from '../text/span.ts';
import type { Size } from '../workspaces/layout.ts';

/** Frame of an order menu, in the colour of the mode. Drops blank lines on short screens. */
export function menuFrame(
  desk: Desk,
  { title, width, lines }: { readonly title: string; readonly width: number; readonly lines: readonly Line[] },
  { rows }: Size,
): Line[] {
  const body = lines.length + 2 <= rows - 2 ? lines : lines.filter((line) => plainText(line).trim() !== '');
  const { mode } = desk.session.getState();
  return paneFrame({
    title,
    right: [span(` ${mode.toUpperCase()} `, mode, { bold: true, inverse: true })],
    focused: true,
    tone: mode,
    width,
    height: Math.min(rows - 2, body.length + 2),
    body,
  });
}
