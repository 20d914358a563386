/** All panes, those with a number key first. `panes.ts` must define each of them. */
export const paneIds = [
  'positions',
  'orders',
  'balances',
  'tape',
  'streams',
  'activity',
  'chart',
  'perpOrders',
  'portfolio',
  'signals',
  'account',
  'book',
  'ladder',
  'markets',
  'fills',
  'funding',
  'holdings',
  'trades',
  'sources',
  'context',
  'key',
  'notices',
  'callers',
  'plans',
] as const;

export type PaneId = (typeof paneIds)[number];
