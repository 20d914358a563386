import { displayWidth } from '../../domain/text-width.ts';
import { type Line, muted } from '../text/span.ts';
import type { PaneId } from '../workspaces/layout.ts';
import { isTablePane, tablePanes } from './pane-list.ts';

const otherTitles: Readonly<Partial<Record<PaneId, string>>> = {
  tape: 'Tape',
  chart: 'Chart',
  book: 'Book',
  portfolio: 'Portfolio',
};

const titleOf = (pane: PaneId): string => (isTablePane(pane) ? tablePanes[pane].title : (otherTitles[pane] ?? pane));

const isRule = (text: string): boolean => /^ [─━]+$/.test(text);

/** Names the panes behind this one on its border, where there is room between its title and its total. */
export function withTabMarks([top = [], ...rest]: readonly Line[], pane: PaneId, tabs: readonly PaneId[]): Line[] {
  const others = tabs.filter((tab) => tab !== pane).map(titleOf);
  const at = top.findIndex(({ text }) => isRule(text));
  const rule = top[at];
  const names = others.map((title) => ` · ${title}`).join('');
  if (!rule || others.length === 0 || displayWidth(names) + 3 > rule.text.length) return [top, ...rest];
  const marked = [muted(names), { ...rule, text: ` ${rule.text.slice(displayWidth(names) + 1)}` }];
  return [[...top.slice(0, at), ...marked, ...top.slice(at + 1)], ...rest];
}
