import { cancelAndLeave, leaveToKeeper, pauseAndLeave } from '../leaving/leave-desk.ts';
import { closeOverlay, openOverlay } from '../overlays/open-overlay.ts';
import { commandTable } from './command-table.ts';

/** What becomes of the plans when the desk closes. */
export const leavingCommands = commandTable({
  'leaving.keep': {
    title: 'keep',
    description: 'Leave the plans to the keeper, and quit once it holds the account',
    scope: 'leaving',
    hint: 1,
    keys: ['k'],
    whyDisabled: (desk) => desk.keeper.whyNot,
    run: (desk) => void leaveToKeeper(desk),
  },
  'leaving.pause': {
    title: 'pause',
    description: 'Pause the plans and quit; they are resumed by you',
    scope: 'leaving',
    hint: 2,
    keys: ['p'],
    run: pauseAndLeave,
  },
  'leaving.cancel': {
    title: 'cancel',
    description: 'Cancel the plans and their resting orders, then quit',
    scope: 'leaving',
    hint: 3,
    keys: ['c'],
    run: cancelAndLeave,
  },
  'leaving.close': {
    title: 'stay',
    description: 'Stay on the desk; the plans go on',
    scope: 'leaving',
    hint: 4,
    keys: ['Esc', 'q'],
    run: (desk) => {
      // The account is on its way: where it ends is known in a moment.
      if (openOverlay(desk, 'leaving')?.doing !== 'keep') closeOverlay(desk);
    },
  },
  'leaving.quit': {
    title: 'quit at once',
    description: 'Quit without an answer; the plans go on at the next start',
    scope: 'leaving',
    keys: ['C-c'],
    run: (desk) => desk.quit(),
  },
});
