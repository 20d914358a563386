import { formatOption } from '../output/format-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetOptions } from '../target-syntax.ts';

export const outcomeNames = ['accepted', 'rejected', 'unknown', 'not-sent', 'open'] as const;

export const filterOptions = {
  since: { value: 'TIME', summary: 'sent at or after this time: 24h, 7d, 2026-01-31 or 2026-01-31T14:30Z' },
  until: { value: 'TIME', summary: 'sent before this time' },
  outcome: { value: 'OUTCOME', choices: outcomeNames, summary: 'how it ended; open: still in flight, or not settled' },
  profile: { ...targetOptions.profile, summary: 'sent with this profile' },
  mode: { value: 'MODE', choices: ['paper', 'live'], summary: 'sent to paper, or to a live service' },
  operation: { value: 'ID', summary: 'an operation, or a family such as perp', complete: 'operation' },
  text: { value: 'WORDS', summary: 'contains these words' },
} as const;

export const journalSyntax = {
  name: 'journal',
  summary: 'List what was sent from this machine and how it ended; also as CSV, JSON or raw lines',
  options: {
    ...filterOptions,
    format: {
      ...formatOption('table', ['csv', 'lines']),
      summary: 'print a table, JSON, one JSON record a line, CSV, or the lines of the journal as they are',
    },
    lines: { summary: 'the same as -o lines' },
    csv: { summary: 'the same as -o csv' },
    json: { summary: 'the same as -o json' },
  },
  exclusive: [['format', 'lines', 'csv', 'json']],
} as const satisfies CommandSyntax;
