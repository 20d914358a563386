import type { CommandInfo } from './command.ts';
import { readKeyName } from './key-names.ts';
import { type Bindings, defaultBindings, keyLabel } from './keymap.ts';
import { didYouMean } from './nearest-words.ts';
import { type Scope, scopesActiveWith } from './scopes.ts';

export interface KeyProblem {
  /** The command's id as configured. */
  readonly command: string;
  readonly message: string;
}

/** Scopes whose keys cannot be changed, so that sending and not sending work the same everywhere. */
const fixedScopes: readonly Scope[] = ['confirm', 'word', 'question'];

/** Scopes with text input, where a command needs a key that neither types nor edits. */
const typingScopes: readonly Scope[] = ['form', 'prompt', 'palette', 'find'];
const editingKeys = ['Space', 'Backspace', 'Delete', 'Left', 'Right', 'Home', 'End', 'C-u', 'C-w'];

/** Keys that leave any scope. */
const leaveKeys = ['Esc', 'C-c'];

/** Commands that must keep a key. */
const mustHaveKey = ['trading.mode', 'desk.quit', 'desk.help'];

/**
 * The default keys, with those of some commands replaced by the user's; an empty list removes a command's keys. Every problem
 * names its command and what is allowed. If there are problems, the bindings must not be used.
 */
export function bindKeys(
  commands: readonly CommandInfo[],
  wanted: Bindings,
): { readonly bindings: Bindings; readonly problems: readonly KeyProblem[] } {
  const problems: KeyProblem[] = [];
  const bindings: Record<string, readonly string[]> = { ...defaultBindings(commands) };
  for (const [id, texts] of Object.entries(wanted)) {
    const command = commands.find((candidate) => candidate.id === id);
    const { keys, messages } = command ? readKeys(command, texts) : { keys: null, messages: [unknown(id, commands)] };
    problems.push(...messages.map((message) => ({ command: id, message })));
    if (command && keys) bindings[id] = keys;
  }
  return { bindings, problems: problems.length > 0 ? problems : conflicts(commands, bindings, wanted) };
}

const unknown = (id: string, commands: readonly CommandInfo[]): string => {
  const ids = commands.map((command) => command.id);
  return `there is no such command.${didYouMean(id, ids)} docs/keybindings.md lists them all`;
};

function readKeys(command: CommandInfo, texts: readonly string[]) {
  const { id, scope } = command;
  if (fixedScopes.includes(scope))
    return { keys: null, messages: ['the keys of a confirmation are the same everywhere and cannot be changed'] };
  const read = texts.map(readKeyName);
  const keys = [...new Set(read.flatMap((name) => ('key' in name ? [name.key] : [])))];
  const defaults = command.keys;
  const messages = [
    ...read.flatMap((name) => ('problem' in name ? [name.problem] : [])),
    ...(typingScopes.includes(scope) ? keys.filter(isTyped).map(typedThere) : []),
    ...leaveKeys.filter((key) => defaults.includes(key) && !keys.includes(key)).map(mustKeep),
    ...leaveKeys.filter((key) => !defaults.includes(key) && keys.includes(key)).map(leadsOut),
    ...(keys.length === 0 && mustHaveKey.includes(id) ? ['it must have a key'] : []),
  ];
  return { keys, messages };
}

const isTyped = (key: string): boolean => [...key].length === 1 || editingKeys.includes(key);

const typedThere = (key: string): string =>
  `${quoted(key)} types or edits text there: use a key such as "F2", "C-n" or "M-n"`;

const mustKeep = (key: string): string => `it must keep ${quoted(key)}, which leaves: list it with your own keys`;

const leadsOut = (key: string): string => `${quoted(key)} always leaves and cannot be bound to anything else`;

const quoted = (key: string): string => JSON.stringify(keyLabel(key));

/** Whether one of the two takes the other's keys on purpose. */
const isOverride = (a: CommandInfo, b: CommandInfo): boolean =>
  a.overrides?.includes(b.id) === true || b.overrides?.includes(a.id) === true;

/** Conflicting keys, reported for the command that the user changed; if both were changed, for the later one. */
function conflicts(commands: readonly CommandInfo[], bindings: Bindings, wanted: Bindings): KeyProblem[] {
  const found = new Map<string, KeyProblem>();
  const isWanted = ({ id }: CommandInfo): boolean => Object.hasOwn(wanted, id);
  if (Object.keys(wanted).length === 0) return [];
  const groups = new Map(commands.map(({ scope }) => [scope, scopesActiveWith(scope)]));
  for (const scopes of groups.values()) {
    const holders = new Map<string, CommandInfo>();
    for (const command of commands.filter(({ scope }) => scopes.includes(scope)))
      for (const key of bindings[command.id] ?? []) {
        const other = holders.get(key);
        holders.set(key, command);
        // Conflicts between defaults are left to a test, so that they never block a start.
        if (!other || isOverride(command, other) || !(isWanted(command) || isWanted(other))) continue;
        const [mine, theirs] = isWanted(command) ? [command, other] : [other, command];
        const message = `${quoted(key)} is also the key of ${theirs.id} (${theirs.description}): give one of the two another key`;
        found.set(`${mine.id} ${key} ${theirs.id}`, { command: mine.id, message });
      }
  }
  return [...found.values()];
}
