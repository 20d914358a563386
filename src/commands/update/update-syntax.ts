import type { CommandSyntax } from '../syntax/command-syntax.ts';

export const updateSyntax = {
  name: 'update',
  summary: 'Ask the npm registry whether there is a newer version; nothing else ever asks',
  options: { check: { summary: 'ask, and print one line' } },
  notes: ['It sends the name of the package and nothing else. npm_config_registry names another registry.'],
  exitCodes: [[3, 'there is a newer version']],
} as const satisfies CommandSyntax;
