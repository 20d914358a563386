import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

export const bugreportSyntax = {
  name: 'bugreport',
  summary: 'Show a report for the developers, without keys and addresses, and write it to a file if you agree',
  options: {
    output: { value: 'FILE', summary: 'write it to this file', complete: 'file' },
    yes: { summary: 'write it without asking; an existing file is kept' },
    ...targetOptions,
  },
  exclusive: [targetGroup],
  notes: ['Versions, the results of doctor, the configuration and the end of the log. It is sent nowhere.'],
} as const satisfies CommandSyntax;
