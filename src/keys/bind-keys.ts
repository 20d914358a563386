import { defaultBindings } from './bindings.ts';
import type { Command, Scope } from './command.ts';
import { commands } from './commands.ts';
import { heardTogether } from './heard-together.ts';
import { readKeyName } from './key-names.ts';
import { keyLabel } from './keymap.ts';
import { didYouMean } from './nearest-words.ts';

export type Bindings = Readonly<Record<string, readonly string[]>>;

export interface KeyProblem {
  /** The command's id as it was written. */
  readonly command: string;
  readonly message: string;
}

/** What a person must be able to rely on in every session: how something is sent and how it is not. */
const fixedScopes: readonly Scope[] = ['confirm', 'word', 'question'];

/** Where characters are typed: there a command needs a key that neither types nor edits. */
const typingScopes: readonly Scope[] = ['form', 'prompt', 'palette', 'find'];
const editingKeys = ['Space', 'Backspace', 'Delete', 'Left', 'Right', 'Home', 'End', 'C-u', 'C-w'];

/** Keys that lead out, wherever one is. */
const waysOut = ['Esc', 'C-c'];

/** The stop must be there whatever else was changed. */
const neverWithout = ['trading.mode', 'desk.quit', 'desk.help'];

/**
 * The default keys with a person's own in the place of those of some commands; an empty list takes a command's keys away.
 * Every problem says which command it is about and what is allowed; with problems, the bindings are not for use.
 */
export function bindKeys(wanted: Bindings): { readonly bindings: Bindings; readonly problems: readonly KeyProblem[] } {
  const problems: KeyProblem[] = [];
  const bindings: Record<string, readonly string[]> = { ...defaultBindings };
  for (const [id, texts] of Object.entries(wanted)) {
    const command = commands.find((candidate) => candidate.id === id);
    const { keys, messages } = command ? readKeys(command, texts) : { keys: null, messages: [unknown(id)] };
    problems.push(...messages.map((message) => ({ command: id, message })));
    if (command && keys) bindings[id] = keys;
  }
  return { bindings, problems: problems.length > 0 ? problems : conflicts(bindings, wanted) };
}

const unknown = (id: string): string => {
  const ids = commands.map((command) => command.id);
  return `there is no such command.${didYouMean(id, ids)} docs/keybindings.md lists them all`;
};

function readKeys(command: Command, texts: readonly string[]) {
  const { id, scope } = command;
  if (fixedScopes.includes(scope))
    return { keys: null, messages: ['the keys of a confirmation are the same everywhere and cannot be changed'] };
  const read = texts.map(readKeyName);
  const keys = [...new Set(read.flatMap((name) => ('key' in name ? [name.key] : [])))];
  const defaults = defaultBindings[id] ?? [];
  const messages = [
    ...read.flatMap((name) => ('problem' in name ? [name.problem] : [])),
    ...(typingScopes.includes(scope) ? keys.filter(isTyped).map(typedThere) : []),
    ...waysOut.filter((key) => defaults.includes(key) && !keys.includes(key)).map(mustKeep),
    ...waysOut.filter((key) => !defaults.includes(key) && keys.includes(key)).map(leadsOut),
    ...(keys.length === 0 && neverWithout.includes(id) ? ['it must have a key'] : []),
  ];
  return { keys, messages };
}

const isTyped = (key: string): boolean => [...key].length === 1 || editingKeys.includes(key);

const typedThere = (key: string): string =>
  `${quoted(key)} is for typing there: take a key such as "F2", "C-n" or "M-n"`;

const mustKeep = (key: string): string => `it must keep ${quoted(key)}, which leads out: write it beside your own keys`;

const leadsOut = (key: string): string => `${quoted(key)} leads out everywhere and can do nothing else`;

const quoted = (key: string): string => JSON.stringify(keyLabel(key));

/** Told of the command that the person changed, since that is the line to mend; of two such, of the later one. */
function conflicts(bindings: Bindings, wanted: Bindings): KeyProblem[] {
  const found = new Map<string, KeyProblem>();
  const isWanted = ({ id }: Command): boolean => Object.hasOwn(wanted, id);
  for (const scopes of heardTogether) {
    const holders = new Map<string, Command>();
    for (const command of commands.filter(({ scope }) => scopes.includes(scope)))
      for (const key of bindings[command.id] ?? []) {
        const other = holders.get(key);
        holders.set(key, command);
        // Among the defaults themselves a test looks, so that a slip there keeps nobody from the desk.
        if (!other || !(isWanted(command) || isWanted(other))) continue;
        const [mine, theirs] = isWanted(command) ? [command, other] : [other, command];
        const message = `${quoted(key)} is also the key of ${theirs.id} (${theirs.description}): give one of the two another key`;
        found.set(`${mine.id} ${key} ${theirs.id}`, { command: mine.id, message });
      }
  }
  return [...found.values()];
}
