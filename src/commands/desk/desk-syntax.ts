import { marketKindNames, scenarioNames } from '../../paper/names.ts';
import type { CommandSyntax, Options } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

/** The market of a paper service. */
export const marketOptions = {
  seed: { value: 'N', summary: 'seed of the market; the same seed repeats it' },
  speed: { value: 'X', summary: 'run the market X times as fast' },
  market: {
    value: 'KIND',
    choices: marketKindNames,
    summary: 'how wild the market is; real by default',
  },
  scenario: { value: 'NAME', choices: scenarioNames, summary: 'play a scenario from the start' },
  chaos: { value: 'LEVEL', summary: 'let calls and streams fail on purpose, from 0 (never) to 3' },
  latency: { value: 'MS|real', summary: 'answer later, half of the answers by more than MS; real is 120' },
  ephemeral: { summary: 'save nothing' },
} as const;

/** The same options where they hold only on paper. */
export const onPaper = <Given extends Options>(options: Given): Given =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, summary: `paper: ${option.summary}` }]),
  ) as Given;

export const deskSyntax = {
  name: 'desk',
  summary: 'Open the desk (default). Without a login it opens on the embedded paper service',
  options: {
    ...targetOptions,
    ...onPaper(marketOptions),
    tour: { summary: 'show the tour, as at the first start on paper' },
    'no-mouse': { summary: 'leave the mouse to the terminal, to select text' },
    'screen-reader': { summary: 'plain lines instead of a screen, for screen readers and braille displays' },
  },
  exclusive: [targetGroup],
  notes: ['If stdout is not a terminal, the desk prints one snapshot as plain text and exits.'],
  examples: [
    ['swapdeck --paper --seed 7 --scenario flash-crash', 'practise on a crash'],
    ['swapdeck | less', 'read a snapshot'],
  ],
} as const satisfies CommandSyntax;
