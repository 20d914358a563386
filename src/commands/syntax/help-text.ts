import { version } from '../../platform/process/version.ts';
import { type CommandSyntax, exitCodes, type OptionSyntax, optionText, usageOf } from './command-syntax.ts';
import { environment, files } from './facts.ts';

const width = 100;

/** The text of `--help` for one command. */
export function commandHelp(syntax: CommandSyntax): string {
  const { words = [], options, notes = [], examples = [] } = syntax;
  const own = syntax.exitCodes ?? [];
  return [
    ...wrapped(usageOf(syntax).replace(/\[[^\]]*\]/g, unbroken), '', '    ').map(broken),
    '',
    ...wrapped(`${syntax.summary}.`),
    ...notes.flatMap((note) => ['', ...wrapped(note)]),
    ...section(
      'Words',
      words.map((word) => [word.name, withChoices(word)]),
    ),
    ...section('Options', optionRows(options)),
    ...section('Examples', examples),
    ...section('Exit codes', own.length > 0 ? [...exitCodes, ...own].map(([code, text]) => [String(code), text]) : []),
    '',
  ].join('\n');
}

/** The text of `--help` without a command. */
export function overview(commands: readonly CommandSyntax[]): string {
  const [desk] = commands;
  return [
    `swapdeck ${version}: a trading desk for the terminal`,
    '',
    'Usage: swapdeck [COMMAND] [OPTIONS]',
    ...section(
      'Commands',
      commands.map(({ name, summary }) => [name, summary]),
    ),
    ...section('Options of the desk', optionRows(desk?.options ?? {})),
    ...section('Options of every command', [
      ['-h, --help', 'show the help of the command'],
      ['-V, --version', 'show the version'],
    ]),
    ...section(
      'Exit codes',
      exitCodes.map(([code, meaning]) => [String(code), meaning]),
    ),
    ...section('Files', files),
    ...section('Environment', environment),
    '',
  ].join('\n');
}

const optionRows = (options: CommandSyntax['options']): (readonly [string, string])[] =>
  Object.entries(options).map(([name, option]) => [optionText(name, option), withChoices(option)]);

/** Few choices stand in the placeholder already. */
export const withChoices = ({ summary, choices = [] }: Pick<OptionSyntax, 'summary' | 'choices'>): string =>
  choices.length > 3 ? `${summary}: ${choices.join(', ')}` : summary;

function section(title: string, rows: readonly (readonly [term: string, text: string])[]): string[] {
  if (rows.length === 0) return [];
  const terms = Math.max(...rows.map(([term]) => term.length));
  const column = Math.min(terms, 34) + 4;
  return [
    '',
    title,
    ...rows.flatMap(([term, text]) => {
      const indent = ' '.repeat(column);
      // A long term has a line of its own.
      if (term.length > column - 4) return [`  ${term}`, ...wrapped(text, indent, indent)];
      return wrapped(text, `  ${term}`.padEnd(column), indent);
    }),
  ];
}

/** An option and its value stay on one line. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');
const broken = (text: string): string => text.replaceAll('\u00a0', ' ');

function wrapped(text: string, first = '', indent = ''): string[] {
  const lines: string[] = [];
  let line = first;
  let isEmpty = true;
  for (const word of text.split(' ')) {
    if (!isEmpty && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
      isEmpty = true;
    }
    line += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, line];
}
