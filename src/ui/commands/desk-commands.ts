import { startPrompt } from '../command-line/prompt/prompt-state.ts';
import { openFind } from '../find/open-find.ts';
import { leaveDesk } from '../leaving/leave-desk.ts';
import { beginTour } from '../tour/tour-keys.ts';
import { commandTable } from './command-table.ts';
import { canRetry, needsDrop } from './needs.ts';

/** Commands of the desk as a whole. */
export const deskCommands = commandTable({
  'desk.refresh': {
    title: 'refresh',
    description: 'Refresh all data now',
    scope: 'desk',
    hint: 30,
    keys: ['r'],
    run: (desk) => {
      desk.data.refresh();
      desk.signals.refresh();
    },
  },
  'stream.retry': {
    title: 'retry',
    description: 'Connect now, or request refused channels again',
    scope: 'desk',
    whyDisabled: needsDrop,
    isUrgent: canRetry,
    keys: ['R'],
    run: (desk) => desk.retryStream(),
  },
  'desk.command': {
    title: 'command',
    description: 'Type a command, such as close BTC 50%; {prompt.complete} completes it',
    scope: 'desk',
    hint: 23,
    keys: [':'],
    run: (desk) => desk.ui.setState({ overlay: { kind: 'command', prompt: startPrompt() } }),
  },
  'desk.palette': {
    title: 'palette',
    description: 'Search all commands, see their keys and run one',
    scope: 'desk',
    hint: 25,
    keys: ['C-p'],
    run: (desk) => desk.ui.setState({ overlay: { kind: 'palette', query: '', selected: 0 } }),
  },
  'token.find': {
    title: 'find',
    description: 'Find a token by symbol, name or address, to buy, order or add to the tape',
    scope: 'desk',
    hint: 10,
    keys: ['C-f'],
    run: (desk) => openFind(desk),
  },
  'desk.tour': {
    title: 'tour',
    description: 'Take the tour of the desk, in five steps',
    scope: 'desk',
    keys: ['F9'],
    run: beginTour,
  },
  'desk.help': {
    title: 'help',
    description: 'Show all keys',
    scope: 'desk',
    hint: 40,
    keys: ['?'],
    run: (desk) => desk.ui.setState({ overlay: { kind: 'help', scroll: 0 } }),
  },
  'desk.quit': {
    title: 'quit',
    description: 'Quit the desk; orders at the service stay open',
    scope: 'desk',
    hint: 41,
    keys: ['q'],
    run: leaveDesk,
  },
  'desk.stop': {
    title: 'quit at once',
    description: 'Quit the desk without a question; plans go on at the next start',
    scope: 'desk',
    keys: ['C-c'],
    run: (desk) => desk.quit(),
  },
});
