import { didYouMean } from '../keys/nearest-words.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './command-list.ts';
import { globalOptions } from './desk-options.ts';

export type Choice =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly args: readonly string[] };

/**
 * What the arguments ask for. The first word that is not an option names the command; options before it go to it, and
 * with no word at all they go to the desk. Throws UsageError for an unknown command.
 */
export function chooseCommand(argv: readonly string[]): Choice {
  const at = firstWord(argv);
  const name = argv[at];
  const command = name === undefined ? commands[0]! : commands.find((candidate) => candidate.name === name);
  const isAsked = (...flags: string[]) => argv.some((arg) => flags.includes(arg));
  if (name === 'help' || isAsked('--help', '-h')) return { kind: 'help', command: name ? (command ?? null) : null };
  if (name === undefined && isAsked('--version', '-V')) return { kind: 'version' };
  if (!command) throw new UsageError(unknownCommand(name!));
  return { kind: 'run', command, args: [...argv.slice(0, at), ...argv.slice(at + 1)] };
}

/** Index of the first argument that is neither an option nor the value of a global one. */
function firstWord(argv: readonly string[]): number {
  let at = 0;
  while (argv[at]?.startsWith('-')) {
    const option = globalOptions[argv[at]!.slice(2) as keyof typeof globalOptions];
    at += option?.type === 'string' ? 2 : 1;
  }
  return at;
}

function unknownCommand(name: string): string {
  const shown = JSON.stringify(name.slice(0, 40));
  const near = didYouMean(
    name,
    commands.map((command) => command.name),
  );
  return `There is no command ${shown}.${near} See: swapdeck --help`;
}

/** The text of `--help`, of one command or of all. */
export function helpText(command: Command | null): string {
  if (command) return `${command.usage}\n\n${command.summary}.\n`;
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: swapdeck [COMMAND] [OPTIONS]

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Options of the desk
  --profile NAME   trade with this profile (swapdeck profiles lists them)
  --base-url URL   trade with this service once, with the key in SWAPDECK_API_KEY
  --paper          open the embedded paper service, whatever is logged in
  --seed N         paper: the same number gives the same market
  --speed X        paper: market time runs X times as fast
  --ephemeral      paper: keep nothing after the desk closes
  --tour           be shown round, as at the first start on paper
  --no-mouse       leave the mouse to the terminal, which selects text with it
  --screen-reader  lines of text in the place of a screen, for a screen reader or a braille display

  -h, --help       this text; after a command, that command's usage
  -V, --version    the version

Files: ~/.config/swapdeck/config.toml, ~/.local/state/swapdeck (both below SWAPDECK_HOME where it is set).
`;
}
