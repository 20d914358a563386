import { didYouMean } from '../ui/keys/nearest-words.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './command-list.ts';
import { deskSyntax } from './desk/desk-syntax.ts';
import type { OptionSyntax } from './syntax/command-syntax.ts';

export type Choice =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly args: readonly string[] };

/**
 * Parses which command the arguments request. The first words that are no options name the command. Options before it
 * belong to it; without a command they belong to the desk. Throws UsageError for an unknown command.
 */
export function chooseCommand(argv: readonly string[]): Choice {
  // What follows -- belongs to another program.
  const end = argv.indexOf('--');
  const own = end < 0 ? argv : argv.slice(0, end);
  const isAsked = (...flags: string[]) => own.some((arg) => flags.includes(arg));
  const at = firstWord(argv);
  if (argv[at] === 'help') return { kind: 'help', command: argv.length > at + 1 ? commandAt(argv, at + 1) : null };
  if (argv[at] === undefined && isAsked('--version', '-V')) return { kind: 'version' };
  const command = commandAt(argv, at);
  if (isAsked('--help', '-h')) return { kind: 'help', command: argv[at] === undefined ? null : command };
  const words = argv[at] === undefined ? 0 : command.syntax.name.split(' ').length;
  return { kind: 'run', command, args: [...argv.slice(0, at), ...argv.slice(at + words)] };
}

/** The command with the longest name that begins there; the desk where nothing does. */
function commandAt(argv: readonly string[], at: number): Command {
  const name = argv[at];
  if (name === undefined) return commands[0];
  const two = `${name} ${argv[at + 1]}`;
  const found =
    commands.find(({ syntax }) => syntax.name === two) ?? commands.find(({ syntax }) => syntax.name === name);
  if (!found) throw new UsageError(unknownCommand(name));
  return found;
}

/** Index of the first argument that is neither an option nor the value of one of the desk. */
function firstWord(argv: readonly string[]): number {
  const options: Readonly<Record<string, OptionSyntax>> = deskSyntax.options;
  let at = 0;
  for (let arg = argv[at]; arg?.startsWith('-'); arg = argv[at]) {
    const option = options[arg.slice(2)];
    at += option?.value === undefined ? 1 : 2;
  }
  return at;
}

function unknownCommand(name: string): string {
  const shown = JSON.stringify(name.slice(0, 40));
  const longer = commands.map(({ syntax }) => syntax.name).filter((one) => one.startsWith(`${name} `));
  if (longer.length > 0) return `${shown} is one of ${longer.join(', ')}. See: swapdeck ${longer[0]} --help`;
  const near = didYouMean(
    name,
    commands.map(({ syntax }) => syntax.name),
  );
  return `There is no command ${shown}.${near} See: swapdeck --help`;
}
