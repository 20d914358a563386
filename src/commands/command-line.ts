import { didYouMean } from '../ui/keys/nearest-words.ts';
import { type Command, UsageError } from './command.ts';
import { commands } from './command-list.ts';
import { globalOptions } from './desk/desk-options.ts';

export type Choice =
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  | { readonly kind: 'run'; readonly command: Command; readonly args: readonly string[] };

/**
 * Parses which command the arguments request. The first word that is not an option names the command. Options before it
 * belong to it; without a command they belong to the desk. Throws UsageError for an unknown command.
 */
export function chooseCommand(argv: readonly string[]): Choice {
  const at = firstWord(argv);
  const name = argv[at];
  const command = name === undefined ? commands[0] : commands.find((candidate) => candidate.name === name);
  const isAsked = (...flags: string[]) => argv.some((arg) => flags.includes(arg));
  if (name === 'help' || isAsked('--help', '-h')) return { kind: 'help', command: name ? (command ?? null) : null };
  if (name === undefined && isAsked('--version', '-V')) return { kind: 'version' };
  if (!command) throw new UsageError(unknownCommand(name ?? ''));
  return { kind: 'run', command, args: [...argv.slice(0, at), ...argv.slice(at + 1)] };
}

/** Index of the first argument that is neither an option nor the value of a global one. */
function firstWord(argv: readonly string[]): number {
  let at = 0;
  while (argv[at]?.startsWith('-')) {
    const [, option] = Object.entries(globalOptions).find(([name]) => argv[at] === `--${name}`) ?? [];
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

/** The text of `--help`, for one command or all. */
export function helpText(command: Command | null): string {
  if (command) return `${command.usage}\n\n${command.summary}.\n`;
  const width = Math.max(...commands.map(({ name }) => name.length));
  return `Usage: swapdeck [COMMAND] [OPTIONS]

${commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

Options of the desk
  --profile NAME   use this profile (list them with: swapdeck profiles)
  --base-url URL   use this service for one run, with the key in SWAPDECK_API_KEY
  --paper          open the embedded paper service, even after a login
  --seed N         paper: seed of the market; the same seed repeats it
  --speed X        paper: run the market X times as fast
  --market KIND    paper: calm, real or wild; real by default
  --scenario NAME  paper: play flash-crash, short-squeeze, depeg … from the start
  --chaos LEVEL    paper: let calls and streams fail on purpose, from 0 (never) to 3
  --latency MS     paper: answer later, half of the answers by more than MS; real is 120
  --ephemeral      paper: save nothing
  --tour           show the tour, as at the first start on paper
  --no-mouse       leave the mouse to the terminal, to select text
  --screen-reader  plain lines instead of a screen, for screen readers and braille displays

  -h, --help       show this help, or the usage of a command
  -V, --version    show the version

Files: ~/.config/swapdeck/config.toml, ~/.local/state/swapdeck (or both in SWAPDECK_HOME, if set).
`;
}
