import type { Command } from '../command.ts';

/** In the signals. */
export const signalsCommands: readonly Command[] = [
  {
    id: 'signals.kind',
    title: 'kind',
    description: 'Only calls, trades, creations, graduations; then all again',
    scope: 'signals',
    hint: 1,
  },
  {
    id: 'signals.pause',
    title: 'pause',
    description: 'Hold the signals still, or let them go on',
    scope: 'signals',
    hint: 2,
  },
  {
    id: 'signals.keep',
    title: 'stay on',
    description: 'Keep listening while the signals are not on screen, or only while they are',
    scope: 'signals',
    hint: 3,
  },
];
