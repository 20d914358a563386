import { formatOption } from '../output/format-syntax.ts';
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
    'dry-run': { summary: 'show the request and what the risk check says; send nothing that changes anything' },
    format: formatOption('an answer is json, the list a table'),
    ...liveTargetOptions,
  },
  exclusive: [
    ['yes', 'dry-run'],
    ['profile', 'base-url'],
  ],
  notes: [
    'A call that changes something is sent only with --yes, once, and is journalled.',
    'With --dry-run, code 0 means that the risk check passed, or that the operation changes nothing; 1 that it refused, or that something could not be checked.',
  ],
  examples: [
    ['swapdeck call perp.markets', 'every perp market, as JSON'],
    ['swapdeck call trigger.list -o table', 'the trigger orders as aligned columns'],
  ],
} as const satisfies CommandSyntax;
