import type { CommandInfo } from './command.ts';
import type { Scope } from './scopes.ts';

/** Keys by command id. */
export type Bindings = Readonly<Record<string, readonly string[]>>;

/** Commands and their current keys. */
export interface Keymap<Command extends CommandInfo = CommandInfo> {
  readonly commands: readonly Command[];
  /** The command of a key in the first of the scopes that has one. */
  find(key: string, scopes: readonly Scope[]): Command | null;
  /** null for an unknown id. */
  command(id: string): Command | null;
  /** Keys of a command, the one to show first. */
  keysOf(commandId: string): readonly string[];
  /**
   * Footer hints of these scopes, most useful first; commands that are urgent come before all others.
   */
  hints(scopes: readonly Scope[], isUrgent?: (command: Command) => boolean): readonly Hint<Command>[];
}

export interface Hint<Command> {
  readonly key: string;
  readonly command: Command;
}

export const defaultBindings = (commands: readonly CommandInfo[]): Bindings =>
  Object.fromEntries(commands.map(({ id, keys }) => [id, keys]));

export function createKeymap<Command extends CommandInfo>(
  commands: readonly Command[],
  bindings: Bindings = defaultBindings(commands),
): Keymap<Command> {
  const byId = new Map(commands.map((command) => [command.id, command]));
  const byKey = new Map<string, Command>();
  for (const command of commands)
    for (const key of bindings[command.id] ?? []) byKey.set(`${command.scope} ${key}`, command);
  const keysOf = (commandId: string): readonly string[] => bindings[commandId] ?? [];
  return {
    commands,
    keysOf,
    command: (id) => byId.get(id) ?? null,
    find: (key, scopes) => {
      for (const scope of scopes) {
        const command = byKey.get(`${scope} ${key}`);
        if (command) return command;
      }
      return null;
    },
    hints: (scopes, isUrgent = () => false) => {
      const placeOf = (command: Command): number | undefined => (isUrgent(command) ? 0 : command.hint);
      const overridden = new Set(
        commands.flatMap(({ scope, overrides = [] }) => (scopes.includes(scope) ? overrides : [])),
      );
      return commands
        .filter((command) => scopes.includes(command.scope) && placeOf(command) !== undefined)
        .filter(({ id }) => !overridden.has(id))
        .sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
        .flatMap((command) =>
          keysOf(command.id)
            .slice(0, 1)
            .map((key) => ({ key, command })),
        );
    },
  };
}

const shown: Readonly<Record<string, string>> = {
  Enter: '⏎',
  Space: 'space',
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  'S-Tab': '⇧Tab',
};

/** A key as the footer and the help print it. */
export const keyLabel = (key: string): string => shown[key] ?? key.replace(/^C-/, 'Ctrl-').replace(/^M-/, 'Alt-');

/** Label of a command's first key, for texts; a dash if it has no key. */
export const keyOf = (keymap: Pick<Keymap, 'keysOf'>, commandId: CommandId): string => {
  const [key] = keymap.keysOf(commandId);
  return key === undefined ? '–' : keyLabel(key);
};

/**
 * Replaces command ids in braces, such as `{focus.orders}`, by their current keys. Other braces stay. Foreign text must be
 * inserted with `literally`.
 */
export const withKeys = (text: string, keymap: Pick<Keymap, 'keysOf' | 'command'>): string =>
  text.replace(/\{(?:(\{)|([a-z][A-Za-z]*\.[A-Za-z0-9]+))\}/g, (whole, brace: string | undefined, id: string) => {
    if (brace) return brace;
    const command = keymap.command(id);
    // Every command id of the keymap is a CommandId: both come from the same tables.
    return command ? keyOf(keymap, command.id as CommandId) : whole;
  });
