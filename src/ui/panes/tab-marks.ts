import { type Line, lineWidth, muted } from '../text/span.ts';
import type { PaneId } from './pane-ids.ts';
import { panes } from './panes.ts';

const titleOf = (pane: PaneId): string => panes[pane].title;

const isRule = (text: string): boolean => /^ [─━]+$/.test(text);

/**
 * Adds the names of the panes behind this one to its border, as many as fit between title and summary; a click shows the
 * pane.
 */
export function withTabMarks([top = [], ...rest]: readonly Line[], pane: PaneId, tabs: readonly PaneId[]): Line[] {
  const others = tabs.filter((tab) => tab !== pane);
  const at = top.findIndex(({ text }) => isRule(text));
  const rule = top[at];
  const names = namesWithin(others, (rule?.text.length ?? 0) - leastRule);
  if (!rule || names.length === 0) return [top, ...rest];
  const width = lineWidth(names);
  const marked = [...names, { ...rule, text: ` ${rule.text.slice(width + 1)}` }];
  return [[...top.slice(0, at), ...marked, ...top.slice(at + 1)], ...rest];
}

/** Width of the rule that separates the names from the summary. */
const leastRule = 3;

/** The first names that fit, then an ellipsis if there are more; empty if not even one fits. */
function namesWithin(tabs: readonly PaneId[], width: number): Line {
  for (let count = tabs.length; count > 0; count--) {
    const names = tabs.slice(0, count).flatMap((tab) => [muted(' · '), { ...muted(titleOf(tab)), target: tab }]);
    const line = count < tabs.length ? [...names, muted(' · …')] : names;
    if (lineWidth(line) <= width) return line;
  }
  return [];
}
