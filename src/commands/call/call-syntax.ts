import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { liveTargetOptions } from '../target-syntax.ts';

export const callSyntax = {
  name: 'call',
  summary: 'Call one operation of the service and print the response; without OPERATION, list them',
  words: [
    { name: 'OPERATION', summary: 'what to call, such as perp.positions', isOptional: true, complete: 'operation' },
    {
      name: 'name=value',
      summary: 'the fields of the request',
      isOptional: true,
      isRepeatable: true,
      complete: 'field',
    },
  ],
  options: {
    json: { value: 'JSON', summary: 'the fields of the request as one object' },
    yes: { summary: 'send a call that changes something' },
    ...liveTargetOptions,
  },
  exclusive: [['profile', 'base-url']],
  notes: ['A call that changes something is sent only with --yes, once, and is journalled.'],
  examples: [['swapdeck call perp.markets', 'every perp market, as JSON']],
} as const satisfies CommandSyntax;
