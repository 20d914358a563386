import type { Command } from '../command.ts';

/** In the short lists, the help and the details. */
export const listsCommands: readonly Command[] = [
  { id: 'columns.up', title: 'up', description: 'The column above', scope: 'columns' },
  { id: 'columns.down', title: 'down', description: 'The column below', scope: 'columns', hint: 4 },
  {
    id: 'columns.toggle',
    title: 'show or hide',
    description: 'Show the column, or hide it; one always stays',
    scope: 'columns',
    hint: 1,
  },
  {
    id: 'columns.left',
    title: 'left',
    description: 'Move the column to the left',
    scope: 'columns',
    hint: 2,
  },
  {
    id: 'columns.right',
    title: 'right',
    description: 'Move the column to the right',
    scope: 'columns',
    hint: 3,
  },
  { id: 'columns.reset', title: 'as it was', description: 'All columns as they come', scope: 'columns', hint: 5 },
  {
    id: 'columns.close',
    title: 'close',
    description: 'Keep the choice and go back',
    scope: 'columns',
    hint: 6,
  },
  { id: 'pick.up', title: 'up', description: 'The line above', scope: 'pick' },
  { id: 'pick.down', title: 'down', description: 'The line below', scope: 'pick', hint: 2 },
  {
    id: 'pick.take',
    title: 'take it',
    description: 'Copy the selected value, or write the file',
    scope: 'pick',
    hint: 1,
  },
  {
    id: 'pick.close',
    title: 'leave',
    description: 'Leave; nothing is copied or written',
    scope: 'pick',
    hint: 3,
  },
  { id: 'overlay.up', title: 'up', description: 'Scroll up', scope: 'overlay' },
  { id: 'overlay.down', title: 'down', description: 'Scroll down', scope: 'overlay', hint: 1 },
  { id: 'overlay.close', title: 'close', description: 'Back to the desk', scope: 'overlay', hint: 2 },
];
