import { type LayoutNode, type PaneId, type Part, panesOf, type SizeClass } from './layout.ts';

export type WorkspaceId = 'desk' | 'perps' | 'portfolio' | 'signals' | 'account' | 'activity';

export interface Workspace {
  readonly id: WorkspaceId;
  readonly title: string;
  /** Every size shows the same panes: where there is less room, behind each other. */
  readonly layouts: Readonly<Record<SizeClass, LayoutNode>>;
}

const part = (share: number, node: LayoutNode): Part => ({ share, node });
const rows = (...parts: Part[]): LayoutNode => ({ split: 'rows', parts });
const columns = (...parts: Part[]): LayoutNode => ({ split: 'columns', parts });
const tabs = (...nodes: LayoutNode[]): LayoutNode => ({ tabs: nodes });

const tables = rows(part(27, 'positions'), part(29, 'orders'), part(44, 'balances'));

/** THE table of workspaces, by their keys. */
export const workspaces: readonly Workspace[] = [
  {
    id: 'desk',
    title: 'Desk',
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
    layouts: {
      compact: rows(
        part(42, 'positions'),
        part(58, tabs('markets', 'perpOrders', 'chart', 'book', 'fills', 'funding')),
      ),
      medium: columns(
        part(66, rows(part(25, 'positions'), part(43, 'markets'), part(32, tabs('perpOrders', 'fills', 'funding')))),
        part(34, rows(part(55, 'chart'), part(45, 'book'))),
      ),
      large: columns(
        part(56, rows(part(20, 'positions'), part(34, 'markets'), part(23, 'perpOrders'), part(23, 'fills'))),
        part(44, rows(part(56, 'chart'), part(44, columns(part(50, 'book'), part(50, 'funding'))))),
      ),
    },
  },
  {
    id: 'portfolio',
    title: 'Portfolio',
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
    layouts: {
      compact: tabs('signals', 'context', 'sources', 'tape', 'chart'),
      medium: columns(
        part(64, rows(part(76, 'signals'), part(24, 'sources'))),
        part(36, rows(part(58, 'context'), part(42, tabs('chart', 'tape')))),
      ),
      large: columns(
        part(62, rows(part(80, 'signals'), part(20, 'sources'))),
        part(38, rows(part(46, 'context'), part(32, 'chart'), part(22, 'tape'))),
      ),
    },
  },
  {
    id: 'account',
    title: 'Account',
    layouts: {
      compact: tabs('account', 'key', 'balances'),
      medium: columns(part(58, rows(part(54, 'account'), part(46, 'balances'))), part(42, 'key')),
      large: columns(part(62, rows(part(60, 'account'), part(40, 'balances'))), part(38, 'key')),
    },
  },
  {
    id: 'activity',
    title: 'Activity',
    layouts: {
      compact: tabs('activity', 'notices', 'streams'),
      medium: rows(part(34, 'activity'), part(22, 'notices'), part(44, 'streams')),
      large: rows(part(44, 'activity'), part(56, columns(part(45, 'notices'), part(55, 'streams')))),
    },
  },
];

export const workspaceOf = (id: WorkspaceId): Workspace => {
  const found = workspaces.find((workspace) => workspace.id === id);
  if (!found) throw new Error(`no workspace ${id}`);
  return found;
};

/** In the order of the Tab key. */
export const panesIn = (id: WorkspaceId): PaneId[] => panesOf(workspaceOf(id).layouts.medium);

/** Where a pane is at home: the first workspace that has it. */
export const homeOf = (pane: PaneId): WorkspaceId =>
  workspaces.find(({ id }) => panesIn(id).includes(pane))?.id ?? 'desk';
