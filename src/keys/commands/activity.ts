import type { Command } from '../command.ts';

/** On what was sent, and at its questions. */
export const activityCommands: readonly Command[] = [
  {
    id: 'activity.done',
    title: 'done',
    description: 'Say that the selected unknown order was done; it asks once more',
    scope: 'activity',
    whyDisabled: ({ whyNoDoubt }) => whyNoDoubt,
  },
  {
    id: 'activity.notDone',
    title: 'not done',
    description: 'Say that it was not done; it asks once more',
    scope: 'activity',
    whyDisabled: ({ whyNoDoubt }) => whyNoDoubt,
  },
  {
    id: 'activity.look',
    title: 'look again',
    description: 'Look at the account again, now, for what became of it',
    scope: 'activity',
    whyDisabled: ({ whyNoDoubt }) => whyNoDoubt,
  },
  { id: 'question.yes', title: 'yes', description: 'Write the decision down', scope: 'question', hint: 1 },
  { id: 'question.no', title: 'no', description: 'Leave it open', scope: 'question', hint: 2 },
];
