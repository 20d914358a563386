import type { Command } from '../command.ts';

/** On the tape. */
export const tapeCommands: readonly Command[] = [
  { id: 'tape.pause', title: 'pause', description: 'Hold the tape still, or let it go on', scope: 'tape', hint: 1 },
  {
    id: 'tape.size',
    title: 'size',
    description: 'Smallest swap shown: all, 100, 1K, 10K, 100K USD',
    scope: 'tape',
    hint: 2,
  },
  { id: 'tape.token', title: 'token', description: 'Next token on the tape, then all of them', scope: 'tape', hint: 3 },
  {
    id: 'tape.watch',
    title: 'watch',
    description: 'Put a token on the tape, found by symbol or address; it stays at the next start',
    scope: 'tape',
    hint: 4,
  },
  {
    id: 'tape.drop',
    title: 'drop',
    description: 'Take the token shown off the tape',
    scope: 'tape',
    hint: 5,
  },
];
