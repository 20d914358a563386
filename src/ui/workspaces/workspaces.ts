import { type PaneId, paneIds } from '../panes/pane-ids.ts';
import { panes } from '../panes/panes.ts';
import { type LayoutNode, type Part, panesOf, type SizeClass, type WorkspaceId } from './layout.ts';

export interface Workspace {
  readonly id: WorkspaceId;
  readonly title: string;
  /** Description for the help. */
  readonly about: string;
  readonly keys: readonly string[];
  /** Every size has the same panes; smaller ones put some into tabs. */
  readonly layouts: Readonly<Record<SizeClass, LayoutNode>>;
}

const part = (share: number, node: LayoutNode): Part => ({ share, node });
const rows = (...parts: Part[]): LayoutNode => ({ split: 'rows', parts });
const columns = (...parts: Part[]): LayoutNode => ({ split: 'columns', parts });
const tabs = (...nodes: LayoutNode[]): LayoutNode => ({ tabs: nodes });

const tables = rows(part(27, 'positions'), part(29, 'orders'), part(44, 'balances'));

/** All workspaces, in key order. */
export const workspaces: readonly Workspace[] = [
  {
    id: 'desk',
    title: 'Desk',
    about: 'positions, trigger orders, balances, tape, chart',
    keys: ['F1', 'M-1'],
    layouts: {
      compact: tabs(
        rows(part(34, 'positions'), part(34, 'orders'), part(32, columns(part(19, 'balances'), part(21, 'tape')))),
        'chart',
        'book',
      ),
      medium: columns(part(65, tables), part(35, rows(part(53, 'tape'), part(47, tabs('chart', 'book'))))),
      large: columns(part(42, tables), part(34, rows(part(54, 'chart'), part(46, 'book'))), part(24, 'tape')),
    },
  },
  {
    id: 'perps',
    title: 'Perps',
    about: 'markets, book, price ladder, chart, positions, open orders, trades, funding',
    keys: ['F2', 'M-2'],
    layouts: {
      compact: rows(
        part(42, 'positions'),
        part(58, tabs('markets', 'perpOrders', 'chart', 'book', 'ladder', 'fills', 'funding')),
      ),
      medium: columns(
        part(
          66,
          rows(
            part(25, 'positions'),
            part(43, tabs('markets', 'ladder')),
            part(32, tabs('perpOrders', 'fills', 'funding')),
          ),
        ),
        part(34, rows(part(55, 'chart'), part(45, 'book'))),
      ),
      large: columns(
        part(48, rows(part(20, 'positions'), part(34, 'markets'), part(23, 'perpOrders'), part(23, 'fills'))),
        part(30, rows(part(46, 'chart'), part(32, 'book'), part(22, 'funding'))),
        part(22, 'ladder'),
      ),
    },
  },
  {
    id: 'portfolio',
    title: 'Portfolio',
    about: 'value and profit over time, holdings, balances, trades',
    keys: ['F3', 'M-3'],
    layouts: {
      compact: rows(part(42, 'portfolio'), part(58, tabs('holdings', 'balances', 'trades'))),
      medium: rows(
        part(38, columns(part(60, 'portfolio'), part(40, 'balances'))),
        part(30, 'holdings'),
        part(32, 'trades'),
      ),
      large: columns(
        part(60, rows(part(56, 'portfolio'), part(44, 'holdings'))),
        part(40, rows(part(34, 'balances'), part(66, 'trades'))),
      ),
    },
  },
  {
    id: 'signals',
    title: 'Signals',
    about: 'calls, copied trades, new tokens, callers, with tape and chart',
    keys: ['F4', 'M-4'],
    layouts: {
      compact: tabs('signals', 'context', 'callers', 'sources', 'tape', 'chart'),
      medium: columns(
        part(64, rows(part(76, tabs('signals', 'callers')), part(24, 'sources'))),
        part(36, rows(part(58, 'context'), part(42, tabs('chart', 'tape')))),
      ),
      large: columns(
        part(62, rows(part(58, 'signals'), part(27, 'callers'), part(15, 'sources'))),
        part(38, rows(part(46, 'context'), part(32, 'chart'), part(22, 'tape'))),
      ),
    },
  },
  {
    id: 'account',
    title: 'Account',
    about: 'wallets, groups, settings, the key and its use, suggestions, agents',
    keys: ['F5', 'M-5'],
    layouts: {
      compact: tabs('account', 'key', 'balances'),
      medium: columns(part(58, rows(part(54, 'account'), part(46, 'balances'))), part(42, 'key')),
      large: columns(part(62, rows(part(60, 'account'), part(40, 'balances'))), part(38, 'key')),
    },
  },
  {
    id: 'activity',
    title: 'Activity',
    about: 'orders and tasks, plans, notices, streams',
    keys: ['F6', 'M-6'],
    layouts: {
      compact: tabs('activity', 'notices', 'plans', 'streams'),
      medium: rows(part(34, 'activity'), part(22, tabs('notices', 'plans')), part(44, 'streams')),
      large: rows(part(36, 'activity'), part(20, 'plans'), part(44, columns(part(45, 'notices'), part(55, 'streams')))),
    },
  },
];

export function workspaceOf(id: WorkspaceId): Workspace {
  const found = workspaces.find((workspace) => workspace.id === id);
  if (!found) throw new Error(`no workspace ${id}`);
  return found;
}

/** Layout of a workspace for a size. Panes of this workspace missing from the table become tabs of the last pane. */
export function layoutOf(id: WorkspaceId, size: SizeClass): LayoutNode {
  const layout = workspaceOf(id).layouts[size];
  const placed = panesOf(layout);
  const others = paneIds.filter((pane) => panes[pane].home === id && !placed.includes(pane));
  return others.length === 0 ? layout : withTabsInLast(layout, others);
}

function withTabsInLast(node: LayoutNode, others: readonly PaneId[]): LayoutNode {
  if (typeof node === 'string') return { tabs: [node, ...others] };
  if ('tabs' in node) return { tabs: [...node.tabs, ...others] };
  const last = node.parts.length - 1;
  const parts = node.parts.map((each, index) =>
    index === last ? { ...each, node: withTabsInLast(each.node, others) } : each,
  );
  return { ...node, parts };
}

/** Panes in Tab order. */
export const panesIn = (id: WorkspaceId): PaneId[] => panesOf(layoutOf(id, 'medium'));
