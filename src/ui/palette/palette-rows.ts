import type { Command } from '../desk/desk.ts';
import { type Keymap, keyLabel, withKeys } from '../keys/keymap.ts';
import { isPlace, type Scope } from '../keys/scopes.ts';
import type { PaneId } from '../panes/pane-ids.ts';

export interface PaletteRow {
  readonly command: Command;
  /** What it does, with the current keys. */
  readonly description: string;
  /** Key labels. */
  readonly keys: string;
  /** Why it is unavailable; null if it is available. */
  readonly reason: string | null;
}

/** Scopes whose commands work with any focus. */
const everywhere: readonly Scope[] = ['desk', 'always', 'positions', 'orders', 'tape', 'chart'];

/** Commands of overlays are excluded: they only work while the overlay is open. */
const isOfDesk = (scope: Scope): boolean => everywhere.includes(scope) || !isPlace(scope);

interface Deps {
  readonly keymap: Keymap<Command>;
  readonly focus: PaneId;
  readonly whyDisabled: (commandId: string) => string | null;
}

/** Commands matching all words of the query, best first; without a query, in table order. */
export function paletteRows(query: string, { keymap, focus, whyDisabled }: Deps): PaletteRow[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const reasonOf = ({ id, scope }: Command): string | null =>
    everywhere.includes(scope) || scope === focus ? whyDisabled(id) : `focus the ${scope} pane first`;
  return keymap.commands
    .filter(({ scope, id }) => isOfDesk(scope) && id !== 'desk.palette')
    .flatMap((command) => {
      const found = scoreOf(words, command);
      if (found === 0) return [];
      const reason = reasonOf(command);
      const description = withKeys(command.description, keymap);
      const row: PaletteRow = { command, description, keys: keymap.keysOf(command.id).map(keyLabel).join(' '), reason };
      // Unavailable commands rank below equally good available ones.
      return [{ row, score: reason === null || words.length === 0 ? found : found / 2 }];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ row }) => row);
}

/** Match score; 0 if a word is not found. Title matches score higher than description matches. */
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

/** Fuzzy match: letters in order with gaps, such as `brkvn` for break-even. */
function isScattered(word: string, name: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
