import type { Command } from '../command.ts';

/** At the command line and in the palette. */
export const searchCommands: readonly Command[] = [
  {
    id: 'prompt.run',
    title: 'run',
    description: 'Run what is typed; what can send something opens its form first',
    scope: 'prompt',
    hint: 1,
  },
  {
    id: 'prompt.complete',
    title: 'complete',
    description: 'Complete the word; again, the next candidate',
    scope: 'prompt',
    hint: 2,
  },
  { id: 'prompt.completeBack', title: 'back', description: 'The candidate before', scope: 'prompt' },
  { id: 'prompt.older', title: 'history', description: 'The command typed before', scope: 'prompt', hint: 3 },
  { id: 'prompt.newer', title: 'newer', description: 'The command typed after it', scope: 'prompt' },
  { id: 'prompt.leave', title: 'leave', description: 'Leave the prompt; nothing is run', scope: 'prompt', hint: 4 },
  {
    id: 'palette.run',
    title: 'run',
    description: 'Run the selected command, as its key would',
    scope: 'palette',
    hint: 1,
  },
  { id: 'palette.up', title: 'up', description: 'The command above', scope: 'palette' },
  { id: 'palette.down', title: 'down', description: 'The command below', scope: 'palette', hint: 2 },
  { id: 'palette.pageUp', title: 'page up', description: 'Ten commands up', scope: 'palette' },
  { id: 'palette.pageDown', title: 'page down', description: 'Ten commands down', scope: 'palette' },
  { id: 'palette.leave', title: 'leave', description: 'Leave the palette; nothing is run', scope: 'palette', hint: 3 },
];
