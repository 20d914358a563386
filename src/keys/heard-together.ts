import type { Scope } from './command.ts';

const panes: readonly Scope[] = [
  'positions',
  'orders',
  'balances',
  'tape',
  'streams',
  'activity',
  'account',
  'chart',
  'portfolio',
  'perpOrders',
  'signals',
];

/** Scopes whose keys are heard at the same moment: within one of these lists a key has one meaning. */
export const heardTogether: readonly (readonly Scope[])[] = [
  ...panes.map((pane): readonly Scope[] => [pane, 'desk', 'always']),
  ['question', 'always'],
  ['messages', 'always'],
  ['quick', 'always'],
  ['form'],
  ['confirm', 'always'],
  ['word'],
  ['bulk', 'always'],
  ['prompt'],
  ['palette'],
  ['arrange', 'always'],
  ['columns', 'always'],
  ['pick', 'always'],
  ['overlay', 'always'],
];
