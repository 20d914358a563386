import { type CommandSyntax, exitCodes, optionText, usageOf } from './command-syntax.ts';
import { environment, files } from './facts.ts';
import { withChoices } from './help-text.ts';

/** docs/command-line.md, from the syntax of all commands. */
export function commandLineDoc(commands: readonly CommandSyntax[]): string {
  return [
    '# Command line',
    '',
    'Written by `npm run docs` from the syntax of each command (`src/commands`), as are `--help`, completion and the man page. In a',
    'clone, `npm start -- ` stands for `swapdeck`. For the commands of the desk itself, see [commands.md](commands.md).',
    '',
    ...table(
      ['command', 'what it does'],
      commands.map(({ name, summary }) => [link(name), summary]),
    ),
    '',
    'Completion of commands, options, operations, profiles and coins: `swapdeck completion --help`.',
    '',
    '## Exit codes',
    '',
    ...table(
      ['code', 'meaning'],
      exitCodes.map(([code, meaning]) => [String(code), meaning]),
    ),
    ...commands.flatMap(section),
    '',
    '## Environment',
    '',
    ...table(
      ['variable', 'what it does'],
      environment.map(([name, text]) => [code(name), text]),
    ),
    '',
    '## Files',
    '',
    ...table(
      ['file', 'contents'],
      files.map(([name, text]) => [code(name), text]),
    ),
    '',
  ].join('\n');
}

function section(syntax: CommandSyntax): string[] {
  const { name, summary, words = [], options, notes = [], examples = [], exitCodes: own = [] } = syntax;
  const rows = [
    ...words.map((word) => [code(word.name), withChoices(word)] as const),
    ...Object.entries(options).map(([option, one]) => [code(optionText(option, one)), withChoices(one)] as const),
    ...own.map(([exit, meaning]) => [`exit code ${exit}`, meaning] as const),
  ];
  return [
    '',
    `## ${name}`,
    '',
    '```',
    usageOf(syntax),
    '```',
    '',
    `${summary}.`,
    ...notes.flatMap((note) => ['', note]),
    ...(rows.length > 0 ? ['', ...table(['', ''], rows)] : []),
    ...examples.flatMap(([line, effect]) => ['', `\`${line}\`: ${effect}.`]),
  ];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${' --- |'.repeat(head.length)}`,
  ...rows.map((row) => `| ${row.join(' | ')} |`),
];

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const link = (name: string): string => `[\`${name}\`](#${name.replaceAll(' ', '-')})`;
