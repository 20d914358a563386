import { marketOptions, onPaper } from '../desk/desk-syntax.ts';
import { formatOption } from '../output/format-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

const { seed, speed, market, chaos, latency } = marketOptions;
const { profile } = targetOptions;
const ofKeeper = { ...profile, summary: 'the keeper of this profile' } as const;

export const keepSyntax = {
  name: 'keep',
  summary: 'Work the plans of an account without a screen; the desk takes the account over when it opens',
  options: { ...targetOptions, ...onPaper({ seed, speed, market, chaos, latency }) },
  exclusive: [targetGroup],
  notes: [
    'It runs until Ctrl-C, `swapdeck keep stop`, or until a desk takes the account over. While a desk holds the account, it waits. One runs for each account.',
  ],
  examples: [['swapdeck keep --profile main', 'work the plans of this profile']],
} as const satisfies CommandSyntax;

export const keepStatusSyntax = {
  name: 'keep status',
  summary: 'List the keepers that run on this machine',
  options: { profile: ofKeeper, format: formatOption('a table') },
  exitCodes: [[1, 'no keeper runs, or one has not said for 30 seconds that it does']],
} as const satisfies CommandSyntax;

export const keepStopSyntax = {
  name: 'keep stop',
  summary: 'End the keeper once nothing is in flight; its plans stand until the desk or a keeper runs again',
  options: { profile: ofKeeper },
} as const satisfies CommandSyntax;
