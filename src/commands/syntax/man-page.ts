import { type CommandSyntax, exitCodes, optionText, usageOf } from './command-syntax.ts';
import { environment, files } from './facts.ts';
import { withChoices } from './help-text.ts';

/** The man page in roff; `version` as in package.json. */
export function manPage(commands: readonly CommandSyntax[], version: string): string {
  return [
    `.TH SWAPDECK 1 "" "swapdeck ${version}" "User Commands"`,
    '.SH NAME',
    'swapdeck \\- a trading desk for the terminal',
    '.SH SYNOPSIS',
    '.B swapdeck',
    '[COMMAND] [OPTIONS]',
    '.SH DESCRIPTION',
    toRoff(
      'A full-screen trading desk for a multi-chain trading service, with an embedded paper service. Without a command it opens the desk; ? lists its keys.',
    ),
    '.SH COMMANDS',
    ...commands.flatMap(commandSection),
    '.SH EXIT STATUS',
    ...rows(exitCodes.map(([code, meaning]) => [String(code), meaning])),
    '.SH ENVIRONMENT',
    ...rows(environment),
    '.SH FILES',
    ...rows(files),
    '',
  ].join('\n');
}

function commandSection(syntax: CommandSyntax): string[] {
  const { words = [], options, notes = [], examples = [], exitCodes: own = [] } = syntax;
  return [
    `.SS ${toRoff(usageOf(syntax))}`,
    toRoff(`${syntax.summary}.`),
    ...notes.flatMap((note) => ['.PP', toRoff(note)]),
    ...rows(words.map((word) => [word.name, withChoices(word)])),
    ...rows(Object.entries(options).map(([name, option]) => [optionText(name, option), withChoices(option)])),
    ...rows(own.map(([code, meaning]) => [`exit ${code}`, meaning])),
    ...examples.flatMap(([line, effect]) => ['.PP', toRoff(`Example: ${effect}.`), '.PP', '.RS', toRoff(line), '.RE']),
  ];
}

const rows = (terms: readonly (readonly [term: string, text: string])[]): string[] =>
  terms.flatMap(([term, text]) => ['.TP', `.B ${toRoff(term)}`, toRoff(text)]);

/** Text as roff shows it: no hyphen becomes a dash, and no line begins with a request. */
const toRoff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('…', '...')
    .replaceAll('×', 'x')
    .replace(/^(['.])/, '\\&$1');
