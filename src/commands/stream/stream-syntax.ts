import { formatOption } from '../output/format-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

export const streamSyntax = {
  name: 'stream',
  summary: 'Follow a stream, one JSON line an event, until Ctrl-C or the end of --for; without NAME, list them',
  words: [
    { name: 'NAME', summary: 'the stream, such as svm.token.swaps', isOptional: true, complete: 'stream' },
    { name: 'filter=value', summary: 'its filters', isOptional: true, isRepeatable: true, complete: 'filter' },
  ],
  options: {
    for: { value: 'TIME', summary: 'stop after this time: 60s, 5m or 2h' },
    format: formatOption('the list is a table'),
    ...targetOptions,
  },
  exclusive: [targetGroup],
  notes: [
    'An event is {"time","stream","channel","data"}; states of the connection go to stderr. It ends with 0 after --for, at Ctrl-C and with the reader of a pipe.',
  ],
  examples: [
    ['swapdeck stream portfolio.notifications --for 5m', 'what happens to the account in the next five minutes'],
  ],
} as const satisfies CommandSyntax;
