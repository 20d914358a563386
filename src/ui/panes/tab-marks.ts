import { displayWidth } from '../../domain/text/text-width.ts';
import { type Line, muted } from '../text/span.ts';
import type { PaneId } from './pane-ids.ts';
import { panes } from './panes.ts';

const titleOf = (pane: PaneId): string => panes[pane].title;

const isRule = (text: string): boolean => /^ [─━]+$/.test(text);

/** Adds the names of the panes behind this one to its border, if they fit between title and summary. */
export function withTabMarks([top = [], ...rest]: readonly Line[], pane: PaneId, tabs: readonly PaneId[]): Line[] {
  const others = tabs.filter((tab) => tab !== pane).map(titleOf);
  const at = top.findIndex(({ text }) => isRule(text));
  const rule = top[at];
  const names = others.map((title) => ` · ${title}`).join('');
  if (!rule || others.length === 0 || displayWidth(names) + 3 > rule.text.length) return [top, ...rest];
  const marked = [muted(names), { ...rule, text: ` ${rule.text.slice(displayWidth(names) + 1)}` }];
  return [[...top.slice(0, at), ...marked, ...top.slice(at + 1)], ...rest];
}
