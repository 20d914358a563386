import { defaultBindings } from './bindings.ts';
import type { Command, Scope, StreamFacts } from './command.ts';
import { commands } from './commands.ts';

/** Finds what a key means. A pane's own meaning comes before the desk's. */
export interface Keymap {
  find(key: string, scopes: readonly Scope[]): Command | null;
  /** Keys of a command, the one to show first. */
  keysOf(commandId: string): readonly string[];
  /** Commands with a place in the footer for these scopes, what is urgent now first, then the most useful. */
  hints(scopes: readonly Scope[], facts?: StreamFacts): readonly { readonly key: string; readonly command: Command }[];
}

export function createKeymap(bindings: Readonly<Record<string, readonly string[]>> = defaultBindings): Keymap {
  const byScope = new Map<string, Command>();
  for (const command of commands)
    for (const key of bindings[command.id] ?? []) byScope.set(`${command.scope} ${key}`, command);
  const keysOf = (commandId: string): readonly string[] => bindings[commandId] ?? [];
  return {
    keysOf,
    find: (key, scopes) => {
      for (const scope of scopes) {
        const command = byScope.get(`${scope} ${key}`);
        if (command) return command;
      }
      return null;
    },
    hints: (scopes, facts) => {
      const isUrgent = (command: Command): boolean => facts !== undefined && command.isUrgent?.(facts) === true;
      const placeOf = (command: Command): number | undefined => (isUrgent(command) ? 0 : command.hint);
      return commands
        .filter((command) => placeOf(command) !== undefined && scopes.includes(command.scope))
        .sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0))
        .flatMap((command) => {
          const key = keysOf(command.id)[0];
          return key === undefined ? [] : [{ key, command }];
        });
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

/** The key of a command as sentences name it; a dash for a command without one. */
export const keyOf = (keymap: Pick<Keymap, 'keysOf'>, commandId: string): string => {
  const [key] = keymap.keysOf(commandId);
  return key === undefined ? '–' : keyLabel(key);
};

const commandIds = new Set(commands.map(({ id }) => id));

/**
 * A text that names keys by their commands, such as `{focus.orders}`, with the keys in force. What is no command stays as
 * it is; text from elsewhere is put in through `literally`.
 */
export const withKeys = (text: string, keymap: Pick<Keymap, 'keysOf'>): string =>
  text.replace(
    /\{(?:(\{)|([a-z][A-Za-z]*\.[A-Za-z0-9]+))\}/g,
    (whole, brace: string | undefined, id: string) => brace ?? (commandIds.has(id) ? keyOf(keymap, id) : whole),
  );
