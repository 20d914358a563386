import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

export const checkSyntax = {
  name: 'check',
  summary: 'Read everything of a service, follow its streams, and report what differs from what the desk expects',
  options: {
    ...targetOptions,
    seconds: { value: 'N', summary: 'follow the streams for so long; 60 by default' },
    json: { summary: 'print the report as JSON' },
    save: {
      value: 'FILE',
      summary: 'save the answers, with made-up addresses, ids, names and amounts',
      complete: 'file',
    },
  },
  exclusive: [targetGroup],
  notes: ['It sends nothing that changes anything. The exit code is 0 only without surprises.'],
} as const satisfies CommandSyntax;
