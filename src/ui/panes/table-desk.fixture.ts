import { type FakeDesk, fakeDesk, readAtMs, texts } from '../desk/fake-desk.fixture.ts';
import type { PaneId } from './pane-ids.ts';
import { paneLines } from './pane-lines.ts';

/** A desk focused on a pane, with this response to the pane's read. */
export function tableDesk(pane: 'fills' | 'funding' | 'markets', answer: readonly unknown[]): FakeDesk {
  const fake = fakeDesk();
  fake.fill();
  fake.answer(pane, answer, readAtMs);
  fake.desk.ui.setState({ focus: pane });
  return fake;
}

/** The text of a drawn pane. */
export const drawnPane = ({ desk }: FakeDesk, pane: PaneId, width: number, height: number): string[] =>
  texts(paneLines(desk, pane, { x: 0, y: 0, width, height }));

/** The cells of a drawn row. */
export const cells = (line: string | undefined): string[] =>
  (line ?? '')
    .replace(/^[│┃]|[│┃]$/g, '')
    .trim()
    .split(/ {2,}/);
