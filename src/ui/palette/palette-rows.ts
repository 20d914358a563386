import type { Command, Scope } from '../../keys/command.ts';
import { commands } from '../../keys/commands.ts';
import { type Keymap, keyLabel, withKeys } from '../../keys/keymap.ts';
import { type PaneId, paneOrder } from '../workspaces/layout.ts';

export interface PaletteRow {
  readonly command: Command;
  /** What it does, with the keys in force. */
  readonly description: string;
  /** As they are printed. */
  readonly keys: string;
  /** Why it can't be used now; null when it can. */
  readonly reason: string | null;
}

/** Scopes whose commands find what they act on wherever the focus is. */
const everywhere: readonly Scope[] = ['desk', 'always', 'positions', 'orders', 'tape', 'chart'];

/** What is open over the desk has keys of its own, which mean nothing without it. */
const isOfDesk = (scope: Scope): boolean => everywhere.includes(scope) || paneOrder.some((pane) => pane === scope);

interface Surroundings {
  readonly keymap: Keymap;
  readonly focus: PaneId;
  readonly whyDisabled: (commandId: string) => string | null;
}

/** The commands that all words of the query are found in, the best first; without a query, in the order of the table. */
export function paletteRows(query: string, { keymap, focus, whyDisabled }: Surroundings): PaletteRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const reasonOf = ({ id, scope }: Command): string | null =>
    everywhere.includes(scope) || scope === focus ? whyDisabled(id) : `focus the ${scope} pane first`;
  return commands
    .filter(({ scope, id }) => isOfDesk(scope) && id !== 'desk.palette')
    .flatMap((command) => {
      const found = scoreOf(words, command);
      if (found === 0) return [];
      const reason = reasonOf(command);
      const description = withKeys(command.description, keymap);
      const row: PaletteRow = { command, description, keys: keymap.keysOf(command.id).map(keyLabel).join(' '), reason };
      // What can't be used now is found all the same, below what fits as well and can.
      return [{ row, score: reason === null || words.length === 0 ? found : found / 2 }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

/** 0 when a word is not found at all; a word in the title counts for more than one in the description. */
export function scoreOf(words: readonly string[], { id, title, description }: Command): number {
  const name = title.toLowerCase();
  const text = `${name} ${description.toLowerCase()} ${id.toLowerCase()}`;
  let score = 1;
  for (const word of words) {
    const found = name.startsWith(word)
      ? 40
      : name.includes(word)
        ? 20
        : new RegExp(`(?:^|[^\\p{L}])${escaped(word)}`, 'u').test(text)
          ? 10
          : text.includes(word)
            ? 5
            : isScattered(word, name)
              ? 2
              : 0;
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** All letters in their order, others between them: `brkvn` for break-even. */
function isScattered(word: string, name: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
