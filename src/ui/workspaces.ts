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

const tables = rows(part(36, 'positions'), part(30, 'orders'), part(34, 'balances'));

/** THE table of workspaces, by their keys. */
export const workspaces: readonly Workspace[] = [
  {
    id: 'desk',
    title: 'Desk',
    layouts: {
      compact: tabs(
        rows(part(34, 'positions'), part(34, 'orders'), part(32, columns(part(19, 'balances'), part(21, 'tape')))),
        'chart',
      ),
      medium: columns(part(65, tables), part(35, rows(part(53, 'tape'), part(47, 'chart')))),
      large: columns(part(42, tables), part(34, 'chart'), part(24, 'tape')),
    },
  },
  {
    id: 'perps',
    title: 'Perps',
    layouts: {
      compact: rows(part(45, 'positions'), part(55, tabs('perpOrders', 'chart'))),
      medium: columns(part(60, rows(part(45, 'positions'), part(55, 'perpOrders'))), part(40, 'chart')),
      large: columns(part(50, rows(part(45, 'positions'), part(55, 'perpOrders'))), part(50, 'chart')),
    },
  },
  {
    id: 'portfolio',
    title: 'Portfolio',
    layouts: {
      compact: tabs('portfolio', 'balances'),
      medium: rows(part(75, 'portfolio'), part(25, 'balances')),
      large: columns(part(65, 'portfolio'), part(35, 'balances')),
    },
  },
  {
    id: 'signals',
    title: 'Signals',
    layouts: {
      compact: tabs('signals', 'tape', 'chart'),
      medium: columns(part(65, 'signals'), part(35, rows(part(50, 'tape'), part(50, 'chart')))),
      large: columns(part(60, 'signals'), part(40, rows(part(50, 'tape'), part(50, 'chart')))),
    },
  },
  {
    id: 'account',
    title: 'Account',
    layouts: {
      compact: tabs('account', 'balances'),
      medium: rows(part(70, 'account'), part(30, 'balances')),
      large: columns(part(65, 'account'), part(35, 'balances')),
    },
  },
  {
    id: 'activity',
    title: 'Activity',
    layouts: {
      compact: tabs('activity', 'streams'),
      medium: rows(part(55, 'activity'), part(45, 'streams')),
      large: columns(part(60, 'activity'), part(40, 'streams')),
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
