import { marketOptions, onPaper } from '../desk/desk-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

const file = { name: 'FILE', summary: 'the recording', complete: 'file' } as const;
const { seed, speed, ephemeral } = marketOptions;

export const recordSyntax = {
  name: 'record',
  summary: 'Record every stream message to a file, until Ctrl-C or the end of --for',
  words: [file],
  options: {
    for: { value: 'TIME', summary: 'stop after this time: 60s, 5m or 2h' },
    stream: {
      value: 'ID[:name=value,…]',
      summary: 'record this stream instead of those of the desk; may be repeated',
      isRepeatable: true,
      complete: 'stream',
    },
    force: { summary: 'overwrite FILE' },
    ...targetOptions,
    ...onPaper({ seed, speed, ephemeral }),
  },
  exclusive: [targetGroup],
} as const satisfies CommandSyntax;

export const replaySyntax = {
  name: 'replay',
  summary: 'Replay a recording on the desk; with --print or without a terminal, print it line by line',
  words: [file],
  options: {
    speed: { value: 'X|max', summary: 'replay X times as fast' },
    print: { summary: 'print the events instead of opening the desk' },
  },
} as const satisfies CommandSyntax;
